"""An exchange without an opponent: the player discards some cards, gets as many, and is paid by the final hand."""
