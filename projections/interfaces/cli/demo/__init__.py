"""The command `demo`: an example ledger, built and explained step by step.

The commands demo and serve, scripts and tests import it.
Begin with demo_command.py.
"""
