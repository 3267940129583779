"""Random tournaments and games as events: anything that the ledger takes."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, get_args

from hypothesis import strategies as st

from ledger.events.facts import TournamentFlag

Data = dict[str, Any]

PLAYERS = ("adam", "bela", "cleo", "dora", "emil", "fritz")
SEVERAL_A_ROUND = {"match", "games", "knockout"}
IDS = st.text('abcXYZ019 ._-/;,"=[]#ßł½棋', min_size=1, max_size=90).filter(
    lambda text: text == text.strip()
)
ORDINALS = st.integers(1, 9) | st.integers(1, 100_000)
DECIMALS = st.integers(0, 1_000_000_000).map(lambda thousandths: thousandths / 1_000)
DAYS = st.dates(date(1800, 1, 1), date(2199, 12, 31))
GRADES = st.sampled_from(["35k", "1k", "1d", "9d"])
REASONS = ["forfeit", "referee", "double-loss", "annulled"]
OF_ONE_GAME = [(1, 0), (0, 1), (0.5, 0.5), (0.5, 0), (0, 0.5), (0, 0)]


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Data]:
    """Any of the fields, or none of them."""
    return st.fixed_dictionaries({}, optional=fields)


def times(discipline: str) -> st.SearchStrategy[Data]:
    of_chess = {"increment_seconds": DECIMALS, "minutes_per_move": DECIMALS}
    of_go = {
        "overtime": st.sampled_from(["none", "japanese", "canadian", "fischer"]),
        "seconds": DECIMALS,
        "stones": ORDINALS,
        "overtime_minutes": DECIMALS,
    }
    more = of_chess if discipline == "chess" else of_go
    return st.fixed_dictionaries({"minutes": DECIMALS}, optional=more)


@st.composite
def submissions(draw: st.DrawFn) -> tuple[Data, list[Data]]:
    """The data of a tournament and of its games, the first of them with two players."""
    discipline = draw(st.sampled_from(["chess", "go"]))
    system = draw(
        st.sampled_from(["round-robin", "swiss", "knockout", "match", "team", "games", "pairs"])
    )
    players = PLAYERS[: 2 if system == "match" else draw(st.integers(2, len(PLAYERS)))]
    head = draw(
        some(
            rounds=ORDINALS,
            participants=ORDINALS,
            country=st.sampled_from(["GER", "HUN"]),
            place=st.sampled_from(["Neustadt", "Burg, am Wald"]),
            thinking_time=times(discipline),
            youth_class=st.integers(1, 99).map("U{}".format),
            flags=st.lists(st.sampled_from(get_args(TournamentFlag)), unique=True),
            entrants=entrants(players, discipline),
            pairing_rules=st.sampled_from(["FIDE_DUTCH_2026", "our own"]),
            tie_break_names=st.lists(st.sampled_from(["BH/C1", "Wtg 2", "KS(1,2)"]), min_size=1),
            boards=ORDINALS,
            rounds_planned=ORDINALS,
            round_days=st.dictionaries(ORDINALS, DAYS, max_size=4).map(
                lambda days: [{"round": n, "day": f"{days[n]}"} for n in sorted(days)]
            ),
            teams=st.dictionaries(ORDINALS, teams(), min_size=1, max_size=3).map(
                lambda teams: [{"number": number, **teams[number]} for number in teams]
            ),
            **{"class": st.sampled_from(["I", "II B", "elite; 1"])},
        )
    )
    if discipline == "go":
        komi = st.integers(-20, 20).map(lambda halves: halves / 2)
        head |= draw(some(board=st.sampled_from([9, 13, 19]), komi=komi))
    for place, entrant in enumerate(head.get("entrants", [])):
        entrant.update(draw(table_line(place, head)))
    days = sorted(draw(st.tuples(DAYS, DAYS)))
    head |= {"tournament": draw(IDS), "name": "Some cup", "format": system, "ended_on": days[1]}
    head |= {"discipline": discipline, "pools": ["dwz" if discipline == "chess" else "mgsz"]}
    if draw(st.booleans()):
        head["starts_on"] = days[0]
    return head, draw(games(players, head))


def teams() -> st.SearchStrategy[Data]:
    more = {"club": st.just("SV West"), "place": ORDINALS}
    more |= dict.fromkeys(["match_points", "board_points"], DECIMALS)
    return st.fixed_dictionaries({"name": st.sampled_from(["Süd, 1", "Team 7"])}, optional=more)


def table_line(place: int, head: Data) -> st.SearchStrategy[Data]:
    """An entrant's line of the submitted table; nobody scores as many points by his games."""
    line: dict[str, st.SearchStrategy[Any]] = {
        "start_number": st.just(10 * place + 7),
        "place": ORDINALS,
        "points": st.integers(100, 200).map(lambda halves: halves / 2),
        "withdrawn": st.integers(0, 9),
    }
    if names := head.get("tie_break_names"):
        signed = st.tuples(DECIMALS, st.sampled_from([1, -1])).map(lambda each: each[0] * each[1])
        line["tie_breaks"] = st.lists(signed, min_size=1, max_size=len(names))
    if teams := head.get("teams"):
        line["team"] = st.sampled_from([team["number"] for team in teams])
    return some(**line)


