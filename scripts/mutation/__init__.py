"""Mutation testing: the code broken on purpose, to see whether a test notices."""
