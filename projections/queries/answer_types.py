"""The shapes of the answers, as the contract of the command line fixes them.

Every answer is plain JSON-ready data; these types name its fields for editors and type checkers.
Days are ISO text.  The further fields of a row of an evaluation depend on the
rulebook.
"""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

Card = Mapping[str, Any]
"""A player's card: ``{"rating", "index"}`` for a DWZ; see each rulebook."""
EvaluationRow = Mapping[str, Any]
"""A player's row of an evaluation; its fields are the rulebook's."""
RatingStatusName = Literal["valid", "lapsed", "unrated", "pending"]


class NamedPlayer(TypedDict):
    """A player by id; ``name`` is None if it is withheld or erased."""

    player: str
    name: str | None


class Receipt(TypedDict):
    """The number and the positions of the events that were appended."""

    appended: int
    duplicates: int
    first: int | None
    last: int | None


class PoolRow(TypedDict):
    """A pool: the rulebook that governs it, the last day with any event, its size.

    ``players`` counts those on the list of that day, ``tournaments`` those submitted to it.
    """

    pool: str
    rulebook: str | None
    horizon: str | None
    players: int
    tournaments: int


class ParameterRow(TypedDict):
    """A named reading of a rulebook, as ``--set`` takes it; ``values`` in words."""

    parameter: str
    default: Any
    values: str
    meaning: str


class RulebookRow(TypedDict):
    """A rulebook that a pool can adopt.

    ``card`` are the fields of its cards, the figure first; ``converts`` the rulebooks from whose
    figures a conversion is on record.
    """

    rulebook: str
    document: str
    card: list[str]
    converts: list[str]
    parameters: list[ParameterRow]


class Adoption(TypedDict):
    """A rulebook that governs a pool from a day on, as in the event."""

    pool: str
    rulebook: str
    from_day: str
    parameters: dict[str, Any] | None
    conversion: dict[str, Any] | None
    reason: str | None


class AdoptionAnswer(Adoption, Receipt):
    """The adoption, and the receipt: positions, or a duplicate.

    ``notes``: where the readings depart from the document.
    """

    notes: list[str]


class PoolRating(TypedDict):
    """A player's figure in a pool."""

    pool: str
    figure: int | None
    card: Card | None
    status: RatingStatusName


class KnownPlayerRow(NamedPlayer):
    """A registered player as he may be shown; ``name`` is None if it is withheld or erased.

    ``last_tournament`` is the name of the last one that gave him a rating in one of the pools.
    """

    birth_year: int | None
    club: str | None
    figures: list[PoolRating]
    last_tournament: str | None


class RegisterEntry(NamedPlayer):
    """A player's entry in the register.

    Personal data are None for a forgotten or withheld player.  ``registrations``: every id
    under which he was registered, the one that is kept first.
    """

    birth_year: int | None
    birth_date: str | None
    sex: str | None
    title: str | None
    federation: str | None
    club: str | None
    ids: dict[str, str] | None
    forgotten: bool
    registrations: list[str]
    figures: list[PoolRating]


class AccountRow(TypedDict):
    """An account; ``password``: True if it has one, ``closed_at``: None while it is open.

    ``lists``: the rating lists it is limited to; None: every one.
    """

    account: str
    role: str
    lists: list[str] | None
    password: bool
    created_at: str
    closed_at: str | None


class TokenRow(TypedDict):
    """A token of an account by its id; ``until``: its last day, None without an end."""

    id: str
    account: str
    created_at: str
    until: str | None


class NewToken(TypedDict):
    """A token that was made, with its secret, which is never shown again; None in a dry run."""

    account: str
    id: str | None
    token: str | None
    until: str | None


class EnteredMember(TypedDict):
    """A member of a list as entered; in a dry run ``player`` is None for a new player.

    ``reasons``: the reasons to identify him with a known player.  ``card``: the figure carried
    over;
    ``keeps``: he has a figure in the pool already, so that of the list is ignored.
    """

    row: int
    name: str
    birth_year: int | None
    player: str | None
    new: bool
    reasons: list[str]
    card: Card | None
    keeps: bool


