"""What counts: integers that add up to the number of deals, and the best decisions on them."""
