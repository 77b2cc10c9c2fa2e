"""The slow, literal second implementation: the rules, written down so that a person can check them.

Nothing here is fast and nothing is clever. A joker is replaced by every card that it may stand for, the
best five of seven cards are found by looking at every five, and deals are gone through one by one. It
shares no code with the rest of the program. On small decks, where every deal can be enumerated, the
fast program must agree with it to the last integer.

    cards                     cards, decks, names
    hands                     what two, three, five or more cards are worth
    paytables                 paytables, and the average of what they pay
    one_discard               the bet against the dealer in the two Wild Six Card games
    wild_six_card_poker       the wagers of Wild Six Card Poker
    wild_six_card_draw_poker  the wagers of Wild Six Card Draw Poker
    three_card_poker          the wagers of Three Card Poker with 6 Card Bonus
    wild_52                   the wagers of Wild 52
    house_way                 how a seven-card Pai Gow hand is set, row by row of the chart
    pai_gow                   the wagers of Pai Gow Poker with Wrangler Push and Outlaw 9
    strategy_rules            a strategy's list of rules, followed one hand at a time

For each wager there is a function that takes the cards and returns the name of the paytable line that
they win on ("lose" otherwise), its paytables as plain dictionaries, and a function that counts the
lines over every deal from a deck. The functions whose names begin with `play_` do the same for wagers
in which the player decides.
"""
