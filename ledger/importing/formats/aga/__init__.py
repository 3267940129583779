"""Results as the American Go Association takes them, read and written.

Only the registry of formats and the exports import it.
Begin with reader.py.
"""
