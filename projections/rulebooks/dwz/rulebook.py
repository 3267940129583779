"""The editions of the DWZ as rulebooks of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks import occasion
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026, procedure
from projections.rulebooks.dwz import p4_10_order as p4_10
from projections.rulebooks.dwz import p6_01_validity as p6_01
from projections.rulebooks.dwz import p6_02_events as p6_02
from projections.rulebooks.dwz.card import DwzCard
from projections.rulebooks.dwz.chapters import Chapters
from projections.rulebooks.dwz.editions import DWZ_1995, DWZ_2014, DWZ_2026
from projections.rulebooks.dwz.p4_04_residual_games import as_listed
from projections.rulebooks.dwz.p4_05_expectation import chance
from projections.rulebooks.dwz.readings import Readings1995, Readings2014, Readings2026
from projections.rulebooks.dwz.report import PRINTED, change, remark
from projections.rulebooks.evaluation import Evaluation, RatingStatus, picked, printed
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Objections,
    Ruling,
    faulty_entries,
    is_bool,
    only,
    unknown_entries,
    whole_between,
)
from projections.rulebooks.rulebook import Rulebook, Tasks
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Tournament

# --- objections to a card or a decision ----------------------------------------------------------

HIGHEST = 9999
_CARD = [
    Entry(
        "rating",
        whole_between(-HIGHEST, HIGHEST),
        Message("must be a whole number from -%(most)s to %(most)s", most=HIGHEST),
    ),
    Entry("index", whole_between(0), Message("must be a whole number, 0 or more")),
]


def _one_tournament(about: Mapping[str, Any]) -> Objections:
    if set(about) != {"tournament"} or not isinstance(about["tournament"], str):
        remedy = Message('must name the tournament and nothing else: {"tournament": "id"}')
        yield Objection("about", remedy)


_CHOICE = Message('must be {"evaluate": true}, or false to refuse the tournament')
_RULINGS = {p6_02.EXCEPTION: Ruling(_one_tournament, only("evaluate", is_bool, _CHOICE))}
"""An exception under 6.2.1, granted or refused to a tournament."""


# --- 1995 ----------------------------------------------------------------------------------------
# A later edition inherits the class and says which of its parts are new: its name, its document,
# its readings, its chapters.


@attrs.frozen
class Dwz1995(Rulebook[DwzCard]):
    """The Wertungsordnung of 1995 under chosen readings."""

    name = "dwz-1995"
    document = dwz
    card = DwzCard
    card_fields = ("rating", "index")
    typed_example = "1700-12"
    fields_of_opponents: ClassVar[Mapping[str, Any]] = {"index": 6}
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
    tasks: ClassVar[Tasks] = {
        occasion.TournamentEnded: procedure.evaluate,
        occasion.SummaryKnown: procedure.resume,
        occasion.RatingAdopted: p6_01.card_adopted,
        occasion.RatingDecided: lambda it, _, rules: {it.player: rules.decide(it)},
        occasion.RulebookBegan: p6_01.cards_converted,
    }
    federation = "GER"
    symbols: ClassVar[Mapping[str, str]] = {
        "Ro": marked("the DWZ before"),
        "Rn": marked("the DWZ after"),
        "W": marked("points"),
        "We": marked("expected points"),
        "n": marked("games"),
        "E": marked("development coefficient"),
        "J": marked("the addition to E for age"),
        "P": marked("P(D), the expectation at a difference D"),
        "D": marked("difference of two ratings; D(p), that at which p is expected"),
        "Rc": marked("mean of the opponents' ratings"),
        "Rh": marked("performance"),
        "Rp": marked("performance that replaces Ro for the opponents"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "status": marked("Status"),
        "before": marked("Before"),
        "points": marked("Points"),
        "games": marked("Games"),
        "expected": "We",
        "coefficient": "E",
        "after": marked("After"),
        "performance": "Rh",
        "special": "Rp",
    }
    printed = printed(PRINTED.format("E"))
    first_rating = 5, marked("A first DWZ needs five games against rated players.")
    exceptional: ClassVar[str | None] = "DWZ 4.7.6"
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "ingo-1960": {"pieces": [{"factor": -8, "plus": 2840}]}
    }
    chapters: ClassVar[Chapters] = DWZ_1995

    readings: Readings1995 = attrs.field(factory=Readings1995)

    @cached_property
    def rules(self) -> Chapters:
        """The edition's chapters under the readings chosen."""
        return attrs.evolve(self.chapters, readings=self.readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """Return the faults in the card of a decision: it must be a rating with its index."""
        unknown = Message(
            "a card of %(edition)s has a rating and an index; leave it out", edition=self.name
        )
        return [*faulty_entries(card, _CARD), *unknown_entries(card, _CARD, unknown)]

    def occasions(self, tournament: Tournament) -> Sequence[occasion.Occasion]:
        """Return the one occasion of a tournament, its end."""
        return (p4_10.occasion_of(tournament),)

    def _evaluate_part(
        self, part: Tournament, cards: procedure.Cards, others: Strengths
    ) -> Evaluation[DwzCard]:
        return procedure.evaluate_part(part, cards, self.rules, others)

    def standing(self, card: DwzCard | None, day: date) -> RatingStatus:
        """Return the valid figure, else the one that lapsed last, else none (6.1.1)."""
        valid = p6_01.valid_figure(card, day, self.rules)
        held = valid or p6_01.last_lapsed(card, self.rules)
        if held is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="lapsed" if valid is None else "valid",
            figure=held.rating,
            card=picked(held, "rating index"),
            valid_until=held.until,
            last_event=held.source,
        )

    def unchanged_until(self, card: DwzCard | None, day: date) -> date | None:
        """Return the last day of the valid figure (6.1.1); a lapsed one stays as it is."""
        valid = p6_01.valid_figure(card, day, self.rules)
        return None if valid is None else valid.until

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """P(D) of 4.5, D being the difference of the two figures."""
        return chance(own - opponent, self.readings.expectancy)

    def format_card(self, card: Mapping[str, Any]) -> str:
        """A DWZ as people write it, with its index: ``1873-42``."""
        return f"{card['rating']}-{card['index']}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with the ``change`` of the figure and a ``remark`` on what was done."""
        return {**super().table_row(row), "change": change(row), "remark": remark(row)}

    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Return the residual games valid on ``day``, each with its last day."""
        if card is None:
            return ()
        return [
            {**as_listed(game), "valid_until": until and until.isoformat()}
            for game in p6_01.valid_residual_games(card.residual_games, day, self.readings)
            for until in [p6_01.last_day(game.ended_on, self.readings.residual_years)]
        ]

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """The card itself if the DWZ goes on, else the converted values of the rulebook before."""
        return card if self.keeps_cards_of(before) else super().converts_from(before, card, day)

    @property
    def asks_clubs(self) -> bool:
        """True if nothing is kept of players who were never in a club (2014 3.4.3)."""
        return isinstance(self.readings, Readings2014) and self.readings.members_only

    def shown_before_conversion(
        self, before: Rulebook[Any], card: Any, day: date
    ) -> Mapping[str, Any] | None:
        """Return the own DWZ between editions: it is converted even if lapsed."""
        own = card.figure if self.keeps_cards_of(before) and card is not None else None
        if own is None:
            return super().shown_before_conversion(before, card, day)
        return picked(own, "rating index")

    def shown_conversion(
        self, card: DwzCard | None, event: str, day: date
    ) -> Mapping[str, Any] | None:
        """Return the own DWZ if the conversion gave it, lapsed or not."""
        own = None if card is None else card.figure
        return picked(own, "rating index") if own is not None and own.source == event else None

    def conversion_source(self, card: DwzCard | None, day: date) -> tuple[int, int] | None:
        """Rating and index of the figure valid on ``day``."""
        held = p6_01.valid_figure(card, day, self.rules)
        return None if held is None else (held.rating, held.index)


# --- 2014 ----------------------------------------------------------------------------------------


@attrs.frozen
class Dwz2014(Dwz1995):
    """The Wertungsordnung between 2003 and the Umstufung of 2026, under chosen readings."""

    name = "dwz-2014"
    document = dwz_2014
    first_rating = (
        5,
        marked("A first DWZ needs five games against rated players, not all won, not all lost."),
    )
    exceptional = "DWZ 2014 3.6.3"
    chapters: ClassVar[Chapters] = DWZ_2014

    readings: Readings2014 = attrs.field(factory=Readings2014)

    @dwz_2014.within("3.4.3")
    def adoption_notes(self) -> Sequence[Message]:
        """Return the note on non-members, of whom the text keeps nothing."""
        if self.readings.members_only:
            return ()
        return [
            self.document.because(
                "3.4.3",
                "the text of the DSB stores nothing of players who were never in a club, this "
                "list stores their ratings. members_only=true follows the text; it needs "
                "memberships on record.",
            )
        ]

    @dwz_2014.within("4.1.1")
    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """No games if there is a DWZ: it never lapses, even if it did before this edition."""
        if p6_01.valid_figure(card, day, self.rules) is not None:
            return ()
        return super().residual_games(card, day)


# --- 2026 ----------------------------------------------------------------------------------------


@attrs.frozen
class Dwz2026(Dwz2014):
    """The Wertungsordnung since the Umstufung of 2026, under chosen readings."""

    name = "dwz-2026"
    document = dwz_2026
    columns: ClassVar[Mapping[str, str]] = {**Dwz2014.columns, "coefficient": "K"}
    printed = printed(PRINTED.format("K"))
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "dwz-1995": p6_01.UMSTUFUNG,
        "dwz-2014": p6_01.UMSTUFUNG,
    }
    first_rating = 5, marked("A first DWZ needs five games against rated players, not all lost.")
    exceptional = "DWZ 2026 3.6.3"
    chapters: ClassVar[Chapters] = DWZ_2026

    readings: Readings2026 = attrs.field(factory=Readings2026)
