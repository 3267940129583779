"""The rating report of US Chess: three dBase tables, read and written.

Only the registry of formats and the exports import it.
Begin with reader.py.
"""
