"""Every fact the ledger can hold, in the order in which a season produces them.

One frozen class per event type of the contract.  A fact states what was submitted, never its
value.  Fields are declared with the types of :mod:`ledger.events.values`; optional ones default to
None or to the contract's default, and a field equal to its default is not written to the log.  A
trailing underscore (``class_``) is Python's, not the contract's.
"""

from typing import Any, ClassVar, Literal, get_args

import attrs

from ledger.events.values import (
    Coefficient,
    Count,
    Day,
    Decimal,
    Digest,
    EventId,
    Federation,
    Figure,
    Flag,
    Grade,
    Id,
    JsonObject,
    JsonValue,
    Name,
    Ordinal,
    Points,
    Position,
    Reason,
    Stones,
    Title,
    Year,
    YouthClass,
)

PlayerIds = Literal["fide", "dsb", "egd", "uschess", "aga", "kbsb"]
TournamentFlag = Literal[
    "meets-time-rule",
    "official-delegation",
    "concentrated",
    "long-games",
    "no-handicap",
    "invitational",
    "national-championship",
    "continental-or-world-championship",
    "undated",
    "larger-event",
    "online",
    "official-fide-event",
]
DecisionKind = Literal[
    "initial", "re-ranking", "outsider", "newcomer", "carried-over", "correction"
]


@attrs.frozen(kw_only=True)
class Piece:
    """A linear piece of a conversion: figure · factor + plus, for figures below ``below``."""

    factor: Decimal
    plus: Decimal
    below: Decimal | None = None


@attrs.frozen(kw_only=True)
class Conversion:
    """The conversion of figures from the rulebook before.

    ``count_plus`` is added to the index or count of everyone whose figure converts;
    ``residual_games`` sets the treatment of the opponents' figures in games that wait.
    """

    pieces: tuple[Piece, ...]
    count_plus: Count = 0
    residual_games: Literal["convert", "keep", "drop"] = "convert"


@attrs.frozen(kw_only=True)
class RulebookAdopted:
    """A rulebook governs a pool from this day; the first one creates the pool."""

    type: ClassVar[str] = "rulebook.adopted"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: Id
    rulebook: Id
    from_day: Day
    parameters: JsonObject | None = None
    conversion: Conversion | None = None
    reason: Reason | None = None


@attrs.frozen(kw_only=True)
class ForeignIds:
    """The player's ids in other registers; ``zps`` is the German club with the number in it.

    ``uschess``, ``aga`` and ``kbsb`` are the members' numbers of US Chess, of the American Go
    Association and of the Belgian chess federation.
    """

    fide: Id | None = None
    dsb: Id | None = None
    egd: Id | None = None
    zps: Id | None = None
    uschess: Id | None = None
    aga: Id | None = None
    kbsb: Id | None = None


@attrs.frozen(kw_only=True)
class PlayerRegistered:
    """A player enters the register.

    ``name``, ``birth_date``, ``sex``, ``title`` and ``ids`` are personal: the log keeps a
    commitment to them only, and ``name`` is None once they have been erased.  The other fields
    survive erasure, because the rules need them (decision 0120).
    """

    type: ClassVar[str] = "player.registered"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    personal: ClassVar[tuple[str, ...]] = ("name", "birth_date", "sex", "title", "ids")
    player: Id
    name: Name | None = None
    birth_year: Year | None = None
    birth_date: Day | None = None
    sex: Literal["m", "f"] | None = None
    title: Title | None = None
    federation: Federation | None = None
    club: Id | None = None
    kind: Literal["human", "computer"] = "human"
    ids: ForeignIds | None = None


@attrs.frozen(kw_only=True)
class PlayerForgotten:
    """The player's personal data are erased for good."""

    type: ClassVar[str] = "player.forgotten"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: Id
    reason: Reason


@attrs.frozen(kw_only=True)
class PlayerWithheld:
    """The player's name is withheld from all output, from a day on."""

    type: ClassVar[str] = "player.withheld"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: Id
    from_day: Day
    until: Day | None = None
    reason: Reason | None = None


@attrs.frozen(kw_only=True)
class PlayersMerged:
    """Two registrations turned out to be one person: all of ``drop`` belongs to ``keep``."""

    type: ClassVar[str] = "players.merged"
    keys: ClassVar[tuple[str, ...]] = ("keep", "drop")
    keep: Id
    drop: Id
    reason: Reason


@attrs.frozen(kw_only=True)
class MembershipDeclared:
    """The player belongs to a club from a day on (None: to no club)."""

    type: ClassVar[str] = "membership.declared"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: Id
    club: Id | None = None
    from_day: Day


@attrs.frozen(kw_only=True)
class ThinkingTime:
    """Time per player and game: chess with increment, go with overtime."""

    minutes: Decimal
    increment_seconds: Decimal | None = None
    minutes_per_move: Decimal | None = None
    overtime: Literal["none", "japanese", "canadian", "fischer"] | None = None
    seconds: Decimal | None = None
    stones: Ordinal | None = None
    overtime_minutes: Decimal | None = None


