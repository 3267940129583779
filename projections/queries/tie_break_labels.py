"""The headings and full names of the tie-breaks of final tables."""

import attrs

from projections.queries.tournament_table import CODES
from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.codes import LIST, code_of


@attrs.frozen
class TieBreakLabel:
    """A tie-break's heading (``BH-C1``), its name, to be translated, and what it is ruled by."""

    heading: str
    name: str
    rule: str


def label_of(tie_break: str) -> TieBreakLabel:
    """The label of a tie-break, by its name in an answer: ``BH-C1`` or ``buchholz-fide``.

    The heading of a submitted table that is no code, such as ``TB1``, stays as it is.
    """
    given = code_of(CODES.get(tie_break, tie_break))
    if given is None:
        return TieBreakLabel(tie_break, tie_break, "")
    entry = LIST[given.code]
    cut = [given.modifiers.lstrip("-/")] if given.modifiers else []
    article = [f"FIDE {c07.cite(entry['article'])}"] if entry["article"] else []
    return TieBreakLabel(given.name, entry["name"], ", ".join([*cut, *article]))
