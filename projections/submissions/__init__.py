"""Submissions beside the log: files that wait for an officer, and running tournaments.

Neither is part of the log or exported with it.  Queries and operations import it; it raises
problems as :class:`~ledger.events.problems.Refused` and knows no interface.
Begin with schema.py, then store.py and running.py.
"""
