"""What a rulebook needs to propose the first figure of somebody who has none."""

from datetime import date

import attrs

from projections.rulebooks.tournament import Decision


@attrs.frozen(kw_only=True)
class TypicalResult:
    """A result that shows how strong somebody is: points out of games against a class.

    ``day`` and ``decisions`` say what was decided about the class in force then.
    """

    points: float
    games: int
    class_: str | None
    day: date
    decisions: tuple[Decision, ...] = ()