class LeftOutRow(TypedDict):
    """A row of a list that is not a member, such as a sum."""

    row: int
    text: str


class MembershipRow(TypedDict):
    """A change of a membership that a list brings, a passive member, or one who is ``gone``.

    ``gone``: registered with a club of the list, but neither on it nor known to have left.
    ``joined``: only the day is new.  ``player``: None for a newcomer.  ``before`` is the club
    until then, ``club`` that of the list, ``day`` the first of a membership or the last of one
    that ends; ``until``: the first day of the next one in the register.
    """

    kind: Literal["transfer", "new", "joined", "left", "deceased", "passive", "gone"]
    row: int | None
    player: str | None
    name: str | None
    before: str | None
    club: str | None
    day: str | None
    until: str | None


class EnteredMembers(TypedDict):
    """The effect of a list of members, written or previewed, and the reading of its columns."""

    pool: str | None
    from_day: str | None
    columns: dict[str, str]
    unused: list[str]
    unused_sheets: list[str]
    left_out: list[LeftOutRow]
    members: list[EnteredMember]
    memberships: list[MembershipRow]
    notes: list[str]
    registered: int
    figures: int
    appended: int
    duplicates: int
    first: int | None
    last: int | None


class CardValue(TypedDict):
    """The value of a card on a day; ``proposal``: the grade that the list proposes (EGF)."""

    figure: int | None
    card: Card | None
    last_event: str | None
    valid_until: str | None
    status: RatingStatusName
    proposal: NotRequired[str | None]


class RatingRow(NamedPlayer, CardValue):
    """A line of a rating list; ``proposal``: the grade that it proposes (EGF).

    The columns from ``place`` on are there if they were asked for.  ``place``: equal ratings
    share the first of their places; None if the rating does not hold.  ``games_of_year``: up to
    the day; ``before`` and ``place_before``: on the list published last before; ``entry``:
    ``new`` or ``back`` on the list since; ``trend``: the figures of two years, by quarters.
    With running tournaments, ``recorded`` is the value of a ``provisional`` rating without them.
    """

    place: NotRequired[int | None]
    club: NotRequired[str | None]
    birth_year: NotRequired[int | None]
    federation: NotRequired[str | None]
    sex: NotRequired[str | None]
    games_of_year: NotRequired[int]
    before: NotRequired[float | None]
    change: NotRequired[float | None]
    place_before: NotRequired[int | None]
    entry: NotRequired[Literal["new", "back"] | None]
    trend: NotRequired[list[float | None]]
    provisional: NotRequired[bool]
    recorded: NotRequired[CardValue | None]


class PlayerRow(NamedPlayer):
    """A player found by name or id."""

    figure: int | None
    status: RatingStatusName


class PersonRow(NamedPlayer):
    """A person's data; only the id if the name is withheld."""

    club: str | None
    birth_year: int | None
    federation: str | None


class CorrectionRow(TypedDict):
    """A correction of a tournament or of one of its games, ``about`` which it is in words."""

    about: str
    position: int
    recorded_at: str
    recorded_by: str
    corrects: str
    corrected_position: int
    struck: bool
    reason: str


class Submission(TypedDict):
    """A tournament as submitted and with corrections applied.

    ``data``: the effective data, None if it was struck.  ``corrections``: those of the
    tournament itself and of its games, by position.
    """

    position: int
    recorded_at: str
    recorded_by: str
    source: str | None
    data: dict[str, Any] | None
    corrections: list[CorrectionRow]


class Positions(TypedDict):
    """The end of the log, and the position of each pool's read model; None: there is none."""

    head: int
    hash: str
    recorded_at: str
    pools: dict[str, int | None]


class Examined(TypedDict):
    """A line of an examination: ``status`` is ok, note or fault; ``remedy`` None if it is ok."""

    check: str
    status: str
    found: str
    remedy: str | None


