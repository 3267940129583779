"""What happened: facts, appended to a log and never changed.  Knows no rating."""
