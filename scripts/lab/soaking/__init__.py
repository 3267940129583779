"""Repeatable attacks on a ledger; ``python -m scripts.lab.soak --help`` lists them."""


class Broken(Exception):
    """An attack has broken a requirement."""


def must_hold(condition: object, otherwise: str) -> None:
    """Raise :class:`Broken` if a requirement fails."""
    if not condition:
        raise Broken(otherwise)
