"""WALDSTEIN 1: the systems in use, as invented, and as FIDE defines them today."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

import attrs

from projections.rulebooks.document import concerning
from projections.rulebooks.tournament import Game, Tournament
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable

# --- points, Gelbfuß, Sonneborn-Berger and Buchholz as invented ----------------------------------
# Each function values one player.  `r` and `p` run along his opponents: what he scored
# against each, and the sum of points each of them has.  All numbers are exact.

HALF = Fraction(1, 2)


@waldstein("1")
def points(r: Sequence[Fraction]) -> Fraction:
    """p = Σ r: every point counts the same, whoever it was scored against."""
    return sum(r, Fraction(0))


@waldstein("1")
def gelbfuss(r: Sequence[Fraction], p: Sequence[Fraction]) -> Fraction:
    """Gelbfuß 1873: Σ r · p, every point times the points of the opponent.

    It is what many now call Sonneborn-Berger.
    """
    return sum(map(Fraction.__mul__, r, p), Fraction(0))


@waldstein("1")
def sonneborn_berger(g: Fraction, p_i: Fraction) -> Fraction:
    """Sonneborn 1886, Berger 1887: every point times the points of both, which is g + p²."""
    return g + p_i**2


@waldstein("1")
def buchholz(p_i: Fraction, G: Sequence[int], p: Sequence[Fraction]) -> Fraction:
    """Buchholz 1932: own points times the sum of the opponents' points, G games with each.

    What is now called Buchholz is the second factor alone.
    """
    return p_i * sum(map(Fraction.__mul__, map(Fraction, G), p), Fraction(0))


def _points(table: Crosstable, _p: Sequence[Fraction], i: int) -> Fraction:
    return points([HALF * doubled for doubled in table.points[i].values()])


def _gelbfuss(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    r = table.points[i]
    return gelbfuss([HALF * doubled for doubled in r.values()], [p[j] for j in r])


def _sonneborn_berger(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    return sonneborn_berger(_gelbfuss(table, p, i), p[i])


def _buchholz(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    G = table.games[i]
    return buchholz(p[i], list(G.values()), [p[j] for j in G])


SYSTEMS: Mapping[str, Callable[[Crosstable, Sequence[Fraction], int], Fraction]] = {
    "points": _points,
    "gelbfuss": _gelbfuss,
    "sonneborn-berger": _sonneborn_berger,
    "buchholz": _buchholz,
}


def numbers(system: str, table: Crosstable) -> tuple[Fraction, ...]:
    """The number every player has under ``system``, larger being better."""
    number = SYSTEMS[system]
    p = [HALF * doubled for doubled in table.sums()]
    found = []
    for i, player in enumerate(table.players):
        with concerning(player):
            found.append(number(table, p, i))
    return tuple(found)


# --- Buchholz and Sonneborn-Berger today ---------------------------------------------------------
# They bear the names of section 1 and are other things: tie-breaks, which put in order only those
# with equal scores.  Scores count every result, also of games not played.  In a Swiss tournament
# (article 16, in force since 1 September 2023) a round not played is a game against a dummy whose
# score is one's own, for tournaments from 1 March 2026 within limits; to opponents a requested bye
# counts as a draw if nothing but absence follows it.  Where the pairings are fixed beforehand
# (article 15) a forfeit is a game like any other and a bye is nothing.  Points are doubled, so
# that all numbers are whole.

LIMITS_FROM = date(2026, 3, 1)
"""From this day on the dummy's score is limited (C.07 16.4.1 and 16.4.2)."""
NOT_SHOWN_UP = (None, "forfeit", "double-loss")
DRAW = 1


@attrs.frozen(kw_only=True)
class Round:
    """One player's round: doubled points, and the opponent (None: a bye)."""

    number: int
    points: int
    opponent: str | None = None
    played: bool = False
    reason: str | None = None

    @property
    def requested_bye(self) -> bool:
        """C.07 16.1.1: half a point or none, without having been paired."""
        return self.opponent is None and self.points <= DRAW

    @property
    def absence(self) -> bool:
        """C.07 16.1.2, a voluntary unplayed round: a requested bye or a game lost by forfeit."""
        forfeited = not self.played and self.points == 0 and self.reason in NOT_SHOWN_UP
        return self.requested_bye or (forfeited and self.opponent is not None)


Sheets = Mapping[str, Sequence[Round]]
Faced = Sequence[tuple[int, int]]
"""Round by round, a player's points and the score of his opponent."""


