"""Languages: catalogues, and how days and numbers are written.

Pages and server import it. Begin with languages.py.
"""
