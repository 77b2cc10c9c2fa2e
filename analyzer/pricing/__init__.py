"""From counts to prices: the moments and results of every wager, alone and together."""
