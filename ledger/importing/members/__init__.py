"""Spreadsheets of members as clubs keep them.

Operations import it; it imports matching and formats.
Begin with member_list.py.
"""
