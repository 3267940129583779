"""Every fact the ledger can hold, in the order in which a season produces them.

One frozen class per event type of the contract.  A fact states what was submitted, never its
value.  Fields are declared with the types of :mod:`ledger.events.values`; optional ones default to
None or to the contract's default, and a field equal to its default is not written to the log.  A
trailing underscore (``class_``) is Python's, not the contract's.
"""

import re
from typing import Any, ClassVar, Literal, get_args

import attrs

from ledger.events import values

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

    factor: values.Decimal
    plus: values.Decimal
    below: values.Decimal | None = None


@attrs.frozen(kw_only=True)
class Conversion:
    """The conversion of figures from the rulebook before.

    ``count_plus`` is added to the index or count of everyone whose figure converts;
    ``residual_games`` sets the treatment of the opponents' figures in games that wait.
    """

    pieces: tuple[Piece, ...]
    count_plus: values.Count = 0
    residual_games: Literal["convert", "keep", "drop"] = "convert"


@attrs.frozen(kw_only=True)
class RulebookAdopted:
    """A rulebook governs a pool from this day; the first one creates the pool."""

    type: ClassVar[str] = "rulebook.adopted"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: values.Id
    rulebook: values.Id
    from_day: values.Day
    parameters: values.JsonObject | None = None
    conversion: Conversion | None = None
    reason: values.Reason | None = None


@attrs.frozen(kw_only=True)
class ForeignIds:
    """The player's ids in other registers; ``zps`` is the German club with the number in it.

    ``uschess``, ``aga`` and ``kbsb`` are the members' numbers of US Chess, of the American Go
    Association and of the Belgian chess federation.
    """

    fide: values.Id | None = None
    dsb: values.Id | None = None
    egd: values.Id | None = None
    zps: values.Id | None = None
    uschess: values.Id | None = None
    aga: values.Id | None = None
    kbsb: values.Id | None = None


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
    player: values.Id
    name: values.Name | None = None
    birth_year: values.Year | None = None
    birth_date: values.Day | None = None
    sex: Literal["m", "f"] | None = None
    title: values.Title | None = None
    federation: values.Federation | None = None
    club: values.Id | None = None
    kind: Literal["human", "computer"] = "human"
    ids: ForeignIds | None = None


@attrs.frozen(kw_only=True)
class PlayerForgotten:
    """The player's personal data are erased for good."""

    type: ClassVar[str] = "player.forgotten"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: values.Id
    reason: values.Reason


@attrs.frozen(kw_only=True)
class PlayerWithheld:
    """The player's name is withheld from all output, from a day on."""

    type: ClassVar[str] = "player.withheld"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: values.Id
    from_day: values.Day
    until: values.Day | None = None
    reason: values.Reason | None = None


@attrs.frozen(kw_only=True)
class PlayersMerged:
    """Two registrations turned out to be one person: all of ``drop`` belongs to ``keep``."""

    type: ClassVar[str] = "players.merged"
    keys: ClassVar[tuple[str, ...]] = ("keep", "drop")
    keep: values.Id
    drop: values.Id
    reason: values.Reason


@attrs.frozen(kw_only=True)
class MembershipDeclared:
    """The player belongs to a club from a day on (None: to no club)."""

    type: ClassVar[str] = "membership.declared"
    keys: ClassVar[tuple[str, ...]] = ("player",)
    player: values.Id
    club: values.Id | None = None
    from_day: values.Day


@attrs.frozen(kw_only=True)
class ThinkingTime:
    """Time per player and game: chess with increment, go with overtime."""

    minutes: values.Decimal
    increment_seconds: values.Decimal | None = None
    minutes_per_move: values.Decimal | None = None
    overtime: Literal["none", "japanese", "canadian", "fischer"] | None = None
    seconds: values.Decimal | None = None
    stones: values.Ordinal | None = None
    overtime_minutes: values.Decimal | None = None


def codes_in(text: str) -> tuple[str, ...]:
    """Return the tie-breaks of a text such as ``BH/C1,SB``; commas in brackets divide nothing."""
    return tuple(code for each in re.split(r"[,;](?![^(]*\))", text) if (code := each.strip()))


@attrs.frozen(kw_only=True)
class Entrant:
    """A participant of a tournament, even one who did not play.

    ``place``, ``points`` and ``tie_breaks`` are those of the table that was submitted: the points
    if they are not those of the games, the tie-breaks in the order of the tournament's
    ``tie_break_names``.  ``team`` is the team's number, ``withdrawn`` the last round before the
    player withdrew.
    """

    player: values.Id
    junior: values.Flag = False
    entry_grade: values.Grade | None = None
    status: Literal["registered", "newcomer", "guest"] = "registered"
    start_number: values.Ordinal | None = None
    place: values.Ordinal | None = None
    points: values.Decimal | None = None
    tie_breaks: tuple[values.Decimal, ...] = ()
    team: values.Ordinal | None = None
    withdrawn: values.Count | None = None


@attrs.frozen(kw_only=True)
class Team:
    """A team of a tournament, with its place and points as they were submitted."""

    number: values.Ordinal
    name: values.Name
    club: values.Id | None = None
    place: values.Ordinal | None = None
    match_points: values.Decimal | None = None
    board_points: values.Decimal | None = None


@attrs.frozen(kw_only=True)
class RoundDay:
    """The day of a round, played or planned."""

    round: values.Ordinal
    day: values.Day


