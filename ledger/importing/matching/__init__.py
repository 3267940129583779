"""Matching: the players and tournaments of a file, found in the ledger.

All of importing and the searches of the queries import it.
Begin with player_links.py.
"""
