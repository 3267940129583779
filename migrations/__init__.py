"""The migrations of the database schema; shipped with the wheel."""
