"""DWZ 2026 as the registry hands it out."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.dwz_1995.printed import printed_columns
from projections.rulebooks.dwz_2014.rulebook import Dwz2014
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.dwz_2026.edition import DWZ_2026
from projections.rulebooks.dwz_2026.readings import Readings
from projections.rulebooks.dwz_2026.umstufung import UMSTUFUNG
from projections.rulebooks.evaluation import PrintedColumn


@attrs.frozen
class Dwz2026(Dwz2014):
    """The Wertungsordnung since the Umstufung of 2026, under chosen readings."""

    name = "dwz-2026"
    document = dwz_2026
    columns: ClassVar[Mapping[str, str]] = {**Dwz2014.columns, "coefficient": "K"}
    printed: ClassVar[Sequence[PrintedColumn]] = printed_columns(coefficient="K")
    legend = (
        "Ro: DWZ and index before. W: points. n: games. We: expected points. K: coefficient. "
        "Rc: mean of the opponents. Rh: performance. Rn: DWZ and index after."
    )
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "dwz-1995": UMSTUFUNG,
        "dwz-2014": UMSTUFUNG,
    }
    chapters: ClassVar[Chapters] = DWZ_2026

    readings: Readings = attrs.field(factory=Readings)
