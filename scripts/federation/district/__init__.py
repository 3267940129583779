"""A chess district as its officers know it: real-looking people, every kind of list and event.

``people`` has the members, ``calendar`` what they played and what was said about it, ``files`` the
tournament files, and ``ledger`` puts all of it into a database.  The same number of seasons gives
the same bytes.
"""
