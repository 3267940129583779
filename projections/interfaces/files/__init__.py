"""Files that are handed out: documents, exports, charts.

Operations, façade and pages import it; it imports queries.
Begin with documents/files.py.
"""
