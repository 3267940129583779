"""Player lists of federations (FIDE, DSB, EGD), read in a stream into proposals.

A list says who somebody is in another register and what he is rated there.  It never writes
anything by itself: it is compared with the ledger's own register, line by line, and what differs
becomes a proposal for a person to accept.
"""
