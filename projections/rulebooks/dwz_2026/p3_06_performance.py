"""DWZ 2026 3.6: the performance in one tournament, which nobody has without a point."""

from collections.abc import Sequence

from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.dwz_2014 import p3_06_performance as dwz_2014
from projections.rulebooks.dwz_2026 import dwz_2026


@dwz_2026.within("3.6")
def performance(opponents: Sequence[int], W: float, rules: Chapters) -> int | None:
    """That of the edition before from five games on, but none without a point."""
    return None if W == 0 else dwz_2014.performance(opponents, W, rules)
