"""DWZ 2014 as the registry hands it out."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs

from projections.rulebooks.dwz_1995.card import DwzCard
from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.dwz_1995.p6_01_validity import valid_figure
from projections.rulebooks.dwz_1995.rulebook import Dwz1995
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.dwz_2014.edition import DWZ_2014
from projections.rulebooks.dwz_2014.readings import Readings


@attrs.frozen
class Dwz2014(Dwz1995):
    """The Wertungsordnung between 2003 and the Umstufung of 2026, under chosen readings."""

    name = "dwz-2014"
    document = dwz_2014
    chapters: ClassVar[Chapters] = DWZ_2014

    readings: Readings = attrs.field(factory=Readings)

    @dwz_2014.within("4.1.1")
    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """None where a DWZ holds, which may have lapsed under the edition before."""
        if valid_figure(card, day, self.rules) is not None:
            return ()
        return super().residual_games(card, day)
