"""Cards turned one group after the other, no opponent: decisions about bets between the reveals."""
