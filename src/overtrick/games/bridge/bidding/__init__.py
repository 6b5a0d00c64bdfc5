"""A small natural system for Bridge, and a network that has learned it and gone on from there.

Every situation has a page of offers: calls in the order in which they are tried, each with what it shows. A player
makes the first call that the hand is worth, and the others read the same page to know what it shows. What no page
covers is left to judgement: how many tricks both hands are worth, and what the contracts would score.

    hand.py       what a hand is worth
    meaning.py    what a call shows, and what is known of a player
    situation.py  the calls so far, and what they have shown
    system.py     which page serves, and the call of a player

Bots bid by what the network has learned and by search:

    auctions.py   auctions side by side, as arrays
    network.py    what each call is worth, by the hand and the auction
    reading.py    what calls tell of hands, if players bid as the network does
    tricks.py     how many tricks declarers win, guessed
    search.py     calls tried in imagined deals
"""
