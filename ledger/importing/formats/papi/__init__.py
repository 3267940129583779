"""Files of the French program Papi, a Jet database.

Only the registry of formats imports it.
Begin with reader.py.
"""
