"""A Swiss of nine rounds, submitted after each: the last live list is that after the import."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import Any

import pytest

from projections.api import Ledger
from projections.queries.arguments import Upload
from scripts.federation.pairings import swiss
from tests.databases.fresh import AfterSeason
from tests.imports.tournament_files import trf, trf_player
from tests.projections.submissions import Event, adoption, decided, player

ROUNDS = 9
PEOPLE = [f"p{number}" for number in range(1, 17)]
UNKNOWN = PEOPLE[-1]
"""Nobody in the register: the file alone knows the last one."""
HEAD = ("012 Nine Rounds", "032 GER", "042 2025/03/01", "052 2025/03/09", "092 Swiss", "XXR 9")
CARDS: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "dwz-2014": (1600, {"index": 12}),
    "fide-2024": (1600, {"games": 50}),
    "ingo-1960": (90, {"count": 5}),
}
"""The figure of the first player, and what stands beside it on everybody's card."""
RESULTS = [("1", "0"), ("0", "1"), ("=", "="), ("1", "0"), ("=", "="), ("0", "1"), ("0", "1")]
Cells = Sequence[list[tuple[int, str, str]]]


def tournament() -> Cells:
    """Everybody's rounds: opponent, colour and result."""
    results, points = cycle(RESULTS), [0.0] * len(PEOPLE)
    cells: Cells = [[] for _ in PEOPLE]
    for pairings in swiss(points, ROUNDS):
        for white, black in pairings:
            assert black is not None
            own, other = next(results)
            cells[white].append((black + 1, "w", own))
            cells[black].append((white + 1, "b", other))
            for side, result in ((white, own), (black, other)):
                points[side] += {"1": 1, "=": 0.5, "0": 0}[result]
    return cells


def file_after(cells: Cells, rounds: int) -> Upload:
    """The file after so many rounds, with the pairings of the next one."""
    players = [
        trf_player(
            number,
            f"Player, {PEOPLE[number - 1].title()}",
            [
                (opponent, colour, result if at <= rounds else "")
                for at, (opponent, colour, result) in enumerate(row[: rounds + 1], 1)
            ],
        )
        for number, row in enumerate(cells, 1)
    ]
    return Upload("nine.trf", trf(players, HEAD))


def register(rulebook: str, url: str) -> None:
    """Everybody but the last one, each rated five points higher than the one before."""
    first, beside = CARDS[rulebook]
    figure = "number" if rulebook == "ingo-1960" else "rating"
    cards = {id_: {**beside, figure: first + 5 * at} for at, id_ in enumerate(PEOPLE[:-1])}
    events: list[Event] = [
        adoption("2024-01-01", "open", rulebook=rulebook),
        *(player(id_, name=f"Player, {id_.title()}", birth_year=1980) for id_ in cards),
        *(
            decided(id_, "1-1", "2024-06-01", pool="open", card=card)
            for id_, card in cards.items()
        ),
    ]
    with Ledger.open(url) as ledger:
        ledger.append(events, by="anna")
        ledger.catch_up()


SEASONS = {rulebook: partial(register, rulebook) for rulebook in CARDS}


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(it, marks=[] if it == "ingo-1960" else pytest.mark.slow) for it in CARDS],
)
def test_the_last_live_list_is_the_list_after_the_import(
    sqlite_after: AfterSeason, rulebook: str
) -> None:
    cells = tournament()
    known = {str(number): id_ for number, id_ in enumerate(PEOPLE[:-1], 1)}
    how: Mapping[str, Any] = {"links": known, "minutes": 120, "by": "anna"}
    with Ledger.open(sqlite_after(SEASONS[rulebook])) as ledger:
        with ledger.pool("open") as view:
            recorded = view.ratings(everyone=True)
        lists = []
        for rounds in range(ROUNDS + 1):
            answer = ledger.submit_running("open", file_after(cells, rounds), **how)
            assert answer.get("problems") is None
            assert answer["replaced"] is (rounds > 0)
            with ledger.pool("open") as view:
                assert view.ratings(everyone=True) == recorded
                (running,) = view.live()["tournaments"]
                lists.append(ratings_in(view.ratings(live=True, everyone=True)))
            assert (running["rounds_played"] or 0, running["rounds"]) == (rounds, ROUNDS)
            assert len(running["results"]) == (8 if rounds else 0)
            assert len(running["pairings"]) == (8 if rounds < ROUNDS else 0)
        assert len({str(each) for each in lists}) > ROUNDS / 2
        ledger.import_file(
            file_after(cells, ROUNDS), pools=["open"], register_new=True, name=None, **how
        )
        with ledger.pool("open") as view:
            assert not view.live()["tournaments"]
            assert ratings_in(view.ratings(everyone=True)) == lists[-1]


def ratings_in(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The cards by names, for a new player has no id of his own before the import."""
    return {row["name"]: row["card"] for row in rows}
