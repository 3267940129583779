"""What the tests of FIDE's rules share."""

from tests.rulebooks.fide_2024.federation import fide

__all__ = ["fide"]
