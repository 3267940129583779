"""Tournament files: one reader, and for some a writer, per format.

Importing and the exports import it; it knows no database.
Begin with registry.py, all formats by name.
"""
