"""Repeatable attacks on a running server: ``python -m scripts.lab.attack_server``."""

import attrs


@attrs.frozen
class Finding:
    """An attempt, its outcome in words, and True if the outcome is as required."""

    tried: str
    found: str
    held: bool


@attrs.frozen(kw_only=True)
class Size:
    """The number of readers, the duration, and the games of a federation beside the demo."""

    clients: int
    seconds: float
    seed: int
    games: int = 0
