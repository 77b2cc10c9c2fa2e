"""How a count runs and where it is kept: jobs, store, memory, clusters, and what makes a kept count stale."""
