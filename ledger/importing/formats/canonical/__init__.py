"""The project's own tables (CSV) and lines (JSON): readers and writer.

Only the registry of formats and the exports import it.
Begin with csv_tables.py.
"""
