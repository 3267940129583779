"""Random tournaments, each within what one format of file can say."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, get_args

import attrs
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.events.facts import ThinkingTime, TournamentFlag
from ledger.importing.formats.rounds import points_of
from ledger.importing.formats.tournament_report import (
    GameReport,
    PlayerReport,
    Receiver,
    Status,
    TableLine,
    TeamReport,
    TournamentReport,
)
from ledger.validation.persons import is_nobody

Result = Mapping[str, Any]

WORDS = st.text("abcdefghijklmnoprstuvzäöüßéčłőñ", min_size=2, max_size=8).map(str.capitalize)


def somebody(names: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Names, but for those that stand for nobody: nobody is registered under them."""
    return names.filter(lambda name: not is_nobody(name))


NAMES = somebody(
    st.one_of(
        st.builds("{}, {}".format, WORDS, WORDS),
        st.builds("{} {}, {} {}".format, WORDS, WORDS, WORDS, WORDS).filter(
            lambda n: len(n) <= 33
        ),
        WORDS,
    )
)
DAYS = st.dates(date(1971, 1, 1), date(2060, 12, 31))
BIRTHDAYS = st.dates(date(1900, 1, 1), date(2010, 12, 31))
FEDERATIONS = st.sampled_from(["GER", "HUN", "SWE", "FRA", "SUI"])
GRADES = st.sampled_from(["30k", "12k", "1k", "1d", "7d"])


def rated(white: float, black: float, rated_for: str = "both") -> Result:
    return {"white_points": white, "black_points": black, "rated_for": rated_for}


def unplayed(white: float, black: float, reason: str = "forfeit") -> Result:
    return {"white_points": white, "black_points": black, "played": False, "reason": reason}


DECIDED = [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]
UNEVEN = [(0.5, 0.0), (0.0, 0.5), (0.0, 0.0)]
ONE_SIDED = [rated(*each, side) for each in DECIDED for side in ("white", "black", "none")]
FORFEITS = [unplayed(1.0, 0.0), unplayed(0.0, 1.0), unplayed(0.0, 0.0)]
OF_TRF = [
    *(rated(*each) for each in (*DECIDED, *UNEVEN)),
    *ONE_SIDED,
    *FORFEITS,
    unplayed(0.5, 0.0),
]
OF_H9 = [
    *(rated(*each) for each in (*DECIDED, (1.0, 1.0))),
    *FORFEITS,
    unplayed(0.5, 0.5),
    unplayed(0.0, 0.0, "double-loss"),
]
OF_TABLES = [
    *OF_TRF,
    unplayed(0.5, 0.5),
    unplayed(0.5, 0.5, "referee"),
    unplayed(1.0, 0.0, "annulled"),
    {**unplayed(1.0, 0.0), "rated_for": "none"},
]


@attrs.frozen(kw_only=True)
class Kind:
    """The kinds of games that a format can hold."""

    results: Sequence[Result]
    byes: Sequence[float]
    facts: Mapping[str, st.SearchStrategy[Any]]
    dated_by_round: bool = True
    stones: int = 0


@st.composite
def rounds(draw: st.DrawFn, numbers: Sequence[str], days: Sequence[date], kind: Kind) -> Any:
    """The games of a few rounds; the first pairing of each is always there."""
    games = []
    for round_, day in enumerate(days, start=1):
        order = draw(st.permutations(numbers))
        dated = draw(st.booleans())
        for place in range(0, len(order) - 1, 2):
            if place and draw(st.integers(0, 5)) == 0:
                continue
            result = draw(st.sampled_from(kind.results))
            on = day if result.get("played", True) and dated and kind.dated_by_round else None
            sides = {"white": order[place], "black": order[place + 1]}
            stones = draw(st.integers(0, kind.stones))
            facts = {name: draw(strategy) for name, strategy in kind.facts.items()}
            games.append(
                GameReport(round=round_, **sides, day=on, stones=stones, **result, **facts)
            )
        if kind.byes and len(order) % 2 and draw(st.booleans()):
            games.append(bye(round_, order[-1], draw(st.sampled_from(kind.byes))))
    return tuple(games)