class PlayerRead(CardValue):
    """A player's record under the id that is kept, without the name."""

    player: str
    history: list[EvaluationRow]
    residual_games: list[EvaluationRow]


class PlayerRecord(NamedPlayer, CardValue):
    """A player's record: current figure, every evaluation, oldest first, the games that wait."""

    history: list[EvaluationRow]
    residual_games: list[EvaluationRow]


class Rank(TypedDict):
    """A place among the players of a ``group``: ``list``, ``club`` or ``age`` (class)."""

    group: str
    name: str | None
    place: int
    of: int


class Score(TypedDict):
    """The games that counted, and the points scored in them."""

    games: int
    points: float
    wins: int
    draws: int
    losses: int


class ColourScore(Score):
    """The score with one colour, or with both."""

    colour: str


class OpponentRow(Score, NamedPlayer):
    """An opponent, and the player's own score in their games."""


class Peak(TypedDict):
    """The best rating of a player, and the tournament that gave it first, if one did.

    ``since``: the day from which it held, which FIDE lists have after the tournament's end.
    """

    figure: float
    ended_on: str | None
    since: str | None
    tournament: str | None


class RatingEffect(TypedDict):
    """The effect of a tournament on a rating, in the same terms under every rulebook.

    ``points`` out of ``games``: those that counted.  A field that the rulebook does not know is
    None, and so is ``change`` without a rating before.
    """

    before: float | None
    after: float | None
    change: float | None
    points: float | None
    games: int
    expected: float | None
    performance: float | None


class ChangeRow(RatingEffect):
    """A tournament of a player, and its effect on the rating."""

    tournament: str
    name: str
    ended_on: str
    rulebook: str | None


class PlayerGlance(NamedPlayer):
    """A player at a glance.

    ``peak``: the best rating on the scale of the last one.  ``opponents``: those met most often
    first.
    """

    figure: int | None
    card: Card | None
    status: RatingStatusName
    valid_until: str | None
    club: str | None
    birth_year: int | None
    peak: Peak | None
    score: Score
    white: Score
    black: Score
    opponents: list[OpponentRow]


class PlayerProfile(PlayerGlance):
    """The same with the ranks; ``changes``: the effect of each tournament, newest first."""

    ranks: list[Rank]
    changes: list[ChangeRow]


class TournamentRow(TypedDict):
    """A tournament of a pool; ``rated`` False if a rule excludes the whole of it.

    ``games``: those with an opponent.
    """

    tournament: str
    name: str
    ended_on: str
    rulebook: str | None
    rated: bool
    players: int
    games: int


class UnratedGame(TypedDict):
    """A game that does not count, and the reason."""

    game: str
    reason: str


class TournamentHead(TypedDict):
    """A tournament, its last day, and the rulebook of that day."""

    tournament: str
    ended_on: str
    rulebook: str | None


class TournamentEvaluation(TournamentHead):
    """A tournament's evaluation, or the reason why it is not rated."""

    rated: bool
    reason: NotRequired[str]
    players: list[EvaluationRow]
    games_not_rated: list[UnratedGame]


class RunningHead(TypedDict):
    """A running tournament, and its file."""

    tournament: str
    name: str
    ended_on: str
    rounds_played: int | None
    rounds: int | None
    submitted_by: str
    submitted_at: str


class TableGame(TypedDict):
    """A game from one side; a bye has neither ``opponent`` nor ``colour``."""

    game: str
    round: int | None
    colour: str | None
    opponent: str | None
    points: float
    played: bool
    reason: str | None


class FinalTableRow(NamedPlayer):
    """A player in a tournament's table.

    ``place``: the first and the last of the places that equal players share; None without a
    game.  ``calculated_place`` and ``calculated_points``: those that follow from the games.
    ``rating``: the effect on the rating, None for a player who was not evaluated.
    ``boards``: only of a player of a team, the first and the last of the boards that he had.
    """

    place: list[int] | None
    calculated_place: list[int] | None
    points: float
    calculated_points: float
    tie_breaks: list[float]
    boards: NotRequired[list[int]]
    rating: RatingEffect | None
    games: list[TableGame]


