"""The interface of every rulebook, with defaults that suit most of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

import attrs
import msgspec

from ledger.events.messages import Message, marked
from projections.rulebooks.document import Document, citing_edition
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus, Report
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Ruling,
    faults_in,
    objections_to_ruling,
)
from projections.rulebooks.occasion import CalendarDay, Occasion, TournamentEnded
from projections.rulebooks.readings import chosen
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Entrant, Tournament, TypicalResult

CardT = TypeVar("CardT")
Tasks = Mapping[type, Callable[[Any, Mapping[str, Any], Any], Evaluation[Any] | Mapping[str, Any]]]
"""By kind of occasion: the function from it, the cards and the rules to changed cards."""
_packed = msgspec.json.Encoder(order="sorted").encode


@attrs.frozen(kw_only=True)
class NoReadings:
    """The readings of a document that leaves no choice."""


class Rulebook(Generic[CardT]):
    """One edition of one document, with its readings chosen.  Pure: no clock, no database.

    A frozen attrs class whose field ``readings`` holds the choices.  A player's card is None
    until he first has one.  Cards are frozen attrs classes of the rulebook's own; the replay
    only passes them on.

    ``name``: the name that a pool adopts (``dwz-1995``).  ``document``: the document cited.
    ``card``: the class of its cards.  ``card_fields``: the fields of a card in the contract's
    shape, the first one being the figure.  ``columns``: the columns of a table of evaluations,
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
    symbols: ClassVar[Mapping[str, str]] = {}
    """The document's own symbols, as the steps of an audit use them, in words."""
    first_rating: ClassVar[tuple[int, str] | None] = None
    """The games that a first rating needs, and all conditions in words; None: no number."""
    highest_first: ClassVar[tuple[int, str] | None] = None
    """The highest first rating, and its paragraph."""
    pooling: ClassVar[tuple[str, str] | None] = None
    """The paragraph by which the games of an unrated player are kept for later lists, and that
    by which a first event without a point is disregarded."""
    exceptional: ClassVar[str | None] = None
    """The paragraph by which exceptional performances count in place of ratings."""
    federation: ClassVar[str | None] = None
    """The federation of these national ratings, in three letters; None: no federation, or FIDE."""
    discipline: ClassVar[Literal["chess", "go"]] = "chess"
    """The game that it rates."""
    usual_flags: ClassVar[Sequence[str]] = ()
    """The default flags of a tournament whose games it rates."""
    typed_fields: ClassVar[Sequence[str]] = ()
    """The fields of a card in the order in which people type them; (): as they are on it."""
    typed_example: ClassVar[str] = "1700"
    """A rating as people type it, with all that is needed beside the figure."""
    fields_of_opponents: ClassVar[Mapping[str, Any]] = {}
    """Values for the fields that may be left out of an opponent's card, for nothing asks them."""
    moving_field: ClassVar[str] = ""
    """The field of a card that games move at once, if it is not the figure."""
    lower_is_stronger: ClassVar[bool] = False
    """True if the strongest player has the lowest figure (Ingo)."""
    proposes_grades: ClassVar[bool] = False
    """True if its lists propose promotions and demotions (EGF)."""
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Conversions on record, by the rulebook before, in the shape of rulebook.adopted."""
    tasks: ClassVar[Tasks]
    """The work on an occasion, by kind; none for other kinds."""
    card_entries: ClassVar[Sequence[Entry]]
    no_card_entry: ClassVar[Message]
    """The fields of a card that is decided, and the remedy for any other field."""
    rulings: ClassVar[Mapping[str, Ruling]] = {}
    """The decisions that it requires, by the rule under which they are recorded."""
    conversion_asks_persons: ClassVar[bool] = False
    """True if its first cards after a conversion need personal data, such as an age."""
    readings: Any = NoReadings()

    @property
    def asks_clubs(self) -> bool:
        """True if an evaluation may depend on the club of a player on a day."""
        return True

    @property
    def scale(self) -> str:
        """The scale of its figures: all editions of one document share that of the first."""
        *_, first = self.document.editions
        return first.edition

    @property
    def rules(self) -> Any:
        """The values that its tasks work with: its readings, or more than those (DWZ)."""
        return self.readings

    # --- required of every rulebook ------------------------------------------------------------

    def _evaluate(
        self, occasion: Occasion, cards: Mapping[str, CardT | None]
    ) -> Evaluation[CardT]:
        """Evaluate one occasion from the cards before it; irrelevant occasions change nothing."""
        task = self.tasks.get(type(occasion))
        if task is None:
            return Evaluation(cards={})
        done = task(occasion, cards, self.rules)
        return done if isinstance(done, Evaluation) else Evaluation(cards=done)

    def standing(self, card: CardT | None, day: date) -> RatingStatus:
        """Return the value of a card on ``day``; by default it is valid for ever."""
        if card is None:
            return RatingStatus(status="unrated")
        held: Any = card
        shown = {field: getattr(held, field) for field in self.card_fields}
        figure = shown[self.card_fields[0]]
        return RatingStatus(status="valid", figure=figure, card=shown, last_event=held.source)

    def unchanged_until(self, card: CardT | None, day: date) -> date | None:
        """Return the last day on which the value of a card is still that of ``day``.

        An earlier day will do.  None: it never changes, as by default.
        """
        return None

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """Return the faults in the card of a decision (contract: rating.decided)."""
        return list(faults_in(card, self.card_entries, self.no_card_entry))

    # --- for forecasts: not for a document without an expected score of a single game ----------

    def figure_before_game(
        self, card: CardT | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """Return a player's figure before a game on ``day``; None: he has none.

        ``entrant``: his entry, if the document derives a figure from it.
        """
        held = self.standing(card, day)
        if held.status != "valid" or held.card is None:
            return None
        return float(held.card[self.card_fields[0]])

    def expected_score(
        self, own: float, opponent: float, *, day: date, stones: int = 0
    ) -> float | None:
        """Return the expected score, 0 to 1, between two figures in a game on ``day``.

        By the document's own curve.  ``stones``: handicap stones received, negative if given.
        None: the document defines no expectation.
        """
        return None

    # --- defaults that most rulebooks keep -----------------------------------------------------

    def evaluate(self, occasion: Occasion, cards: Mapping[str, CardT | None]) -> Evaluation[CardT]:
        """Evaluate one occasion from the cards before it; citations name this edition."""
        if self.document.earlier is None:
            return self._evaluate(occasion, cards)
        with citing_edition(self.document):
            evaluation = self._evaluate(occasion, cards)
        return self._citing_this_edition(evaluation)

    def evaluate_part(
        self, part: Tournament, cards: Mapping[str, CardT | None], others: Strengths
    ) -> Evaluation[CardT] | None:
        """Evaluate some players of a tournament, from the strengths of all the ``others``.

        ``part``: the tournament with the persons of these players alone, and at least their
        games; ``cards``: theirs before it.  The outcome has their cards, a report with their rows
        and no games left out, and the strengths of all players.  If one of them had no rating
        before, every player without one must be in the part.

        None: this rulebook evaluates a tournament only as a whole.
        """
        with citing_edition(self.document):
            evaluation = self._evaluate_part(part, cards, others)
        return None if evaluation is None else self._citing_this_edition(evaluation)

    def _evaluate_part(
        self, part: Tournament, cards: Mapping[str, CardT | None], others: Strengths
    ) -> Evaluation[CardT] | None:
        return None

    def _citing_this_edition(self, evaluation: Evaluation[CardT]) -> Evaluation[CardT]:
        """Return the evaluation with a report that cites this edition."""
        return attrs.evolve(evaluation, report=partial(self._reported, evaluation.report))

    def _reported(self, report: Callable[[], Report]) -> Report:
        with citing_edition(self.document):
            return report()

    def read_with(self, parameters: Mapping[str, Any]) -> Self | Sequence[Objection]:
        """Return the same rulebook under named readings, or the faults in them."""
        readings = chosen(type(self.readings), self.name, parameters)
        if isinstance(readings, Sequence):
            return readings
        return self if readings == self.readings else type(self)(readings=readings)  # type: ignore[call-arg]

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Return the faults in a recorded decision; an unknown rule is one."""
        return list(objections_to_ruling(rule, about, value, self.rulings, self.name))

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """Return the faults in an otherwise valid card that depend on the day it holds from."""
        return ()

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """Return the faults in an otherwise valid decision that depend on the tournament's end."""
        return ()

    def occasions(self, tournament: Tournament) -> Iterable[Occasion]:
        """Return the occasions of a tournament: its end, or game by game."""
        return (TournamentEnded(day=tournament.ended_on, tournament=tournament),)

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """True if the occasions of a tournament depend on its games."""
        return False

    def due_on(self, card: CardT | None) -> date | None:
        """Return the list on which a card with waiting reports changes; by default none."""
        return None

    def waiting_reports(self, card: CardT, until: date) -> Sequence[str]:
        """Return the tournaments of the reports that wait for a list until a day."""
        return ()

    def settled_on(self, occasion: Occasion) -> date | None:
        """The list by which the report of an occasion has its rows; None: it has them at once."""
        return None

    def settled(
        self,
        report: Report,
        occasion: Occasion,
        cards: Mapping[str, CardT | None],
        *,
        is_included: bool,
    ) -> Report:
        """Return a report with the rows that its list gives.

        ``cards``: those just before the list if it ``is_included``, else those of the cut.
        """
        return report

    def calendar(self, first: date, last: date) -> Iterable[CalendarDay]:
        """The rulebook's own days from ``first`` to ``last``, inclusive; by default none."""
        return ()

    def join(self, reports: Sequence[Report]) -> Report:
        """Return a tournament's report out of those of its occasions; by default the only one."""
        return reports[0] if reports else Report()

    def residual_games(self, card: CardT | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Return games still waiting on ``day``, in the contract's shape; by default none."""
        return ()

    def pooled_until(self, listed_on: date) -> date | None:
        """Return the last day on which games on the list of a day serve for a first rating."""
        return None

    def report_day(self, season: int) -> date | None:
        """Return the day whose figures clubs report for a season; None: clubs report nothing."""
        return None

    def club_report(
        self, club: str, came: CalendarDay, cards: Mapping[str, CardT]
    ) -> Sequence[Mapping[str, Any]]:
        """A club's report for that day: lines of ``rule``, ``player``, ``what``, ``value``."""
        return ()

    def proposed_card(self, result: TypicalResult) -> Mapping[str, Any] | Objection:
        """Return the proposed card for a player without a figure, or the reason for none."""
        message = Message("%(rulebook)s proposes no first ratings", rulebook=self.name)
        return Objection("rulebook", message)

    def conversion_source(self, card: CardT | None, day: date) -> tuple[int, int] | None:
        """Return the figure and number of evaluations that a later rulebook carries over, if any.

        For a rulebook that counts no evaluations: the figure valid on ``day``, and 0.
        """
        held = self.standing(card, day)
        return None if held.status != "valid" or held.figure is None else (held.figure, 0)

    def converts_from(self, before: "Rulebook[Any]", card: Any, day: date) -> Any:
        """Return the input of a conversion into this rulebook, from a card of the one ``before``.

        By default the figure and the number of evaluations; an edition that continues the cards
        may take the card itself.
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
        """Return the converted card of an adoption; None if it gave no figure."""
        standing = self.standing(card, day)
        return standing.card if standing.last_event == event else None

    def keeps_cards_of(self, before: "Rulebook[Any]") -> bool:
        """True if the cards of the rulebook that governed before continue unchanged.

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

    def typed_card(
        self, values: Sequence[int | float | str], *, is_opponent: bool
    ) -> Mapping[str, Any]:
        """The contract's shape of a card that was typed: the figure, then what stands beside it.

        Fields that nobody needs to know of an opponent may be left out of his card.
        """
        fields = self.typed_fields or self.card_fields
        typed = dict(zip(fields, values, strict=False))
        figure = typed.get(fields[0])
        if "grade" not in typed and isinstance(figure, int | float):
            grade = self.grade_of_typed(figure)
            typed |= {} if grade is None else {"grade": grade}
        return {**(self.fields_of_opponents if is_opponent else {}), **typed}

    def grade_of_typed(self, figure: float) -> str | None:
        """The grade of a figure that was typed without one; None: its cards have no grade."""
        return None

    def adoption_notes(self) -> Sequence[Message]:
        """Return what an adoption must tell: where its readings depart from the document."""
        return ()

    def pack(self, card: CardT) -> str:
        """The card as JSON text for the read model; equal cards give equal text."""
        return _packed(card).decode()

    def unpack(self, text: str) -> CardT:
        """The card that :meth:`pack` wrote."""
        card: CardT = msgspec.json.decode(text, type=self.card)
        return card
