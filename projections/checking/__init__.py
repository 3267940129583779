"""The checker of audit documents: a second opinion that shares nothing with the rulebooks.

It imports the standard library only and works from a document alone, without a ledger.
"""