@attrs.frozen(kw_only=True)
class Entrant:
    """A participant of a tournament, even one who did not play."""

    player: Id
    junior: Flag = False
    entry_grade: Grade | None = None
    status: Literal["registered", "newcomer", "guest"] = "registered"


@attrs.frozen(kw_only=True)
class TournamentSubmitted:
    """A tournament submitted for rating, by the day on which it ended.

    ``paper`` is the SHA-256, in hexadecimal, of the file it was read from
    (:mod:`ledger.log.source_files`).
    """

    type: ClassVar[str] = "tournament.submitted"
    keys: ClassVar[tuple[str, ...]] = ("tournament",)
    tournament: Id
    name: Name
    pools: tuple[Id, ...]
    discipline: Literal["chess", "go"]
    format: Literal["round-robin", "swiss", "knockout", "match", "team", "games", "pairs"]
    starts_on: Day | None = None
    ended_on: Day
    rounds: Ordinal | None = None
    participants: Ordinal | None = None
    country: Federation | None = None
    place: Name | None = None
    thinking_time: ThinkingTime | None = None
    youth_class: YouthClass | None = None
    board: Literal[9, 13, 19] | None = None
    komi: Decimal | None = None
    pairing_rules: Name | None = None
    tie_breaks: Name | None = None
    flags: tuple[TournamentFlag, ...] = ()
    class_: Name | None = None
    entrants: tuple[Entrant, ...] = ()
    paper: Digest | None = None


@attrs.frozen(kw_only=True)
class GameSubmitted:
    """A game of a tournament; points are 1.0, 0.5 or 0.0, ``black`` is None for a bye."""

    type: ClassVar[str] = "game.submitted"
    keys: ClassVar[tuple[str, ...]] = ("game", "tournament")
    game: Id
    tournament: Id
    round: Ordinal | None = None
    board: Ordinal | None = None
    played_on: Day | None = None
    finished_on: Day | None = None
    white: Id
    black: Id | None = None
    white_points: Points
    black_points: Points
    played: Flag = True
    reason: Literal["forfeit", "bye", "referee", "double-loss", "annulled"] | None = None
    rated_for: Literal["both", "white", "black", "none"] = "both"
    stones: Stones = 0
    receiver: Literal["black", "white"] = "black"
    minutes_per_move: Decimal | None = None


@attrs.frozen(kw_only=True)
class RatingAdopted:
    """A figure from another system (DWZ 6.1.2)."""

    type: ClassVar[str] = "rating.adopted"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player")
    pool: Id
    player: Id
    system: Name
    figure: Figure
    list_date: Day
    verified: Flag


@attrs.frozen(kw_only=True)
class RatingDecided:
    """A body sets a player's figure from a day on."""

    type: ClassVar[str] = "rating.decided"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player")
    pool: Id
    player: Id
    from_day: Day
    card: JsonObject
    kind: DecisionKind
    by: Name
    reason: Reason


@attrs.frozen(kw_only=True)
class DecisionSubject:
    """The subject of a decision."""

    tournament: Id | None = None
    player: Id | None = None
    club: Id | None = None
    game: Id | None = None
    season: Year | None = None


@attrs.frozen(kw_only=True)
class DecisionRecorded:
    """Any other decision that a rule requires, under its paragraph."""

    type: ClassVar[str] = "decision.recorded"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: Id
    rule: Name
    about: DecisionSubject
    value: JsonValue
    by: Name
    reason: Reason


@attrs.frozen(kw_only=True)
class EvaluationRecorded:
    """An old evaluation known only by its summary (DWZ 4.10.1)."""

    type: ClassVar[str] = "evaluation.recorded"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player", "tournament")
    pool: Id
    player: Id
    tournament: Id
    ended_on: Day
    rating_before: Figure
    index_before: Count
    points: Decimal
    expected: Decimal
    games: Ordinal
    coefficient: Coefficient | None = None
    rating_after: Figure
    index_after: Count


@attrs.frozen(kw_only=True)
class ListPublished:
    """A pool's rating list was published: as of a day, as known at a position.

    ``digest`` is the SHA-256, in hexadecimal, of the list in its canonical form.
    """

    type: ClassVar[str] = "list.published"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: Id
    day: Day
    position: Position
    digest: Digest
    players: Count
    reason: Reason | None = None


@attrs.frozen(kw_only=True)
class CorrectionSubmitted:
    """An earlier event is replaced by complete new data, or struck (``replacement`` None)."""

    type: ClassVar[str] = "correction.submitted"
    keys: ClassVar[tuple[str, ...]] = ("corrects",)
    corrects: EventId
    replacement: JsonObject | None
    reason: Reason


Fact = (
    RulebookAdopted
    | PlayerRegistered
    | PlayerForgotten
    | PlayerWithheld
    | PlayersMerged
    | MembershipDeclared
    | TournamentSubmitted
    | GameSubmitted
    | RatingAdopted
    | RatingDecided
    | DecisionRecorded
    | EvaluationRecorded
    | ListPublished
    | CorrectionSubmitted
)
VOCABULARY: dict[str, Any] = {fact.type: fact for fact in get_args(Fact)}
