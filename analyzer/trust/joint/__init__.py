"""Ways to compute joint moments of wagers made together, by which cards they look at."""
