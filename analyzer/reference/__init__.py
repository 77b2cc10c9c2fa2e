"""The slow, literal second implementation: the rules, written down so that a person can check them.

Nothing here is fast and nothing is clever. A joker is replaced by every card that it may stand for, the
best five of seven cards are found by looking at every five, and deals are gone through one by one. It
shares no code with the rest of the program: the referee reads the model of a game file, which is data,
and nothing else. On small decks, where every deal can be enumerated, the fast program must agree with it
to the last integer.

The referee plays any game file; he is the meaning of the language (docs/language.md):

    referee                   a wager played through every deal, or the choices of one information set
    rounds                    stages, dealing, exchanges, the best choice in every information set
    settled, bets             who won, which line applies, what each bet pays
    ranked, asked             what cards are worth with any number of wild cards; does a test pass
    set_hands                 seven cards set in two, by the rows of a house way or in every way
    deals, names              out of how many deals results are counted; how choices and outcomes are called

The transcriptions of the source documents do not read a game file:

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