def bye(round_: int, player: str, points: float) -> GameReport:
    result = unplayed(points, 0.0, "bye")
    return GameReport(round=round_, white=player, black=None, **result)


@st.composite
def tournaments(
    draw: st.DrawFn,
    kind: Kind,
    head: Mapping[str, st.SearchStrategy[Any]],
    player: Mapping[str, st.SearchStrategy[Any]],
) -> TournamentReport:
    """A tournament; ``head`` and ``player`` draw what a format says of each."""
    start, days = draw(DAYS), draw(st.integers(1, 4))
    numbers = [str(number) for number in range(1, draw(st.integers(2, 6)) + 1)]
    on = [start + timedelta(days=draw(st.integers(0, 30))) for _ in range(days)]
    ended_on = max(on) + timedelta(days=draw(st.integers(0, 3)))
    facts = {name: draw(strategy) for name, strategy in head.items()}
    return TournamentReport(
        format="test",
        encoding="utf-8",
        digest=sha256(repr(draw(st.integers(0))).encode()).hexdigest(),
        starts_on=draw(st.sampled_from([start, None])),
        ended_on=ended_on,
        players=tuple(
            draw(people(number, player, facts["discipline"] == "go")) for number in numbers
        ),
        games=draw(rounds(numbers, sorted(on), kind)),
        **{"rounds": days, **facts},
    )


@st.composite
def people(
    draw: st.DrawFn, number: str, facts: Mapping[str, st.SearchStrategy[Any]], goes: bool
) -> PlayerReport:
    """A player; everybody has another number in every register."""
    values = {name: draw(strategy) for name, strategy in facts.items()}
    spaces = values.pop("registers")
    own = {"fide": f"120000{number}", "dsb": f"NU1000{number}", "egd": f"1000000{number}"}
    own["zps"] = f"C0512-{number}"
    if (day := values.get("birth_date")) is not None:
        values["birth_year"] = day.year
    if goes:
        values["grade"] = draw(GRADES)
    return PlayerReport(number=number, ids={space: own[space] for space in spaces}, **values)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def some_of(*registers: str) -> st.SearchStrategy[Any]:
    return st.lists(st.sampled_from(registers), unique=True)


PLACES = maybe(st.builds("{} am {}".format, WORDS, WORDS))
TITLES = st.builds("{} Open {}".format, WORDS, st.integers(1, 99))
TIMES = maybe(
    st.builds(
        ThinkingTime,
        minutes=st.integers(1, 240).map(lambda halves: halves / 2),
        increment_seconds=st.integers(0, 60).map(float),
    )
)
PERSONAL = {
    "name": NAMES,
    "sex": st.sampled_from(["m", "f", None]),
    "birth_date": maybe(BIRTHDAYS),
    "federation": maybe(FEDERATIONS),
    "title": maybe(st.sampled_from(["GM", "WFM"])),
}
RULES = {
    "pairing_rules": maybe(st.sampled_from(["LUCERNE_2", "OUR_OWN"])),
    "tie_breaks": st.sampled_from([("BH/C1", "KS(1,2)", "SB"), ("DE",), ()]),
}
KOMI = st.sampled_from([6.5, 7.0, 0.5, -5.5])
TRF_HEAD = {
    "discipline": st.just("chess"),
    "name": TITLES,
    "place": PLACES,
    "country": maybe(FEDERATIONS),
    "system": st.sampled_from(["swiss", "round-robin", "knockout"]),
}
TRF_GAMES = Kind(results=OF_TRF, byes=[1.0, 0.5, 0.0], facts={})


@st.composite
def with_table(draw: st.DrawFn, reports: st.SearchStrategy[TournamentReport]) -> TournamentReport:
    """A tournament with the table that a TRF has: everybody's start number, place and points."""
    report = draw(reports)
    points = points_of(report)
    places = draw(st.permutations(range(1, len(report.players) + 1)))
    players = [
        replace(
            player,
            table_line=TableLine(
                start_number=int(player.number), place=place, points=points[player.number]
            ),
        )
        for player, place in zip(report.players, places, strict=True)
    ]
    return attrs.evolve(report, players=tuple(players))


