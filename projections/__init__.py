"""Projections: what the events mean, and the ways in for people and programs.

Nothing in `ledger` imports it.
Begin with api.py, the façade.
"""
