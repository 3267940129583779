"""Study of rules: compare, predict, sweep.

Only the façade imports it; it imports queries and the engine.
Begin with predict.py.
"""
