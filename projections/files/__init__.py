"""Files that are handed out: documents, exports, charts.

Views of a pool, operations, façade and pages import it; it imports queries.
Begin with documents/files.py.
"""
