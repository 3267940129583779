"""Player lists of federations (FIDE, DSB, EGD), read in a stream into proposals.

A list has the numbers and ratings of players in another register.  It writes nothing by itself:
it is compared with the ledger's own register line by line, and every difference becomes a
proposal for a person to accept.
"""