def buchholz_fide(tournament: Tournament) -> Mapping[str, tuple[Fraction, Fraction]]:
    """C.07 8.1: score, and the sum of the scores faced, of every player."""
    return _with_scores(tournament, lambda met: Fraction(sum(faced for _, faced in met), 2))


def sonneborn_berger_fide(tournament: Tournament) -> Mapping[str, tuple[Fraction, Fraction]]:
    """C.07 9.1: score, and Σ points · score faced, of every player."""
    return _with_scores(tournament, lambda met: Fraction(sum(p * faced for p, faced in met), 4))


TIE_BREAKS = {"buchholz-fide": buchholz_fide, "sonneborn-berger-fide": sonneborn_berger_fide}


def _with_scores(
    tournament: Tournament, tie_break: Callable[[Faced], Fraction]
) -> Mapping[str, tuple[Fraction, Fraction]]:
    sheets = _sheets(tournament)
    score = {player: sum(had.points for had in sheet) for player, sheet in sheets.items()}
    faced = _faced_in_swiss if tournament.format == "swiss" else _score_of_fixed_pairing
    met = faced(tournament, sheets, score)
    return {player: (Fraction(score[player], 2), tie_break(met[player])) for player in sheets}


def _score_of_fixed_pairing(
    _tournament: Tournament, sheets: Sheets, score: Mapping[str, int]
) -> Mapping[str, Faced]:
    """C.07 15: with pairings fixed beforehand, each player faces the opponent he was to meet."""
    return {
        player: [(had.points, score[had.opponent]) for had in sheet if had.opponent is not None]
        for player, sheet in sheets.items()
    }


def _faced_in_swiss(
    tournament: Tournament, sheets: Sheets, score: Mapping[str, int]
) -> Mapping[str, Faced]:
    """C.07 16: a game not played is one against the dummy."""
    seen = {player: _score_for_opponents(sheet) for player, sheet in sheets.items()}
    bye_limit = _bye_limit(tournament, sheets)
    return {
        player: [(had.points, _faced(had, score[player], seen, bye_limit)) for had in sheet]
        for player, sheet in sheets.items()
    }


def _faced(had: Round, own: int, seen: Mapping[str, int], bye_limit: int | None) -> int:
    """The score of the opponent, or that of the dummy, which is one's own (C.07 16.4).

    Since the limits: after a forfeit no more than that of the opponent who was due (16.4.1),
    after a bye no more than half a point a round (16.4.2).
    """
    if had.opponent is None:
        return own if bye_limit is None else min(own, bye_limit)
    if had.played:
        return seen[had.opponent]
    return own if bye_limit is None else min(own, seen[had.opponent])


def _bye_limit(tournament: Tournament, sheets: Sheets) -> int | None:
    """Half a point for every round of the tournament; None while nothing was limited."""
    if (tournament.starts_on or tournament.ended_on) < LIMITS_FROM:
        return None
    return DRAW * (tournament.rounds or max(map(len, sheets.values()), default=0))


def _score_for_opponents(sheet: Sequence[Round]) -> int:
    """C.07 16.3: a requested bye with nothing but absence after it counts as a draw."""

    def ends_in_absence(bye: Round) -> bool:
        return all(had.absence for had in sheet if had.number >= bye.number and had is not bye)

    return sum(DRAW if had.requested_bye and ends_in_absence(had) else had.points for had in sheet)


def _sheets(tournament: Tournament) -> Sheets:
    """Every player's rounds; in a Swiss one missing altogether is a bye without points."""
    sheets: dict[str, list[Round]] = {player: [] for player in tournament.players}
    for game in tournament.games:
        for player, had in _sides(game):
            sheets.setdefault(player, []).append(had)
    if tournament.format == "swiss":
        numbers = {had.number for sheet in sheets.values() for had in sheet if had.number}
        for sheet in sheets.values():
            missed = numbers - {had.number for had in sheet}
            sheet += [Round(number=number, points=0) for number in sorted(missed)]
    return sheets


def _sides(game: Game) -> Iterator[tuple[str, Round]]:
    """The round as each of the two had it; a game without a round stands before all others."""
    both = Round(number=game.round or 0, points=0, played=game.played, reason=game.reason)
    yield game.white, attrs.evolve(both, points=int(2 * game.white_points), opponent=game.black)
    if game.black is not None:
        black = attrs.evolve(both, points=int(2 * game.black_points), opponent=game.white)
        yield game.black, black
