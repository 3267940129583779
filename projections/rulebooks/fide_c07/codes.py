"""C.07 5: the list of tie-breaks, and how files write them.

``BH-C1`` is the handbook's spelling, ``BH/C1`` that of tournament report files (TRF 2026).
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

import attrs

from projections.rulebooks.fide_c07 import c07, go
from projections.rulebooks.fide_c07 import p07_own_record as own
from projections.rulebooks.fide_c07 import p10_ratings as rated
from projections.rulebooks.fide_c07.p08_buchholz import average_of_opponents, buchholz, fore
from projections.rulebooks.fide_c07.p09_sonneborn_berger import koya, sonneborn_berger
from projections.rulebooks.fide_c07.p15_unplayed_rounds import own_record
from projections.rulebooks.fide_c07.table import Table, Values
from projections.rulebooks.figures import printed_table

LIST = {row["code"]: row for row in printed_table(c07.package, "article_5_list.csv")}
"""By code: name, article (none for go), modifiers that it takes, and what it needs."""
_NAMES = {row["name"]: row["code"] for row in printed_table(c07.package, "names.csv")}
_PARAMETERS = {
    row["parameter"]: row["modifier"] for row in printed_table(c07.package, "parameters.csv")
}


@attrs.frozen(kw_only=True)
class TieBreak:
    """A tie-break with its modifiers (14): ``lowest`` and ``highest`` values are cut.

    ``limit``: half points that raise Koya's limit.  ``fore``: AOB of the Fore Buchholz.
    ``forfeits_count``: forfeits are games; ``reverse``: from the lowest to the highest.
    """

    code: str
    modifiers: str = ""
    lowest: int = 0
    highest: int = 0
    limit: int = 0
    fore: bool = False
    forfeits_count: bool = False
    reverse: bool = False

    @property
    def name(self) -> str:
        """The code with its modifiers: ``BH-C1``, ``KS/L+1``."""
        return self.code + self.modifiers


# --- how each is evaluated -----------------------------------------------------------------------

Evaluated = Callable[[Table, TieBreak], Values]


def _own(count: Callable[[own.Rounds], int | Fraction]) -> Evaluated:
    return lambda table, _: {
        player: Fraction(count(rounds)) for player, rounds in own_record(table).items()
    }


def _progressive(table: Table, given: TieBreak) -> Values:
    return {
        player: own.progressive_scores(rounds, table.last, given.lowest)
        for player, rounds in table.rounds.items()
    }


def _buchholz(table: Table, given: TieBreak) -> Values:
    return buchholz(table, given.lowest, given.highest, forfeits_count=given.forfeits_count)


VALUES: Mapping[str, Evaluated] = {
    "PTS": _own(own.points),
    "WIN": _own(own.wins),
    "WON": _own(own.games_won),
    "BPG": _own(own.games_with_black),
    "BWG": _own(own.games_won_with_black),
    "PS": _progressive,
    "REP": _own(own.rounds_elected_to_play),
    "STD": _own(own.standard_points),
    "BH": _buchholz,
    "AOB": lambda t, given: average_of_opponents(t, buchholz(fore(t) if given.fore else t)),
    "FB": lambda t, given: _buchholz(fore(t), given),
    "SB": lambda t, given: sonneborn_berger(t, given.lowest, forfeits_count=given.forfeits_count),
    "KS": lambda t, given: koya(t, given.limit),
    "ARO": lambda t, given: rated.aro(t, given.lowest, given.highest),
    "TPR": lambda t, _: rated.performances(t, rated.performance),
    "PTP": lambda t, _: rated.performances(t, rated.perfect_performance),
    "APRO": lambda t, _: rated.average_of_opponents(t, rated.performance),
    "APPO": lambda t, _: rated.average_of_opponents(t, rated.perfect_performance),
    "RTNG": lambda t, given: rated.rating(t, reverse=given.reverse),
    "MMS": lambda t, _: go.mms(t),
    "SOS": lambda t, _: go.sos(t),
    "SOSOS": lambda t, _: go.sosos(t),
    "SODOS": lambda t, _: go.sodos(t),
    "CUSS": lambda t, _: go.cuss(t),
}
"""The values of all players, by code; direct encounter has none before players are tied."""

# --- as files write them -------------------------------------------------------------------------

_CODE = re.compile(r"([A-Z]+)((?:[/-](?:[CM][1-9]|L[+-]?[0-9]{1,2}|[PFR]))*)")
_MODIFIERS: Mapping[str, Callable[[TieBreak, int], TieBreak]] = {
    "C": lambda given, n: attrs.evolve(given, lowest=n),
    "M": lambda given, n: attrs.evolve(given, lowest=n, highest=n),
    "L": lambda given, n: attrs.evolve(given, limit=n),
    "P": lambda given, _: attrs.evolve(given, forfeits_count=True),
    "F": lambda given, _: attrs.evolve(given, fore=True),
    "R": lambda given, _: attrs.evolve(given, reverse=True),
}


@c07.within("5")
def code_of(text: str) -> TieBreak | None:
    """The tie-break that a code or a name stands for; None if it is not understood.

    A name may be English or German, as pairing programs head a column.
    """
    found = _CODE.fullmatch(text.strip().upper())
    if found is None or found[1] not in LIST:
        found = _CODE.fullmatch(_code_of_name(text))
    if found is None:
        return None
    modifiers = re.split(r"[/-](?=[A-Z])", found[2])[1:]
    if any(each[0] not in LIST[found[1]]["modifiers"] for each in modifiers):
        return None
    spelled = "".join(("-" if each[0] in "CM" else "/") + each for each in modifiers)
    given = TieBreak(code=found[1], modifiers=spelled)
    for each in modifiers:
        given = _MODIFIERS[each[0]](given, int(each[1:] or 0))
    return given


def _code_of_name(text: str) -> str:
    """The code of a name with its parameters in brackets or at its end; "" if unknown."""
    name, *brackets = map(_words, re.split(r"[(),]", text))
    if cut := re.fullmatch(r"(.+?) ?((?:cut|median) ?[1-9])", name):
        name, brackets = cut[1], [*brackets, cut[2]]
    code = _NAMES.get(name, "")
    told = [each for each in brackets if each and each.upper() != code and not each.isdecimal()]
    if not all(each in _PARAMETERS for each in told):
        return ""
    return "/".join([code, *filter(None, map(_PARAMETERS.__getitem__, told))])


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
