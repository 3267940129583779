"""What happened: facts, appended to a log and never changed.  Knows no rating."""

__version__ = "0.1.0"
