"""Repeatable attacks on a running server: ``python -m scripts.attack_server``."""

import attrs


@attrs.frozen
class Finding:
    """An attempt, its outcome in words, and True if the outcome is as required."""

    tried: str
    found: str
    held: bool
