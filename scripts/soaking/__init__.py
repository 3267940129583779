"""Attacks on a ledger that anybody can repeat; ``python -m scripts.soak --help`` lists them."""


class Broken(Exception):
    """An attack has broken something that must hold."""


def must_hold(condition: object, otherwise: str) -> None:
    """Raise :class:`Broken` where something does not hold."""
    if not condition:
        raise Broken(otherwise)
