"""Player against dealer: showdowns counted without dealing the dealer."""
