"""Mutation testing: the code broken on purpose, to see if a test detects it."""
