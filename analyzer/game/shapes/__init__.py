"""From the language to what the engines count: each module knows one shape of wagers and refuses what is not of it."""
