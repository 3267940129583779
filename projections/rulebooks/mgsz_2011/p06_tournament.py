"""MGSZ 6.§: the multiplier of a tournament, its parts, and each player's starting Elo."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from ledger.events.messages import Message
from projections.rulebooks.figures import printed_table
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p01_scope import SMALL_BOARD, Excluded, board_of
from projections.rulebooks.mgsz_2011.p04_grades import GRADES, GRADES_OF_TABLE, LIMITS, limit_of
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.objection import THE_TOURNAMENT, Ruling, only, whole_between
from projections.rulebooks.tournament import Entrant, Game, ThinkingTime, Tournament

# --- (1), step 1, and (2): the multiplier C, from thinking time and importance -------------------

_MULTIPLIER, _PARTS = mgsz.cite("6 (2)"), mgsz.cite("6 (3)")
_CATEGORIES = printed_table(__package__, "table_2_time.csv")
_OF_CATEGORY = {row["Kategória"]: int(row["Szorzó"]) for row in _CATEGORIES}
_SMALL_BOARD_ALWAYS = 5
_INVITED, _MANY, _TITLE, _EVEN = (
    int(row["+ Szorzó"]) for row in printed_table(__package__, "table_3_importance.csv")
)


@mgsz.within("6 (2)")
def multiplier(tournament: Tournament, readings: Readings) -> int | Excluded:
    """C: decided by the Rating Committee, or calculated; without either nothing is rated."""
    decision = tournament.last_decided(_MULTIPLIER)
    if decision is None:
        by_tables = calculated(tournament, readings)
        return Excluded(_undetermined(tournament)) if by_tables is None else by_tables
    C: int = decision.value["multiplier"]
    given = {"decision": decision.event, "by": decision.by, "reason": decision.reason}
    mgsz.note("6 (2)", "The Rating Committee sets the multiplier C.", given, C)
    return C


@mgsz.within("6 (1) step 1")
def calculated(tournament: Tournament, readings: Readings) -> int | None:
    """C of the tables: always 5 on 13×13, else time category plus importance."""
    if board_of(tournament) == SMALL_BOARD:
        given: dict[str, object] = {"board": SMALL_BOARD}
        C = _SMALL_BOARD_ALWAYS
    else:
        letter = category(tournament.thinking_time, readings)
        if letter is None:
            return None
        counts = letter != "E" or readings.category_e_bonus
        bonus = importance(tournament, readings) if counts else 0
        given = {"category": letter, "time": _OF_CATEGORY[letter], "importance": bonus}
        C = _OF_CATEGORY[letter] + bonus
    mgsz.note("6 (1) step 1", "The multiplier C of the tournament.", given, C)
    return C


@mgsz.within("table 2")
def category(time: ThinkingTime | None, readings: Readings) -> str | None:
    """Return the best category whose least basic and extended time are both met, or None."""
    extended = None if time is None else extended_minutes(time, readings.fischer_moves)
    if time is None or extended is None:
        return None
    both = all if readings.time_rule == "and" else any
    basic = _exact(time.minutes)
    for row in _CATEGORIES:
        met = (basic >= int(row["Alapidő (perc)"]), extended >= int(row["Bővített idő (perc)"]))
        if both(met):
            given = {"basic": float(basic), "extended": float(extended)}
            mgsz.note("table 2", "The category of the thinking time.", given, row["Kategória"])
            return row["Kategória"]
    return None


@mgsz.within("table 2")
def extended_minutes(time: ThinkingTime, fischer_moves: int | None = None) -> Fraction | None:
    """Return the basic time plus that of 45 Japanese or 60 Canadian moves; None if not defined.

    The number of Japanese periods is irrelevant.  Fischer time needs a number of moves (M2).
    """
    basic = _exact(time.minutes)
    match time.overtime:
        case None | "none" if not time.increment_seconds:
            return basic
        case "japanese" if time.seconds is not None:
            return basic + 45 * _exact(time.seconds) / 60
        case "canadian" if time.stones and time.overtime_minutes is not None:
            return basic + Fraction(60, time.stones) * _exact(time.overtime_minutes)
        case "fischer" if time.seconds is not None and fischer_moves is not None:
            return basic + fischer_moves * _exact(time.seconds) / 60
        case _:
            return None


@mgsz.within("table 3")
def importance(tournament: Tournament, readings: Readings) -> int:
    """The addition to C for the importance of a 19×19 tournament.

    An invitational or a Hungarian championship that is also a European or world championship
    counts as the latter alone (M5).
    """
    flags = tournament.flags
    invited = _INVITED if flags & {"invitational", "national-championship"} else 0
    title = _TITLE if "continental-or-world-championship" in flags else 0
    entered = len(tournament.players)
    present = entered if tournament.participants is None else tournament.participants
    many = _MANY if present > 80 else 0
    even = _EVEN if "no-handicap" in flags else 0
    event = invited + title if readings.importance_stacking else max(invited, title)
    given = {"flags": sorted(flags), "participants": present}
    mgsz.note("table 3", "The addition to C for importance.", given, event + many + even)
    return event + many + even


def _undetermined(tournament: Tournament) -> str:
    if tournament.thinking_time is None:
        return mgsz.because(
            "6 (2)", "no thinking time is stated and the Rating Committee has set no multiplier"
        )
    return mgsz.because(
        "6 (2)",
        "the thinking time has no category in table 2 and the Rating Committee has set no "
        "multiplier",
    )


def _exact(minutes: float) -> Fraction:
    return Fraction(str(minutes))


# --- (1), step 2: the starting Elo of every player -----------------------------------------------

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
    """The Elo of a player not in the register, by his entry grade, or the reason for none."""
    grade = entrant.entry_grade
    if entrant.status == "newcomer":
        return mgsz.because(
            "6 (1) step 2",
            "%(player)s is a newcomer whose starting values the manager has not set",
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
            "%(player)s entered as %(grade)s, which is not a grade of table 1",
            player=entrant.player,
            grade=grade,
        )
    value = LIMITS[-1] if grade in _ABOVE_TABLE else limit_of(grade)
    given = {"guest": entrant.player, "entry_grade": grade}
    mgsz.note(
        "6 (1) step 2", "A guest starts at the lower limit of the entry grade.", given, value
    )
    return value


# --- (3): a tournament with too much weight is split into parts ----------------------------------

Parts = Sequence[Sequence[Game]]


@mgsz.within("6 (3)")
def parts_of(
    tournament: Tournament, games: Sequence[Game], C: int, readings: Readings
) -> Parts | Excluded:
    """Return the counted games of each part; one part if C × rounds is below the limit."""
    rounds = rounds_of(tournament)
    if C * rounds < readings.split_limit:
        return [games]
    if readings.split_limit <= C:
        return Excluded(
            mgsz.because(
                "6 (3)",
                "C is %(C)s, so that a single round reaches %(limit)s",
                C=C,
                limit=readings.split_limit,
            )
        )
    decision = tournament.last_decided(_PARTS)
    lengths = split(C, rounds, readings) if decision is None else decision.value["parts"]
    if sum(lengths) != rounds:
        return Excluded(
            mgsz.because(
                "6 (3)",
                "the parts decided make %(decided)s rounds, but %(rounds)s were played",
                decided=sum(lengths),
                rounds=rounds,
            )
        )
    if any(game.round is None for game in games):
        return Excluded(
            mgsz.because("6 (3)", "it has to be cut into parts, but games lack their round")
        )
    given = {"C": C, "rounds": rounds, "limit": readings.split_limit}
    mgsz.note("6 (3)", "C × rounds reaches the limit: the rounds of each part.", given, lengths)
    return _cut(games, lengths)


def rounds_of(tournament: Tournament) -> int:
    """Return the rounds as reported or numbered, else the highest number of games of a player."""
    numbered = max((game.round or 0 for game in tournament.games), default=0)
    stated = max(tournament.rounds or 0, numbered)
    if stated:
        return stated
    games = Counter(side for game in tournament.games for side in (game.white, game.black))
    return max((times for player, times in games.items() if player is not None), default=0)


@mgsz.within("6 (3)")
def split(C: int, rounds: int, readings: Readings) -> list[int]:
    """The rounds of each part: the fewest parts below the limit, as even as possible (M6).

    The longer parts come first; ``greedy`` fills every part before the next is begun.
    """
    longest = (readings.split_limit - 1) // C
    parts = -(-rounds // longest)
    if readings.split_policy == "greedy":
        return [longest] * (parts - 1) + [rounds - longest * (parts - 1)]
    length, longer = divmod(rounds, parts)
    return [length + 1] * longer + [length] * (parts - longer)


def _cut(games: Sequence[Game], lengths: Sequence[int]) -> Parts:
    in_order = (part for part, length in enumerate(lengths) for _ in range(length))
    part_of: dict[int | None, int] = dict(enumerate(in_order, start=1))
    parts: list[list[Game]] = [[] for _ in lengths]
    for game in games:
        parts[part_of[game.round]].append(game)
    return parts


# --- (2) and (3): the form of the committee's decisions ------------------------------------------


@mgsz.within("6 (2)")
@mgsz.within("6 (3)")
def rulings(limit: int) -> Mapping[str, Ruling]:
    """The rulings; one round alone must stay below the limit of 6.§ (3) to allow a split."""
    multiplier = Message(
        'give {"multiplier": 25} with a whole number from 0 to %(most)s', most=limit - 1
    )
    parts = Message('give {"parts": [3, 3, 2]}: the rounds of each of several parts')
    return {
        _MULTIPLIER: Ruling(
            THE_TOURNAMENT, only("multiplier", whole_between(0, limit - 1), multiplier)
        ),
        _PARTS: Ruling(THE_TOURNAMENT, only("parts", _are_several, parts)),
    }


def _are_several(parts: object) -> bool:
    """True if these are several parts of at least one round each."""
    return isinstance(parts, list | tuple) and len(parts) > 1 and all(map(whole_between(1), parts))
