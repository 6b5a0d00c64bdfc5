"""How the networks of `games/bridge/bidding` are made: from double-dummy tables of random deals, and nothing else.

python -m scripts.bidding.tables FOLDER --deals 20000
python -m scripts.bidding.learn_tricks FOLDER
python -m scripts.bidding.learn FOLDER
"""
