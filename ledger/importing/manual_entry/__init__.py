"""Tournaments that are typed: crosstables and rounds.

The command line and the officer's pages import it; it imports matching and formats.
Begin with tournament.py.
"""
