"""Fixtures of the tests of FIDE's rules."""

from tests.rulebooks.fide_2024.federation import fide

__all__ = ["fide"]
