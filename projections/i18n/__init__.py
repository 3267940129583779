"""Languages: catalogues, and how days and numbers are written.

Views of a pool, façade, pages and server import it. Begin with languages.py.
"""
