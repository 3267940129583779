"""Games played online: lichess and chess.com.

Only the registry of formats imports it.
Begin with games.py.
"""
