"""The pages of rules, as data of the package: a report prints them."""