@attrs.frozen(kw_only=True)
class TournamentSubmitted:
    """A tournament submitted for rating, by the day on which it ended.

    ``tie_break_names`` are codes of C.07 or the headings of the submitted table, in the order in
    which they decide; a ledger of before 1.1 has them in ``tie_breaks``, as one text.  ``boards``
    is the number of boards of a team.  ``paper`` is the SHA-256, in hexadecimal, of the file it
    was read from (:mod:`ledger.log.source_files`).
    """

    type: ClassVar[str] = "tournament.submitted"
    keys: ClassVar[tuple[str, ...]] = ("tournament",)
    tournament: values.Id
    name: values.Name
    pools: tuple[values.Id, ...]
    discipline: Literal["chess", "go"]
    format: Literal["round-robin", "swiss", "knockout", "match", "team", "games", "pairs"]
    starts_on: values.Day | None = None
    ended_on: values.Day
    rounds: values.Ordinal | None = None
    participants: values.Ordinal | None = None
    country: values.Federation | None = None
    place: values.Name | None = None
    thinking_time: ThinkingTime | None = None
    youth_class: values.YouthClass | None = None
    board: Literal[9, 13, 19] | None = None
    komi: values.Decimal | None = None
    pairing_rules: values.Name | None = None
    tie_breaks: values.Name | None = None
    tie_break_names: tuple[values.Name, ...] = ()
    boards: values.Ordinal | None = None
    rounds_planned: values.Ordinal | None = None
    round_days: tuple[RoundDay, ...] = ()
    flags: tuple[TournamentFlag, ...] = ()
    class_: values.Name | None = None
    teams: tuple[Team, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    paper: values.Digest | None = None

    def tie_break_codes(self) -> tuple[str, ...]:
        """Return the names of the tie-breaks, also of one text with commas."""
        return self.tie_break_names or codes_in(self.tie_breaks or "")


@attrs.frozen(kw_only=True)
class GameSubmitted:
    """A game of a tournament; points are 1.0, 0.5 or 0.0, ``black`` is None for a bye."""

    type: ClassVar[str] = "game.submitted"
    keys: ClassVar[tuple[str, ...]] = ("game", "tournament")
    game: values.Id
    tournament: values.Id
    round: values.Ordinal | None = None
    board: values.Ordinal | None = None
    played_on: values.Day | None = None
    finished_on: values.Day | None = None
    white: values.Id
    black: values.Id | None = None
    white_points: values.Points
    black_points: values.Points
    played: values.Flag = True
    reason: Literal["forfeit", "bye", "referee", "double-loss", "annulled"] | None = None
    rated_for: Literal["both", "white", "black", "none"] = "both"
    stones: values.Stones = 0
    receiver: Literal["black", "white"] = "black"
    minutes_per_move: values.Decimal | None = None


@attrs.frozen(kw_only=True)
class RatingAdopted:
    """A figure from another system (DWZ 6.1.2)."""

    type: ClassVar[str] = "rating.adopted"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player")
    pool: values.Id
    player: values.Id
    system: values.Name
    figure: values.Figure
    list_date: values.Day
    verified: values.Flag


@attrs.frozen(kw_only=True)
class RatingDecided:
    """A body sets a player's figure from a day on."""

    type: ClassVar[str] = "rating.decided"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player")
    pool: values.Id
    player: values.Id
    from_day: values.Day
    card: values.JsonObject
    kind: DecisionKind
    by: values.Name
    reason: values.Reason


@attrs.frozen(kw_only=True)
class DecisionSubject:
    """The subject of a decision."""

    tournament: values.Id | None = None
    player: values.Id | None = None
    club: values.Id | None = None
    game: values.Id | None = None
    season: values.Year | None = None


@attrs.frozen(kw_only=True)
class DecisionRecorded:
    """Any other decision that a rule requires, under its paragraph."""

    type: ClassVar[str] = "decision.recorded"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: values.Id
    rule: values.Name
    about: DecisionSubject
    value: values.JsonValue
    by: values.Name
    reason: values.Reason


@attrs.frozen(kw_only=True)
class EvaluationRecorded:
    """An old evaluation known only by its summary (DWZ 4.10.1)."""

    type: ClassVar[str] = "evaluation.recorded"
    keys: ClassVar[tuple[str, ...]] = ("pool", "player", "tournament")
    pool: values.Id
    player: values.Id
    tournament: values.Id
    ended_on: values.Day
    rating_before: values.Figure
    index_before: values.Count
    points: values.Decimal
    expected: values.Decimal
    games: values.Ordinal
    coefficient: values.Coefficient | None = None
    rating_after: values.Figure
    index_after: values.Count


@attrs.frozen(kw_only=True)
class ListPublished:
    """A pool's rating list was published: as of a day, as known at a position.

    ``digest`` is the SHA-256, in hexadecimal, of the list in its canonical form; ``rows_root`` the
    root of the Merkle tree over its rows, by which each of them is proved without the others.
    """

    type: ClassVar[str] = "list.published"
    keys: ClassVar[tuple[str, ...]] = ("pool",)
    pool: values.Id
    day: values.Day
    position: values.Position
    digest: values.Digest
    players: values.Count
    rows_root: values.Digest | None = None
    reason: values.Reason | None = None


@attrs.frozen(kw_only=True)
class CorrectionSubmitted:
    """An earlier event is replaced by complete new data, or struck (``replacement`` None)."""

    type: ClassVar[str] = "correction.submitted"
    keys: ClassVar[tuple[str, ...]] = ("corrects",)
    corrects: values.EventId
    replacement: values.JsonObject | None
    reason: values.Reason


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
