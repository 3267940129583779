"""The form that every rulebook has, and what most of them need not say for themselves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar, Generic, Self, TypeVar

import attrs
import msgspec

from ledger.events.messages import Message, marked
from projections.rulebooks.document import Document, at_work
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus, Report
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Ruling,
    faulty_entries,
    objections_to_ruling,
    unknown_entries,
)
from projections.rulebooks.occasion import DayCame, Occasion, TournamentEnded
from projections.rulebooks.readings import chosen
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Entrant, Tournament, TypicalResult

CardT = TypeVar("CardT")
Tasks = Mapping[type, Callable[[Any, Mapping[str, Any], Any], Evaluation[Any] | Mapping[str, Any]]]
"""By kind of occasion: from it, the cards before it and the readings the cards that changed."""
_packed = msgspec.json.Encoder(order="sorted").encode


@attrs.frozen(kw_only=True)
class NoReadings:
    """The readings of a document that leaves no choice."""


class Rulebook(Generic[CardT]):
    """One edition of one document, with its readings chosen.  Pure: no clock, no database.

    A frozen attrs class whose field ``readings`` holds the choices.  A player's card is None
    until he first has one.  Cards are frozen attrs classes of the rulebook's own; the replay
    only passes them on.

    ``name``: what a pool adopts (``dwz-1995``).  ``document``: whose paragraphs are cited.
    ``card``: the class of its cards.  ``card_fields``: the fields of a card in the contract's
    shape, the first one being the figure.  ``columns``: what a table of evaluations shows,
    fields of :meth:`table_row` under the paper's own headings.  ``printed``: the columns of an
    evaluation as a federation prints it, ``legend`` their symbols in words; without them a row's
    fields are printed under their names.
    """

    name: ClassVar[str]
    document: ClassVar[Document]
    card: ClassVar[type[Any]]
    card_fields: ClassVar[Sequence[str]]
    columns: ClassVar[Mapping[str, str]] = {
        "before": marked("Before"),
        "points": marked("Points"),
        "games": marked("Games"),
        "after": marked("After"),
    }
    printed: ClassVar[Sequence[PrintedColumn]] = ()
    legend: ClassVar[str] = ""
    symbols: ClassVar[Mapping[str, str]] = {}
    """The document's own symbols, as the steps of an audit use them, in words."""
    federation: ClassVar[str | None] = None
    """Whose national figures they are, in three letters; None: nobody's, or FIDE's own."""
    lower_is_stronger: ClassVar[bool] = False
    """Whether the strongest player has the lowest figure (Ingo)."""
    proposes_grades: ClassVar[bool] = False
    """Whether its lists propose promotions and demotions (EGF)."""
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Conversions on record, by the rulebook before, in the shape of rulebook.adopted."""
    tasks: ClassVar[Tasks]
    """What it does on an occasion, by kind; on one of another kind nothing."""
    card_entries: ClassVar[Sequence[Entry]]
    no_card_entry: ClassVar[Message]
    """The fields of a card that is decided, and what is said to any other field."""
    rulings: ClassVar[Mapping[str, Ruling]] = {}
    """The decisions that it calls for, by the rule under which they are recorded."""
    conversion_asks_persons: ClassVar[bool] = False
    """Whether its first cards after a conversion say anything of the person, such as an age."""
    readings: Any = NoReadings()

    @property
    def scale(self) -> str:
        """The scale of its figures: all editions of one document are on that of the first."""
        *_, first = self.document.editions
        return first.edition

    # --- what every rulebook says --------------------------------------------------------------

    def _evaluate(
        self, occasion: Occasion, cards: Mapping[str, CardT | None]
    ) -> Evaluation[CardT]:
        """Work one occasion out from the cards before it; what means nothing here changes none."""
        task = self.tasks.get(type(occasion))
        if task is None:
            return Evaluation(cards={})
        done = task(occasion, cards, self.readings)
        return done if isinstance(done, Evaluation) else Evaluation(cards=done)

    def standing(self, card: CardT | None, day: date) -> RatingStatus:
        """The worth of a card on ``day``; if the rulebook says no more, it holds for good."""
        del day
        if card is None:
            return RatingStatus(status="unrated")
        held: Any = card
        shown = {field: getattr(held, field) for field in self.card_fields}
        figure = shown[self.card_fields[0]]
        return RatingStatus(status="valid", figure=figure, card=shown, last_event=held.source)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the card of a decision (contract: rating.decided)."""
        del kind
        unknown = unknown_entries(card, self.card_entries, self.no_card_entry)
        return [*unknown, *faulty_entries(card, self.card_entries)]

    # --- what a forecast asks: not of a document that expects no score of a single game --------

    def figure_before_game(
        self, card: CardT | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """The figure with which somebody goes into a game on ``day``; None: he has none.

        ``entrant``: how he entered, where the document makes a figure of that.
        """
        del entrant
        held = self.standing(card, day)
        if held.status != "valid" or held.card is None:
            return None
        return float(held.card[self.card_fields[0]])

    def expected_score(
        self, own: float, opponent: float, *, day: date, stones: int = 0
    ) -> float | None:
        """The share of the point, 0 to 1, that a figure lets expect of a game on ``day``.

        By the document's own curve.  ``stones``: handicap stones received, negative where given.
        None: the document says nothing of what to expect.
        """
        del own, opponent, day, stones
        return None

    # --- what most rulebooks leave as it is ----------------------------------------------------

    def evaluate(self, occasion: Occasion, cards: Mapping[str, CardT | None]) -> Evaluation[CardT]:
        """Work one occasion out from the cards before it; whatever is cited is this edition."""
        if self.document.earlier is None:
            return self._evaluate(occasion, cards)
        with at_work(self.document):
            evaluation = self._evaluate(occasion, cards)
        return self._as_this_edition(evaluation)

    def evaluate_part(
        self, part: Tournament, cards: Mapping[str, CardT | None], others: Strengths
    ) -> Evaluation[CardT] | None:
        """Evaluate some players of a tournament, from what all the ``others`` counted as.

        ``part``: the tournament with the persons of these players alone, and at least their
        games; ``cards``: theirs before it.  The outcome has their cards, a report with their rows
        and no games left out, and the strengths of everybody.  Where one of them had no rating
        before, everyone without one must be in the part.

        None: this rulebook evaluates a tournament only as a whole.
        """
        with at_work(self.document):
            evaluation = self._evaluate_part(part, cards, others)
        return None if evaluation is None else self._as_this_edition(evaluation)

    def _evaluate_part(
        self, part: Tournament, cards: Mapping[str, CardT | None], others: Strengths
    ) -> Evaluation[CardT] | None:
        del part, cards, others
        return None

    def _as_this_edition(self, evaluation: Evaluation[CardT]) -> Evaluation[CardT]:
        """The same with a report that cites this edition."""
        return attrs.evolve(evaluation, report=partial(self._reported, evaluation.report))

    def _reported(self, report: Callable[[], Report]) -> Report:
        with at_work(self.document):
            return report()

    def read_with(self, parameters: Mapping[str, Any]) -> Self | Sequence[Objection]:
        """The same rulebook under named readings, or what is wrong with them."""
        readings = chosen(type(self.readings), self.name, parameters)
        if isinstance(readings, Sequence):
            return readings
        return self if readings == self.readings else type(self)(readings=readings)  # type: ignore[call-arg]

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a recorded decision; an unknown rule is an objection to it."""
        return list(objections_to_ruling(rule, about, value, self.rulings, self.name))

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """What is wrong with a card, in order by itself, that is to hold from a day on."""
        del card, day
        return ()

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """What is wrong with a decision, in order by itself, about a tournament by its end."""
        del rule, value, ended_on
        return ()

    def occasions(self, tournament: Tournament) -> Iterable[Occasion]:
        """When a tournament gives work: as a whole at its end, or game by game."""
        return (TournamentEnded(day=tournament.ended_on, tournament=tournament),)

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """Whether it takes the games of a tournament to say when it gives work."""
        del tournament
        return False

    def due_on(self, card: CardT | None) -> date | None:
        """The list on which a card changes with what waits on it: nothing ever waits."""
        del card
        return None

    def settled_on(self, occasion: Occasion) -> date | None:
        """The list by which the report of an occasion has its rows; None: it has them at once."""
        del occasion
        return None

    def settled(
        self,
        report: Report,
        occasion: Occasion,
        cards: Mapping[str, CardT | None],
        *,
        has_come: bool,
    ) -> Report:
        """A report with the rows that its list gives.

        ``cards``: those just before the list where it ``has_come``, else those of the cut.
        """
        del occasion, cards, has_come
        return report

    def calendar(self, first: date, last: date) -> Iterable[DayCame]:
        """The rulebook's own days from ``first`` to ``last``, both included: it has none."""
        del first, last
        return ()

    def join(self, reports: Sequence[Report]) -> Report:
        """A tournament's report out of those of its occasions: the only one there is."""
        return reports[0] if reports else Report()

    def residual_games(self, card: CardT | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Games still waiting to be used on ``day``, in the contract's shape: none ever wait."""
        del card, day
        return ()

    def report_day(self, season: int) -> date | None:
        """The day whose figures clubs report for a season; None: they report nothing."""
        del season
        return None

    def club_report(
        self, club: str, came: DayCame, cards: Mapping[str, CardT]
    ) -> Sequence[Mapping[str, Any]]:
        """What a club reports on that day: lines of ``rule``, ``player``, ``what``, ``value``."""
        del club, came, cards
        return ()

    def proposed_card(self, result: TypicalResult) -> Mapping[str, Any] | Objection:
        """The card that the document proposes for somebody without a figure, or why none."""
        del result
        message = Message("%(rulebook)s proposes no first figures", rulebook=self.name)
        return Objection("rulebook", message)

    def conversion_source(self, card: CardT | None, day: date) -> tuple[int, int] | None:
        """Figure and number of evaluations that a later rulebook carries over, if any.

        Of a rulebook that counts no evaluations: the figure valid on ``day``, and 0.
        """
        held = self.standing(card, day)
        return None if held.status != "valid" or held.figure is None else (held.figure, 0)

    def converts_from(self, before: "Rulebook[Any]", card: Any, day: date) -> Any:
        """What a conversion into this rulebook is given of a card of the one ``before``.

        The figure and the number of evaluations; an edition that goes on with the cards may ask
        for the card itself.
        """
        return before.conversion_source(card, day)

    def shown_before_conversion(
        self, before: "Rulebook[Any]", card: Any, day: date
    ) -> Mapping[str, Any] | None:
        """The card of the rulebook ``before`` as a record shows it beside its conversion."""
        return before.standing(card, day).card

    def shown_conversion(
        self, card: CardT | None, event: str, day: date
    ) -> Mapping[str, Any] | None:
        """What the conversion of an adoption gave of a card; None where it gave no figure."""
        standing = self.standing(card, day)
        return standing.card if standing.last_event == event else None

    def keeps_cards_of(self, before: "Rulebook[Any]") -> bool:
        """Whether the cards of the rulebook that governed before go on as they are.

        They do under the same rulebook and under a later edition of it; any other is given figures
        to convert.
        """
        return before.card is self.card and before.document in self.document.editions

    def format_card(self, card: Mapping[str, Any]) -> str:
        """A card of the contract's shape as people write it: ``1873-42``, ``128 /5``."""
        return ", ".join(str(card[field]) for field in self.card_fields if card[field] is not None)

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row of a report with what ``columns`` may name beside its fields.

        ``before`` and ``after``: the card as people write it; ``played``: the games counted.
        """
        own = dict(row)
        own |= {when: self._card_text(row, when) for when in ("before", "after")}
        return own | {"played": len(row.get("games_used") or ())}

    def card_in(self, row: Mapping[str, Any], when: str) -> Mapping[str, Any]:
        """The card ``before`` or ``after``, out of fields such as ``rating_after``."""
        return {field: row.get(f"{field}_{when}") for field in self.card_fields}

    def _card_text(self, row: Mapping[str, Any], when: str) -> str:
        if when not in self.columns:
            return ""
        card = self.card_in(row, when)
        return "" if card[self.card_fields[0]] is None else self.format_card(card)

    def pack(self, card: CardT) -> str:
        """The card as JSON text for the read model; equal cards give equal text."""
        return _packed(card).decode()

    def unpack(self, text: str) -> CardT:
        """The card that :meth:`pack` wrote."""
        card: CardT = msgspec.json.decode(text, type=self.card)
        return card
