"""History: the log as of a day and as known at a position, in the order of the world.

Replay, read model and queries import it.
Begin with as_of.py, then history.py.
"""