class TeamRow(TypedDict):
    """A team of a tournament; ``place`` is the first and the last of those that it shares."""

    team: int
    name: str
    place: list[int]
    match_points: float
    board_points: float
    players: list[str]


class TeamMatch(TypedDict):
    """A match of two teams, by their numbers, with the games on its boards."""

    round: int
    team: int
    opponent: int
    points: float
    opponent_points: float
    games: list[str]


class FinalTable(TournamentHead):
    """A tournament's final table, by points and then by its ``tie_breaks``; of teams by boards.

    ``source``: ``submitted`` if the places, points and tie-breaks are those of the file or person
    that submitted the tournament, otherwise ``calculated``.  ``calculated_by``: the tie-breaks of
    the calculated places.  ``teams`` and ``matches``: only of a tournament with teams on record.
    ``layout``: ``crosstable`` if most players have met each other, otherwise ``rounds``.
    ``unused_tie_breaks``: those that the tournament states but that cannot be evaluated.
    """

    name: str
    rated: bool
    layout: str
    source: str
    tie_breaks: list[str]
    calculated_by: list[str]
    teams: NotRequired[list[TeamRow]]
    matches: NotRequired[list[TeamMatch]]
    unused_tie_breaks: NotRequired[list[str]]
    players: list[FinalTableRow]
    gained_most: list[str]


class GameSides(TypedDict):
    """The players of a game and their points."""

    white: str
    white_name: str | None
    black: str | None
    black_name: str | None
    white_points: float
    black_points: float
    played: bool


class _RecordedGame(TypedDict):
    game: str
    tournament: str
    ended_on: str
    round: int | None
    board: int | None
    played_on: str | None


class GameRow(_RecordedGame, GameSides):
    """A game with corrections applied; ``black`` is null for a bye, ``reason`` if unplayed."""

    reason: str | None
    rated_for: str


class ChainLink(TypedDict):
    """An occasion at which a card changed: the events about it, and the cards that it read.

    A tournament among the events stands for the games that were submitted with it.
    """

    player: str
    occasion: str | None
    kind: str
    day: str
    before: Card | None
    after: Card | None
    because: list[str]
    events: list[str]


class DifferenceRow(NamedPlayer):
    """A player whose figure differs between two states; ``told``: the reasons, in sentences.

    ``pool``: of differences in several pools.
    """

    before: int | None
    after: int | None
    status_before: str
    status_after: str
    valid_until: Any
    causes: list[str]
    chain: list[ChainLink]
    told: list[str]
    pool: NotRequired[str]


class LargestChange(NamedPlayer):
    """A rating that changed much between two states."""

    before: int | None
    after: int | None
    change: int | None


class NewsOfChanges(TypedDict):
    """The changes of the ratings between two states, in numbers and in one ``paragraph``.

    ``new``: players with a rating for the first time; ``gone``: those who no longer have one.
    """

    gained: int
    lost: int
    new: int
    gone: int
    largest: list[LargestChange]
    paragraph: str


class CorrectionAnswer(Receipt):
    """The receipt of a correction (empty on a dry run), and the changed players, by pool."""

    changed: list[DifferenceRow]


class PersonConcerned(NamedPlayer):
    """A player whom a change of the register is about, with the number of his games."""

    birth_year: int | None
    club: str | None
    games: int


class PersonsConcerned(TypedDict):
    """The players of a change, and what says that they are not one person."""

    persons: list[PersonConcerned]
    contradictions: list[str]


class MergeAnswer(CorrectionAnswer):
    """The same of a merge; a preview has the two players and their contradictions."""

    persons: NotRequired[list[PersonConcerned]]
    contradictions: NotRequired[list[str]]


