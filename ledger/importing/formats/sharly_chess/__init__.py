"""Events of Sharly-Chess, an SQLite database.

Only the registry of formats imports it.
Begin with reader.py.
"""
