"""Attacks on a running server that anybody can repeat: ``python -m scripts.attack_server``."""

import attrs


@attrs.frozen
class Finding:
    """What was tried, what came of it in words, and whether that is as it must be."""

    tried: str
    found: str
    held: bool
