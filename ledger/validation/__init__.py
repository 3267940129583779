"""Checks of submissions: facts alone, references to other facts, corrections.

Importing and the operations import it; it imports the log and events.
Begin with submission.py, the order of the checks.
"""
