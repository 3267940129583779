"""The length of the long tests, and their random seed.

RATING_LEDGER_SOAK=10 makes them ten times as long, RATING_LEDGER_SEED changes the seed.  With
either of them Hypothesis looks for new examples, too; without, every run has the same.
"""

import os
import random

SEED = int(os.environ.get("RATING_LEDGER_SEED", "1972"))


def soak() -> int:
    """By what to multiply the number of rounds."""
    return int(os.environ.get("RATING_LEDGER_SOAK", "1"))


def other_dice() -> bool:
    """True if other examples are used than those of the ordinary run."""
    return "RATING_LEDGER_SEED" in os.environ or soak() > 1


def dice(throw: int = 0) -> random.Random:
    """Dice that fall the same way in every run with the same seed."""
    return random.Random(SEED + throw)  # noqa: S311
