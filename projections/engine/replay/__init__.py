"""Replay: occasions in order, each evaluated by the rulebook of its day.

Read model, queries and study import it; it imports history and rulebooks.
Begin with schedule.py, then replay.py.
"""