class PublishedFacts(TypedDict):
    """A published list as in its event."""

    pool: str
    day: str
    position: int
    digest: str
    players: int
    rows_root: NotRequired[str]
    reason: NotRequired[str]


class RowProof(TypedDict):
    """The proof of a row of a published list, as far as a checkpoint that others keep.

    ``index``: its place in the tree over the rows, ``path`` the hashes that lead to the root in
    the event; ``event_path``: those that lead from the event to the root in the checkpoint.
    """

    proof: str
    row: Mapping[str, Any]
    index: int
    path: list[str]
    event: Mapping[str, Any]
    event_path: list[str]
    checkpoint: str


class CheckpointRow(TypedDict):
    """A signed state of the log: its size, the root of its tree, and the note as published."""

    size: int
    root: str
    origin: str
    signed_by: list[str]
    note: str


class PublicationAnswer(PublishedFacts):
    """A list that was published, and the receipt; ``published_at`` is None on a dry run."""

    published_at: int | None


class TitledList(TypedDict):
    """A list with its title and description, as far as it has them.

    ``second_pair``: it asks for a second pair of eyes.
    """

    pool: str
    title: str | None
    description: str | None
    second_pair: bool


class SiteAnswer(TypedDict):
    """The settings of the site, None for each that was not made; ``logo`` names its file."""

    name: str | None
    accent: str | None
    imprint: str | None
    privacy: str | None
    logo: str | None
    lists: list[TitledList]


class WithheldAnswer(TypedDict):
    """The days on which a name is withheld, and the receipt; a preview has the player's data."""

    player: str
    from_day: str
    until: str | None
    reason: str | None
    appended: int
    duplicates: int
    first: int | None
    last: int | None
    persons: NotRequired[list[PersonConcerned]]


class ForgottenAnswer(TypedDict):
    """The player who was forgotten, and the receipt; a preview has the player's data."""

    player: str
    reason: str
    appended: int
    duplicates: int
    first: int | None
    last: int | None
    persons: NotRequired[list[PersonConcerned]]


class ImportAnswer(TypedDict):
    """The reading of a tournament file, and the outcome of its import."""

    file: str
    tournament: dict[str, Any] | None
    players: list[dict[str, Any]]
    games: list[dict[str, Any]]
    issues: list[dict[str, Any]]
    questions: list[dict[str, Any]]
    changes: list[dict[str, Any]]
    appended: int
    duplicates: int
    effect: NotRequired[dict[str, Any]]
    changed: NotRequired[list[dict[str, Any]]]
    left_out: NotRequired[list[dict[str, Any]]]
    signals: NotRequired[list[dict[str, Any]]]
    problems: NotRequired[list[dict[str, Any]]]


class AuditStep(TypedDict):
    """A step of a calculation: its paragraph, the values given, and the result."""

    rule: str
    text: str
    given: dict[str, Any]
    result: Any


class AuditDocument(NamedPlayer):
    """The calculation of a figure, step by step, with the events that it rests on."""

    pool: str
    tournament: str | None
    ended_on: str
    rulebook: str | None
    parameters: dict[str, Any]
    row: EvaluationRow | None
    rows: list[EvaluationRow]
    card_before: CardValue | None
    card_after: CardValue | None
    opponents: list[dict[str, Any]]
    steps: list[AuditStep]
    not_counted: list[UnratedGame]
    residual_games: dict[str, list[dict[str, Any]]]
    as_of: str | None
    known_at: int
    what_if: dict[str, Any]
    inputs: list[dict[str, Any]]
    stated: list[dict[str, Any]]


class CalculatedGame(TypedDict):
    """A game that is not recorded; ``points``: None while it is open."""

    game: str
    opponent: str
    name: str | None
    figure: int | None
    points: float | None
    played: bool
    expected: float | None


class OtherReport(TypedDict):
    """Another tournament that the same list rates."""

    tournament: str
    name: str | None


