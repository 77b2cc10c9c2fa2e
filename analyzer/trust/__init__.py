"""Second opinions: simulation, proofs, published figures, and observed results judged."""
