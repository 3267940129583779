"""The checker of audit documents and proofs: a second opinion that shares nothing with the rest.

Files and the façade import it; it imports the standard library only, for signatures
``cryptography``, and asks no ledger.  Begin with check.py, for proofs with proof.py.
"""
