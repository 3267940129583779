"""Queries: answers from the read model or a replay, audits and explanations.

Study, files, operations and the façade import it; it imports the engine.
Begin with answers.py.
"""
