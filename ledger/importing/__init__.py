"""Importing: everything that turns a file or typed results into events.

Operations and interfaces import it; it imports validation, the log and events.
Begin with import_files.py, one file after another.
"""
