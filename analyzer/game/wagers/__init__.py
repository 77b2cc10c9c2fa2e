"""The kinds of wagers, as the engines take them: one module for each shape of a round."""
