"""Sessions, permissions and pending submissions of accounts; the only SQL of the web.

API and pages import it. Begin with access.py, which roles may ask for what.
"""
