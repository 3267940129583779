"""A generated federation: its members, seasons, tournaments and games.

Nothing here knows the ledger or a rulebook: the parts only use the contract's event format.
"""
