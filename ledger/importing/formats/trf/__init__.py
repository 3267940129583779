"""FIDE's Tournament Report File, TRF16 and TRF26.

Only the registry of formats and the exports import it.
Begin with reader.py, then codes.py for the records.
"""