class RatingWithPoints(TypedDict):
    """The rating that a number of points would give."""

    points: float
    figure: int | None
    card: Card | None
    status: RatingStatusName
    change: float | None
    proposed: Card | None


class Calculation(TypedDict):
    """The rulebook's evaluation of games that are not recorded.

    ``before`` and ``after``: the value of the player's card, as a row of a rating list shows it;
    ``without``: that on the day of ``after`` without these games; ``others``: the tournaments of
    other reports that wait for the same list.
    ``conditions``: the stated or assumed facts about the tournament; ``row`` the evaluation.
    ``with_points``: the rating after each number of points out of the games that are still open,
    or out of all of them; ``change`` is that of the figure by these games, or of what games move
    at once.
    ``proposed``: the first rating that the rulebook leaves to those who decide it.
    """

    pool: str
    day: str
    player: str
    name: str | None
    rated: bool
    reason: str | None
    conditions: dict[str, Any]
    rulebook: str | None
    parameters: dict[str, Any]
    row: EvaluationRow | None
    rows: list[EvaluationRow]
    steps: list[AuditStep]
    before: CardValue
    after: CardValue
    without: CardValue
    others: list[OtherReport]
    games: list[CalculatedGame]
    not_counted: list[UnratedGame]
    proposed: Card | None
    not_proposed: str | None
    with_points: list[RatingWithPoints]


class ResultGains(TypedDict):
    """The change of a player's rating by each result; None without a rating before."""

    win: float | None
    draw: float | None
    loss: float | None


class PairingRow(TypedDict):
    """A game without a result: White's expected points, and the effect of each result.

    ``white_expected``: None if a player has no rating.  The gains are those of the game alone.
    """

    round: int | None
    board: int | None
    white: str
    white_name: str | None
    black: str
    black_name: str | None
    white_expected: float | None
    white_gains: ResultGains
    black_gains: ResultGains


class RunningStanding(TypedDict):
    """A running tournament as it stands.

    ``table``: None if it cannot be evaluated.  ``results``: those of the last round played, and
    of the next one if it has begun.
    ``pairings``: the games that are still to be played, or postponed.
    """

    table: FinalTable | None
    results: list[GameRow]
    pairings: list[PairingRow]


class RunningTournamentRow(TournamentEvaluation, RunningStanding):
    """A running tournament, evaluated as it stands; ``rounds``: those that are planned."""

    name: str
    rounds_played: int | None
    rounds: int | None
    submitted_by: str
    submitted_at: str


class LiveDocument(TypedDict):
    """The running tournaments of a pool as they stand, and whose ratings move by them.

    ``ratings``: rows as ``ratings`` has them with ``live``, of those players alone.
    """

    pool: str
    day: str
    rulebook: str | None
    tournaments: list[RunningTournamentRow]
    ratings: list[RatingRow]


class StandingsRow(NamedPlayer):
    """A player in a tournament's table by one method; ``place``: the first and the last shared."""

    points: float
    place: list[int] | None
    value: float | None
    quotient: float | None
    t: float | None
    T: float | None
    status: str
    group: int | None
    group_place: list[int] | None
    stated_quotient: str
    stated_t: str
    stated_T: str
    remark: str
    comparable: bool
    ordinal_only: bool


class StandingsOperation(TypedDict):
    """One operation on the doubled table: the numbers s, their sum, and the places they give."""

    S: float
    s: list[float]
    places: list[list[int]]


class StandingsControl(TypedDict):
    """A player's t, and the value that the control calculation makes of it."""

    player: str
    t: float
    t_control: float


class StandingsGroup(TypedDict):
    """A group of players who are valued together."""

    group: int
    status: str
    players: list[str]
    strength: float
    period: int
    stopped_at: int | None
    operations: list[StandingsOperation]
    control: list[StandingsControl]
    overlaps: list[list[str]]


class Standings(TypedDict):
    """A tournament's table by one method."""

    method: str
    structure: str
    homogeneity: float | None
    players: list[StandingsRow]
    groups: list[StandingsGroup]
    not_comparable: list[str]
    unequal_games: bool


