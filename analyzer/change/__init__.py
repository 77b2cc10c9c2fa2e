"""When a paytable changes: locks, checks, differences, what-if and design."""
