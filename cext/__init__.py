"""Compiled kernels; see analyzer.kernels for how they are found."""
