"""Paytables that meet a target."""
