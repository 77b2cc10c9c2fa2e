"""Renderers of the certified report."""
