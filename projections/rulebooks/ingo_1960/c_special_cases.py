"""INGO C: the first three numbers, all won or lost, deviations, short events, fifty degrees."""

from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import Degrees, exact, plain, rounded, weighted
from projections.rulebooks.ingo_1960.card import Mark
from projections.rulebooks.ingo_1960.field import Side
from projections.rulebooks.tournament import Tournament, values_decided

CONSENT = ingo.cite("C III")

# --- C I: the first, second and third number, and B I 4: every later one -------------------------


@ingo("C I")
def first_number(H: float, places: int) -> float:
    """F/1 = H."""
    return plain(rounded(exact(H), places))


@ingo("C I")
def second_number(F: float, H: float, places: int) -> float:
    """F/2 = (F + H) / 2."""
    return weighted(F, 1, H, 1, places)


@ingo("C I")
def third_number(F: float, H: float, places: int) -> float:
    """F/3 = (2 F + H) / 3."""
    return weighted(F, 2, H, 1, places)


@ingo("B I 4")
def later_number(F: float, H: float, places: int) -> float:
    """From the fourth evaluation on F = (3 F + H) / 4 (R1)."""
    return weighted(F, 3, H, 1, places)


# --- C II: newcomers who won or lost all their games ---------------------------------------------


@ingo.within("C II")
def all_won_or_lost(
    newcomers: frozenset[str], sides: Mapping[str, Sequence[Side]]
) -> frozenset[str]:
    """Return the newcomers whose H is only a bound, so that no opponent may use it or the result.

    Removing their games may leave others with only wins or only losses.  The passes repeat until
    nobody is found.  All players found in one pass are removed together (R15).
    """
    unbounded: frozenset[str] = frozenset()
    while found := {
        player
        for player in newcomers - unbounded
        if _only_wins_or_losses([s for s in sides[player] if s.opponent not in unbounded])
    }:
        unbounded |= found
    for player in sorted(unbounded):
        _note_struck(player, len(sides[player]))
    return unbounded


def _only_wins_or_losses(remaining: Sequence[Side]) -> bool:
    points = {side.points for side in remaining}
    return points in ({0}, {1})


def _note_struck(player: str, games: int) -> None:
    with concerning(player):
        ingo.note(
            "C II",
            "Without a number and with nothing but wins or losses.",
            {"games": games},
            Message("struck for the opponents"),
        )


@ingo("C II")
def mark_of(points: float, games: int) -> Mark:
    """All won: the number is this "or better"; all lost: "or worse"."""
    return "or better" if points == games else "or worse"


@ingo("C II")
def counts_as_first(F: float, marked: Mark, H: float) -> bool:
    """An H worse than "or worse", or better than "or better", counts as a first F again."""
    return H > F if marked == "or worse" else H < F


@ingo("C II")
def after_mark(F: float, H: float, places: int) -> float:
    """Otherwise as is usual for a second number: (F + H) / 2, whatever the count."""
    return weighted(F, 1, H, 1, places)


@ingo("C II")
def mark_kept(marked: Mark, bound: Mark | None, keep: bool) -> Mark | None:
    """The mark stays if the same extreme is reached again; the other bounds from both sides.

    ``bound``: the mark of a first number from this event; ``keep``: the reading R16.
    """
    return marked if keep and bound == marked else None


# --- C III: considerable deviations, where the performance counts double -------------------------

DEVIATION = 25
"""Degrees from which on a junior's improvement is considerable, 25 included (R6)."""


@ingo.within("C III")
def consents(tournament: Tournament) -> frozenset[str]:
    """The players whose H counts double by consent of the main evaluator (R7)."""
    decided = values_decided(
        tournament.decisions, CONSENT, "player", "apply", tournament=tournament.id
    )
    return frozenset(player for player, applies in decided.items() if applies)


@ingo.within("C III")
def deviates_considerably(F: float, H: float, direction: Literal["improvement", "both"]) -> bool:
    """F − H ≥ 25; in both directions only under the other reading (R6)."""
    improvement = exact(F) - exact(H)
    deterioration_too = direction == "both" and -improvement >= DEVIATION
    return improvement >= DEVIATION or deterioration_too


@ingo("C III")
def doubled_performance(F: float, H: float, places: int) -> float:
    """F = (F + 2 H) / 3: juniors improving by 25 degrees, anyone with the evaluator's consent."""
    return weighted(F, 1, H, 2, places)


# --- C IV and C V: short tournaments with their protective limit, and single matches -------------


@ingo.within("C IV")
def is_too_short(scored: int, least: int) -> bool:
    """True if the player has fewer scored games than the rules begin with, three (R11)."""
    if scored < least:
        text = Message("Too few scored games: the number does not change.")
        ingo.note("C IV", text, {"scored": scored, "least": least}, None)
    return scored < least


@ingo.within("C V")
def is_too_short_match(played: int, least: int) -> bool:
    """True if fewer than four games of a match were played; any number may be scored (R11)."""
    if played < least:
        text = Message("Too few games for a match: the number does not change.")
        ingo.note("C V", text, {"played": played, "least": least}, None)
    return played < least


SHORT_EVENTS = {3: (7, 4), 4: (5, 5), 5: (4, 6)}
"""By scored games: the weight of the old F beside H, and the most degrees F may change (R10)."""


@ingo("C IV")
def short_event_number(F: float, H: float, games: int, places: int) -> float:
    """3, 4, 5 games: (7 F + H) / 8, (5 F + H) / 6, (4 F + H) / 5, by at most 4, 5, 6 degrees.

    The limit holds for the rounded number (R12).
    """
    times, most = SHORT_EVENTS[games]
    old, new = exact(F), exact(weighted(F, times, H, 1, places))
    return plain(min(max(new, old - most), old + most))


@ingo("C V")
def match_number(F: float, H: float, places: int) -> float:
    """An individual match of at least four games: (7 F + H) / 8."""
    return weighted(F, 7, H, 1, places)


# --- C VI: players more than fifty degrees apart -------------------------------------------------


@attrs.frozen(kw_only=True)
class Limited:
    """A game of players too far apart: ``struck``, or each counts the other at the limit."""

    better: str
    struck: bool
    degrees: int

    def distance(self, player: str) -> int:
        """Return the degrees from the player's own number at which his opponent counts."""
        return self.degrees if player == self.better else -self.degrees


Limits = Mapping[str, Limited]
"""The limited games, by id."""


@ingo.within("C VI")
def beyond_limit(
    numbers: Mapping[str, Degrees],
    sides: Mapping[str, Sequence[Side]],
    degrees: int,
    known: Limits | None = None,
) -> dict[str, Limited]:
    """The games, but for those ``known``, of players more than ``degrees`` apart.

    If the better player won, the game is not scored for either; otherwise each counts the other
    as exactly ``degrees`` apart.
    """
    found: dict[str, Limited] = {}
    for player, own in numbers.items():
        for side in sides[player]:
            number = numbers.get(side.opponent, own)
            if not -degrees <= own - number <= degrees:
                if side.game in found or (known and side.game in known):
                    continue  # handled from the opponent's side, or before
                ahead = own < number
                won = (side.points if ahead else side.opponent_points) == 1
                better = player if ahead else side.opponent
                found[side.game] = Limited(better=better, struck=won, degrees=degrees)
    return found