@st.composite
def with_places(draw: st.DrawFn, reports: st.SearchStrategy[TournamentReport]) -> TournamentReport:
    """A go tournament with its final table: places, some of them shared, and falling scores."""
    report = draw(reports)
    count = len(report.players)
    scores = draw(st.lists(st.integers(0, 60), min_size=count, max_size=count))
    players, place = [], 1
    for at, player in enumerate(report.players):
        score, sos = sorted(scores, reverse=True)[at], draw(st.integers(0, 400)) / 2
        place = place if draw(st.booleans()) else at + 1
        line = TableLine(place=place, tie_breaks=(float(score), sos))
        players.append(replace(player, table_line=line))
    return attrs.evolve(report, players=tuple(players), tie_breaks=("MMS", "SOS"))


@st.composite
def with_teams(draw: st.DrawFn, reports: st.SearchStrategy[TournamentReport]) -> TournamentReport:
    """A tournament of teams, as TRF26 has them; some players may be in none."""
    report = draw(reports)
    teams = [
        TeamReport(number=number, name=f"{draw(WORDS)} {number}", **draw(TEAM_POINTS))
        for number in range(1, draw(st.integers(1, 3)) + 1)
    ]
    numbers = st.sampled_from([None, *(team.number for team in teams)])
    players = [
        replace(player, table_line=replace(player.table_line, team=draw(numbers)))
        for player in report.players
    ]
    return attrs.evolve(report, players=tuple(players), teams=tuple(teams), system="team")


