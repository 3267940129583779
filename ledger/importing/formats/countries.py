"""Country codes of two letters and federation codes of three, read from ``countries.csv``."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files


def federation_of(country: str) -> str | None:
    """Return the federation code of a country code (``DE``: ``GER``), None if unknown."""
    return _federations().get(country)


def country_of(federation: str) -> str | None:
    """Return the country code of a federation code (``GER``: ``DE``), None if unknown."""
    return _countries().get(federation)


@cache
def _federations() -> dict[str, str]:
    return dict(_rows())


@cache
def _countries() -> dict[str, str]:
    # Of several countries with one federation the first in the file counts.
    return {federation: country for country, federation in reversed(_rows())}


@cache
def _rows() -> Sequence[tuple[str, str]]:
    text = (files("ledger.importing.formats") / "countries.csv").read_text(encoding="utf-8")
    lines = [line.split(",") for line in text.splitlines() if line and line[0] != "#"]
    return [(country, federation) for country, federation in lines if country != "country"]
