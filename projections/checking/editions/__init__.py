"""The checkers, a module each, called like the edition that it checks.

Only checker.py imports it. Begin with dwz.py.
"""
