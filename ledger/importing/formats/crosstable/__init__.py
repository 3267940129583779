"""Crosstables as people type or save them.

Only the registry of formats imports it.
Begin with reader.py.
"""
