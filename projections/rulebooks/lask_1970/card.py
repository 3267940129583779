"""The record sheet (rankingprotokoll) of a player."""

from collections.abc import Mapping
from datetime import date

import msgspec
from msgspec.structs import replace


class ClubRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Games of one club against others in a season, and their rating points (Regel 7 c, d).

    ``N``: games; ``S``: the sum of the changes, negative if the club lost points.
    """

    club: str
    N: int
    S: int


class SeasonRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The data on a player's season (from 1/9) that the base dates 1/6 and 1/9 need.

    ``games``: games that count for Tabell 4, of 1/9 to 31/5; ``deduction``: the points deducted on
    1/6 for too few of them.  ``interclub``: by the club of the game's day, in the order of the
    clubs.  ``larger_events``: the tournaments of Regel 11 a in which he played, in their order.
    """

    games: int = 0
    deduction: int = 0
    interclub: tuple[ClubRecord, ...] = ()
    larger_events: tuple[str, ...] = ()

    def with_games(self, more: int, interclub: tuple[ClubRecord, ...]) -> "SeasonRecord":
        """Return the record after more games for Tabell 4, with their points for the clubs."""
        return replace(self, games=self.games + more, interclub=interclub)


class ReRanking(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A number that waits for the next base date, and the decision that set it."""

    figure: int
    event: str


class LaskCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A ranked player: rating points without floor or ceiling.

    ``base``: the number in force, since ``base_on``, given by ``base_event``.  ``running``: the
    base with the changes of the current period, last changed by ``running_event``.  ``original``,
    ``original_on``: his first number, as a member or as an outsider (Regel 7 e).  An
    ``outsider`` has only the number last set by the committee; nothing is booked for him and
    ``running`` equals ``base``.  ``re_ranking``: a number that waits (omranking, reading L1).
    """

    base: int
    base_on: date
    base_event: str
    running: int
    running_event: str
    original: int
    original_on: date
    outsider: bool
    season: SeasonRecord = SeasonRecord()
    re_ranking: ReRanking | None = None

    @property
    def adjustable(self) -> bool:
        """True if base dates deduct or add points: not for outsiders, nor for a waiting number."""
        return not self.outsider and self.re_ranking is None

    @property
    def settled(self) -> bool:
        """True if the next base date has nothing to carry over."""
        return (
            self.running == self.base
            and self.running_event == self.base_event
            and self.re_ranking is None
        )

    def carried_to(self, running: int, event: str, season: SeasonRecord) -> "LaskCard":
        """Return the card after games were booked; the base does not change."""
        return replace(self, running=running, running_event=event, season=season)

    def with_base(self, base: int, on: date, event: str, season: SeasonRecord) -> "LaskCard":
        """Return the card after a base date: its new base, which is its running number, too."""
        return replace(
            self,
            base=base,
            base_on=on,
            base_event=event,
            running=base,
            running_event=event,
            season=season,
            re_ranking=None,
        )


class UnrankedCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player without a number, of whose season something is to be kept until he has one.

    After a larger event he gets the bonus of Regel 11 a if he is a ranked member by 1/9.
    """

    season: SeasonRecord = SeasonRecord()


AnyCard = LaskCard | UnrankedCard
Ranked = Mapping[str, LaskCard]
"""By player: the cards of those who have a number."""
Cards = Mapping[str, AnyCard | None]
"""By player: his record; None if there is none."""


def with_numbers(cards: Cards) -> Ranked:
    """The cards of those who have a number."""
    return {player: card for player, card in cards.items() if isinstance(card, LaskCard)}