class QualityRow(TypedDict):
    """T of a player in a tournament; None if ``status`` says why there is none."""

    tournament: str
    T: float | None
    status: str


class QualitySeriesRow(NamedPlayer):
    """T of a player in each tournament of a series."""

    series: list[QualityRow]


class QualityTournament(TypedDict):
    """A tournament of a series."""

    tournament: str
    ended_on: str
    structure: str
    homogeneity: float | None


class QualitySeries(TypedDict):
    """T of every player over several tournaments, in the order of their days.

    ``same_group``: True if the same players played in all; else their T are of different groups.
    """

    tournaments: list[QualityTournament]
    same_group: bool
    players: list[QualitySeriesRow]


class LogEntry(TypedDict):
    """An event as recorded; personal data are not in it."""

    position: int
    recorded_at: str
    recorded_by: str
    type: str
    schema: int
    id: str
    data: dict[str, Any]
    source: NotRequired[str]
    previous_hash: str
    hash: str


class Verification(TypedDict):
    """The result of a verification; ``message`` names the fault if ``ok`` is False."""

    ok: bool
    events: int
    head_hash: str
    first_bad: int | None
    message: NotRequired[str]


class RebuildAnswer(TypedDict):
    """The outcome of a rebuild; ``differences`` if a check found the list to be wrong.

    ``notes``: remarks on the replay, if there are any.
    """

    events: int
    tournaments: int
    seconds: float
    differences: list[dict[str, Any]]
    notes: NotRequired[list[str]]


class PublishedList(PublishedFacts):
    """A published list: True if a replay reproduces it, and the players who would differ today."""

    event: str
    published_at: int
    proven: bool
    differences: list[DifferenceRow]


# --- answers for rating officers -----------------------------------------------------------------


class EffectiveEvent(TypedDict):
    """An event of the log with corrections applied.

    ``data``: the effective data, None if ``struck``; for a correction its own data.
    """

    event: str
    position: int
    type: str
    struck: bool
    data: dict[str, Any] | None


class DataQualityIssue(TypedDict):
    """A tournament to check: ``reason`` is the reason that it is not rated, None if it is.

    ``missing``: the number of pairs of a round robin without a game; ``too_young``: the players
    who would be younger than four, so that their years of birth are not used.
    """

    tournament: str
    name: str
    ended_on: str
    reason: str | None
    players: int
    games: int
    missing: int
    too_young: list[str]


class PossibleDouble(TypedDict):
    """Two registrations that may belong to one person, with the evidence, as a signal."""

    signal: str
    players: tuple[KnownPlayerRow, KnownPlayerRow]
    reasons: list[str]


# --- irregularities ------------------------------------------------------------------------------


class SignalAnswer(TypedDict):
    """An officer's answer to a signal: it is in order, for a reason."""

    by: str
    reason: str
    at: str


class AnsweredSignal(TypedDict):
    """A signal with its answer; None: it was deleted."""

    signal: str
    answer: SignalAnswer | None


class IrregularityRow(TypedDict):
    """A signal: a question about the players, tournaments and games named, by their ids.

    ``statistic`` is a number of standard deviations, a share or a count; ``chance`` the
    probability of it by chance alone, ``false_rate`` the share of false alarms among signals as
    strong; None if chance has no part in it.  ``names`` are those of the players.
    """

    signal: str
    kind: str
    sentence: str
    players: list[str]
    names: list[str | None]
    tournaments: list[str]
    games: list[str]
    statistic: float | None
    chance: float | None
    false_rate: float | None
    state: Literal["open", "in-order"]
    answer: SignalAnswer | None


class IrregularityFamily(TypedDict):
    """The questions asked of one kind, and the signals; ``dispersion``: see the reference."""

    kind: str
    asked: int
    signals: int
    dispersion: float | None