TEAM_POINTS = st.fixed_dictionaries(
    {
        "place": maybe(st.integers(1, 99)),
        "match_points": maybe(st.integers(0, 40).map(float)),
        "board_points": maybe(st.integers(0, 99).map(lambda halves: halves / 2)),
    }
)
TRF16 = with_table(tournaments(TRF_GAMES, TRF_HEAD, {**PERSONAL, "registers": some_of("fide")}))
OF_TRF26 = tournaments(
    TRF_GAMES,
    {**TRF_HEAD, **RULES, "thinking_time": TIMES},
    {**PERSONAL, "registers": some_of("fide", "dsb")},
)
TRF26 = with_table(OF_TRF26) | with_teams(with_table(OF_TRF26))
OF_H9_TABLES = tournaments(
    Kind(results=OF_H9, byes=[1.0, 0.5], facts={}, dated_by_round=False, stones=9),
    {
        "discipline": st.just("go"),
        "key": st.dates(date(2000, 1, 1)).map("egd-T{:%y%m%d}B".format),
        "name": TITLES,
        "place": PLACES,
        "country": maybe(FEDERATIONS),
        "system": st.just("swiss"),
        "komi": KOMI,
        "thinking_time": maybe(
            st.builds(
                ThinkingTime,
                minutes=st.integers(1, 400).map(lambda halves: halves / 2),
                overtime=st.just("none"),
            )
        ),
    },
    {
        "name": NAMES,
        "federation": maybe(FEDERATIONS),
        "club": maybe(st.sampled_from(["Buda", "75Ju", "Wien"])),
        "registers": some_of("egd"),
    },
)
H9 = with_places(OF_H9_TABLES)
AGA = tournaments(
    Kind(
        results=[rated(1.0, 0.0), rated(0.0, 1.0)],
        byes=[],
        facts={},
        dated_by_round=False,
        stones=9,
    ),
    {
        "discipline": st.just("go"),
        "name": TITLES,
        "system": st.just("swiss"),
        "komi": st.just(7.0),
    },
    {"name": NAMES, "registers": st.just([])},
).filter(lambda drawn: any(not game.stones for game in drawn.games))
CAPITALS = st.text("ABCDEFGHIJKLMNOPRSTUVZ", min_size=2, max_size=8)
US_CHESS = tournaments(
    Kind(
        results=[rated(*each) for each in DECIDED],
        byes=[1.0, 0.5],
        facts={},
        dated_by_round=False,
    ),
    {
        "discipline": st.just("chess"),
        "key": st.dates(date(2000, 1, 1)).map("uschess-{:%Y%m%d}0123-1".format),
        "name": st.builds("{} Open {}".format, CAPITALS, st.integers(1, 99)),
        "place": maybe(st.builds("{}, {}".format, CAPITALS, st.sampled_from(["MA", "TX"]))),
        "country": maybe(FEDERATIONS),
        "system": st.just("swiss"),
        "thinking_time": maybe(
            st.builds(
                ThinkingTime,
                minutes=st.integers(1, 240).map(float),
                increment_seconds=st.integers(0, 60).map(float),
            )
        ),
    },
    {
        "name": somebody(st.builds("{}, {}".format, CAPITALS, CAPITALS) | CAPITALS),
        "registers": st.just([]),
    },
)
MINUTES = st.integers(1, 900).map(lambda tenths: tenths / 10)
TABLE_GAMES = {"board": maybe(st.integers(1, 300)), "minutes_per_move": maybe(MINUTES)}
ALL_GAMES = Kind(results=OF_TABLES, byes=[1.0, 0.5, 0.0], facts=TABLE_GAMES)
KEYS = st.from_regex(r"\A[a-z][a-z0-9._-]{0,20}\Z")
TABLE_PERSONAL = {
    **PERSONAL,
    "club": maybe(st.builds('{} "{}"; {}'.format, WORDS, WORDS, WORDS)),
    "registers": some_of("fide", "dsb", "egd", "zps"),
    "computer": st.booleans(),
    "junior": st.booleans(),
    "status": st.sampled_from(get_args(Status)),
}
TABLE_HEAD = {
    **TRF_HEAD,
    **RULES,
    "key": KEYS,
    "system": st.sampled_from(["swiss", "round-robin", "knockout", "team", "games", "pairs"]),
    "thinking_time": TIMES,
    "youth_class": maybe(st.sampled_from(["U12", "U18"])),
    "participants": maybe(st.integers(1, 99)),
    "class_": maybe(st.sampled_from(["I", "elite"])),
    "flags": st.lists(st.sampled_from(get_args(TournamentFlag)), unique=True).map(tuple),
}
CANONICAL = {"canonical": st.just(value=True)}
TABLES = tournaments(ALL_GAMES, {**TABLE_HEAD, **CANONICAL}, TABLE_PERSONAL)
GO_TABLES = tournaments(
    Kind(
        results=OF_H9,
        byes=[1.0, 0.5, 0.0],
        facts={**TABLE_GAMES, "receiver": st.sampled_from(get_args(Receiver))},
        stones=9,
    ),
    {
        "discipline": st.just("go"),
        "key": KEYS,
        "name": TITLES,
        "system": st.just("swiss"),
        "board": maybe(st.sampled_from([9, 13, 19])),
        "komi": maybe(KOMI),
        "thinking_time": maybe(
            st.builds(
                ThinkingTime,
                minutes=MINUTES,
                overtime=st.sampled_from(["none", "japanese", "canadian", "fischer"]),
                seconds=maybe(MINUTES),
                stones=maybe(st.integers(1, 30)),
                overtime_minutes=maybe(MINUTES),
            )
        ),
        **CANONICAL,
    },
    {"name": NAMES, "registers": some_of("egd")},
)


def with_absences(report: TournamentReport) -> TournamentReport:
    """The report as TRF26 has it, where a round in which somebody was not paired is an absence."""
    last = max((game.round or 0 for game in report.games), default=0)
    paired = {(side, game.round) for game in report.games for side in (game.white, game.black)}
    absences = [
        bye(round_, player.number, 0.0)
        for player in report.players
        for round_ in range(1, last + 1)
        if (player.number, round_) not in paired
    ]
    return attrs.evolve(report, games=(*report.games, *absences))


def plain(report: TournamentReport) -> TournamentReport:
    """Return a report without the traces of its reading, in the order of its rounds."""
    time = report.thinking_time
    if time is not None:
        time = attrs.evolve(time, increment_seconds=time.increment_seconds or None)
    games = [replace(game, line=None) for game in report.games]
    return attrs.evolve(
        report,
        format="",
        encoding="",
        digest="",
        thinking_time=time,
        players=tuple(replace(each, line=None) for each in report.players),
        games=tuple(sorted(games, key=lambda game: (game.round or 0, game.white))),
    )
