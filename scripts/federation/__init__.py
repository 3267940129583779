"""A made-up federation: its members, seasons, tournaments and games.

Nothing here knows the ledger or a rulebook: the parts only speak the contract's event format.
"""
