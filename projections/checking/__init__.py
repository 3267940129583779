"""The checker of audit documents: a second opinion that shares nothing with the rulebooks.

Files and the façade import it; it imports the standard library only, and asks no ledger.
Begin with check.py.
"""
