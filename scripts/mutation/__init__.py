"""Mutation testing: break the code on purpose, one small change at a time, and see whether a test notices."""
