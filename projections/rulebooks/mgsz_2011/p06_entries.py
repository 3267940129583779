"""MGSZ 6.§ (1), step 2: the starting Elo of everybody in a tournament."""

from collections.abc import Mapping

import attrs

from ledger.events.messages import Message
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_limits import GRADES, GRADES_OF_TABLE, LIMITS, limit_of
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Entrant, Tournament

_ABOVE_TABLE = frozenset(GRADES) - frozenset(GRADES_OF_TABLE)


@attrs.frozen(kw_only=True)
class Entries:
    """The field of a tournament.

    ``registered``: the cards of the players in the register.  ``starting``: the Elo of these
    and of the guests.  ``without_elo``: the others, each with the reason.
    """

    registered: Mapping[str, MgszCard]
    starting: Mapping[str, int]
    without_elo: Mapping[str, str]


@mgsz.within("6 (1) step 2")
def entries(
    tournament: Tournament, cards: Mapping[str, MgszCard | None], readings: Readings
) -> Entries:
    """Registered players start from their card, guests from the limit of their entry grade."""
    held = {player: cards.get(player) for player in sorted(tournament.players)}
    registered = {player: card for player, card in held.items() if card is not None}
    starting = {player: card.elo for player, card in registered.items()}
    without_elo = {}
    entered = {entrant.player: entrant for entrant in tournament.entrants}
    for player in (player for player in held if player not in registered):
        value = guest_value(entered.get(player) or Entrant(player=player), readings)
        if isinstance(value, int):
            starting[player] = value
        else:
            without_elo[player] = value
    return Entries(registered=registered, starting=starting, without_elo=without_elo)


@mgsz.within("6 (1) step 2")
def guest_value(entrant: Entrant, readings: Readings) -> int | Message:
    """The Elo of somebody not in the register, or why he has none."""
    grade = entrant.entry_grade
    if entrant.status == "newcomer":
        return mgsz.because(
            "6 (1) step 2",
            "%(player)s is a newcomer whose starting figures the manager has not set",
            player=entrant.player,
        )
    if grade is None:
        return mgsz.because(
            "6 (1) step 2",
            "%(player)s is not in the register and has no entry grade",
            player=entrant.player,
        )
    if grade in _ABOVE_TABLE and readings.beyond_table == "committee":
        return mgsz.because(
            "6 (1) step 2",
            "%(player)s entered as %(grade)s, beyond table 1, and the Rating Committee has given "
            "no Elo",
            player=entrant.player,
            grade=grade,
        )
    if grade not in _ABOVE_TABLE and grade not in GRADES_OF_TABLE:
        return mgsz.because(
            "6 (1) step 2",
            "%(player)s entered as %(grade)s, which is no grade of table 1",
            player=entrant.player,
            grade=grade,
        )
    value = LIMITS[-1] if grade in _ABOVE_TABLE else limit_of(grade)
    given = {"guest": entrant.player, "entry_grade": grade}
    mgsz.note("6 (1) step 2", "A guest has the lower limit of his entry grade.", given, value)
    return value
