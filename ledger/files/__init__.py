"""Tournament files of every kind, read into one neutral report.

A reader takes bytes and gives a report and a list of issues; it never raises and never guesses.
One issue of the kind ``error``, and nothing of the file may be appended.
"""
