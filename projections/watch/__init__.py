"""Irregularities: results and registrations that a rating officer would want to ask about.

Only the façade and the operations import it; it imports queries and the engine.  A signal is a
question, not a verdict: it never changes a rating, and is never public.  Begin with watching.py.
"""
