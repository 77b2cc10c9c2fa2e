"""The exact return of a wager as a formula in what its lines pay, and where that formula holds."""
