"""Pages that anybody may read: lists, cards, tournaments, audits, the log.

Only the server imports it, and the officer's pages what they share.
Begin with page_request.py, then routes.py.
"""
