"""The form every rulebook on the shelf has."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Literal, Protocol, Self, TypeVar

import attrs

from projections.rulebooks.document import Document
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.occasion import DayCame, Occasion
from projections.rulebooks.tournament import Tournament

CardT = TypeVar("CardT")


@attrs.frozen
class Objection:
    """What is wrong with a value handed to a rulebook.

    ``field`` is the path inside the event's data (``card.rating``, ``parameters.expectancy``),
    ``message`` the fault with the remedy.
    """

    field: str
    message: str


class Rulebook(Protocol[CardT]):
    """One edition of one document, with its readings chosen.  Pure: no clock, no database.

    A player's card is None until he first has one.  Cards are frozen attrs classes of the
    rulebook's own; the replay only passes them on.
    """

    @property
    def name(self) -> str:
        """The name that a pool adopts: ``dwz-1995``."""
        ...

    @property
    def document(self) -> Document:
        """The document whose paragraphs are cited."""
        ...

    @property
    def clock(self) -> Literal["tournament", "game"]:
        """Whether a tournament counts when it ends, or each game on its own day."""
        ...

    @property
    def lower_is_stronger(self) -> bool:
        """Whether the strongest player has the lowest figure (Ingo)."""
        ...

    @property
    def card_fields(self) -> Sequence[str]:
        """The fields of a card in the contract's shape; the first one is the figure."""
        ...

    def read_with(self, parameters: Mapping[str, Any]) -> Self | Sequence[Objection]:
        """The same rulebook under named readings, or what is wrong with them."""
        ...

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the card of a decision (contract: rating.decided)."""
        ...

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a recorded decision; an unknown rule is an objection to it."""
        ...

    def occasions(self, tournament: Tournament) -> Iterable[Occasion]:
        """When a tournament gives work: as a whole at its end, or game by game."""
        ...

    def calendar(self, first: date, last: date) -> Iterable[DayCame]:
        """The rulebook's own days from ``first`` to ``last``, both included."""
        ...

    def evaluate(self, occasion: Occasion, cards: Mapping[str, CardT | None]) -> Evaluation[CardT]:
        """Work one occasion out from the cards before it."""
        ...

    def join(self, reports: Sequence[Report]) -> Report:
        """A tournament's report out of those of its occasions, in their order."""
        ...

    def standing(self, card: CardT | None, day: date) -> RatingStatus:
        """What a card is worth on ``day``."""
        ...

    def spelt(self, card: Mapping[str, Any]) -> str:
        """A card of the contract's shape as people write it: ``1873-42``, ``128 /5``."""
        ...

    def residual_games(self, card: CardT | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Games still waiting to be used on ``day``, in the contract's shape."""
        ...

    def conversion_source(self, card: CardT | None, day: date) -> tuple[int, int] | None:
        """Figure and number of evaluations that a later rulebook carries over, if any."""
        ...

    def pack(self, card: CardT) -> str:
        """The card as JSON text for the read model; equal cards give equal text."""
        ...

    def unpack(self, text: str) -> CardT:
        """The card that :meth:`pack` wrote."""
        ...
