"""Any round of the language: the general engine, for what no quicker one counts.

`game/layout.py` puts the cards into cells and says when which are seen, `ways` lists the decisions and the ends of a
round, `kinds` and `settlement` say what hands are asked and paid. `backwards` counts all deals (cext/rounds.pyx) and
decides, `forwards` tells what becomes of them; `choices` answers for one state, `player` plays dealt rounds.
"""
