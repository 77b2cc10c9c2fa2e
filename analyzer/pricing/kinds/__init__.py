"""One class for each kind of wager, with all that other rooms ask about it which has to be counted."""
