"""Files of the European Go Database: h9 and tou.

Only the registry of formats and the exports import it.
Begin with reader.py.
"""