class Watch(TypedDict):
    """The signals of a pool's tournaments that ended from one day to another."""

    pool: str
    first_day: str
    last_day: str
    known_at: int
    tournaments: int
    false_share: float
    families: list[IrregularityFamily]
    signals: list[IrregularityRow]


# --- a season in review --------------------------------------------------------------------------


class GainRow(NamedPlayer):
    """The rating of a player before and after a season."""

    before: float
    after: float
    change: float


class Upset(TypedDict):
    """A game that the weaker player won; ``expected``: the winner's share by the ratings."""

    tournament: str
    title: str
    day: str
    round: int | None
    winner: str
    winner_name: str | None
    loser: str
    loser_name: str | None
    expected: float


class ScoreRow(NamedPlayer):
    """A player and a number of games, with the points scored in them."""

    games: int
    points: float


class RunRow(NamedPlayer):
    """A run of games without a loss, and the days of the first and the last of them."""

    games: int
    wins: int
    draws: int
    first: str
    last: str


class AgeRow(NamedPlayer):
    """A player and the year of birth."""

    birth_year: int


ClassRow = TypedDict("ClassRow", {"from": float, "players": int})
"""The number of players with a figure from ``from`` on, below the next class."""


class SpreadRow(TypedDict):
    """The number of players by figure on a day, in classes of the width ``width``."""

    on: str
    width: float
    classes: list[ClassRow]


class PodiumRow(NamedPlayer):
    """A player and the numbers of first, second and third places in tournaments."""

    first: int
    second: int
    third: int


class RankChange(TypedDict):
    """The places of a player in the lists before and after a season, and the last of the later."""

    before: int | None
    after: int | None
    of: int


class SeasonReview(TypedDict):
    """A season of a pool, or of one player, by the days: best first, at most ten of each."""

    pool: str
    first: str
    last: str
    rulebook: str | None
    player: str | None
    name: str | None
    tournaments: int
    games: int
    players: int
    gains: list[GainRow]
    rank: RankChange | None
    podiums: list[PodiumRow]
    upsets: list[Upset]
    most_games: list[ScoreRow]
    unbeaten: list[RunRow]
    youngest: list[AgeRow]
    oldest: list[AgeRow]
    distribution: list[SpreadRow]


class FileCalculation(ImportAnswer):
    """The reading of a tournament's file, and its evaluation by the rulebook in force.

    ``evaluation`` is None if the file leaves something open.
    """

    evaluation: TournamentEvaluation | None


class RunningAnswer(FileCalculation):
    """The reading of a running tournament's file, and the id under which it is live.

    ``running`` is None if the file leaves something open; ``replaced``: there was a file before.
    """

    running: str | None
    replaced: bool


class WithdrawnAnswer(TypedDict):
    """A running tournament that is live no more."""

    pool: str
    tournament: str


class CommentRow(TypedDict):
    """A comment on a submission that waits."""

    by: str
    at: str
    text: str


class _SubmittedFile(TypedDict):
    file: str
    pool: str
    pools: list[str]
    account: str
    submitted_at: str
    tournament: str | None
    state: str | None
    questions: int
    operation: str | None
    comments: list[CommentRow]


class SubmissionRow(_SubmittedFile):
    """A tournament file that waits for an officer, as it was last understood.

    Or a request that waits for another officer: then ``operation`` names what is asked for.

    ``state``: ``ready``, ``questions`` (so many ``questions`` are open), or ``unreadable``.
    """

    submission: str


class Approval(SubmissionRow):
    """A request that another officer approves; ``effect`` is the answer to it.

    ``shown`` is the digest of the effect; ``as_asked``: it is the one that was asked for.
    """

    fields: dict[str, Any]
    shown: str
    as_asked: bool
    effect: dict[str, Any]


class NewSubmission(_SubmittedFile):
    """A file as it was submitted; ``submission`` is None in a dry run.

    ``state`` is ``accepted`` if the rating list appends such files at once.
    """

    submission: str | None
