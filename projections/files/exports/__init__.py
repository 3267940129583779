"""Exports for programs: lists, flat tables, tournament reports.

Documents and operations import it.
Begin with tournament_reports.py.
"""
