"""The optimal strategy, lists of rules that a person can use, and what they cost."""