@st.composite
def entrants(draw: st.DrawFn, players: Sequence[str], discipline: str) -> list[Data]:
    entered = draw(st.lists(st.sampled_from(players), unique=True))
    more = some(
        junior=st.booleans(),
        status=st.sampled_from(["registered", "newcomer", "guest"]),
        **({"entry_grade": GRADES} if discipline == "go" else {}),
    )
    return [{"player": player, **draw(more)} for player in entered]


@st.composite
def games(draw: st.DrawFn, players: Sequence[str], head: Data) -> list[Data]:
    """Games as a file may have them unasked: a pair plays once, or each time in a round."""
    made: list[Data] = []
    busy: set[tuple[int, str]] = set()
    met: set[frozenset[str]] = set()
    for number in range(draw(st.integers(1, 8))):
        white, black = draw(st.permutations(players))[:2]
        alone = number > 0 and draw(st.integers(0, 3)) == 0
        data = draw(game(head, white, None if alone else black))
        taken = {(data["round"], side) for side in (white, black)} if "round" in data else set()
        if head["format"] not in SEVERAL_A_ROUND and busy & taken:
            del data["round"]
        else:
            busy |= taken
        pair = frozenset({white, black})
        if head["format"] not in SEVERAL_A_ROUND and "round" not in data and not alone:
            if pair in met:
                continue
            met.add(pair)
        made.append({"game": f"{head['tournament']} {number}", **data})
    return made


@st.composite
def game(draw: st.DrawFn, head: Data, white: str, black: str | None) -> Data:
    is_go = head["discipline"] == "go"
    results = [*OF_ONE_GAME, (1, 1)] if is_go and black is not None else OF_ONE_GAME
    points = draw(st.sampled_from(results))
    of_go = {"stones": st.integers(0, 50), "receiver": st.sampled_from(["black", "white"])}
    data = draw(
        some(
            round=ORDINALS,
            board=ORDINALS,
            rated_for=st.sampled_from(["both", "white", "black", "none"]),
            minutes_per_move=DECIMALS.filter(bool),
            **(of_go if is_go else {}),
        )
    )
    data |= dict(zip(("played_on", "finished_on"), draw(days()), strict=False))
    data |= {"tournament": head["tournament"], "white": white, "black": black}
    data |= {"white_points": points[0], "black_points": points[1]}
    if black is None or draw(st.booleans()):
        data |= {"played": False, **draw(why([*REASONS, *(["bye"] if black is None else [])]))}
    return data


def days() -> st.SearchStrategy[list[date]]:
    """None, the day of play, or with it the day on which the game was finished."""
    return st.lists(DAYS, max_size=2).map(sorted)


def why(reasons: Collection[str]) -> st.SearchStrategy[Data]:
    return some(reason=st.sampled_from(sorted(reasons)))
