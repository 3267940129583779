"""Matching: the players and tournaments of a file, found in the ledger.

All of importing and the queries' searches import it; it imports reports of formats and the log.
Begin with evidence.py, then register.py; tournaments.py finds tournaments.
"""
