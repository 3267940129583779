"""How the database came to its present form; shipped with the wheel."""
