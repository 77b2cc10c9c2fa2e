"""What a wager comes to as a sum over what its lines pay, for every kind of wager."""
