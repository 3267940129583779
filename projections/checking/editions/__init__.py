"""The checkers, a module each, called like the edition that it checks."""
