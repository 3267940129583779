"""The law of corrections in a row: only what they leave counts, and it counts in full."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.log.database import connect
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import Event, correction, game, pool, tournament
from tests.ledger.lines import player as registered
from tests.ledger.office import Office

PLAYERS = "abcdef"
ROUND = ("ab", "cd", "ef")
Pairing = tuple[int, str, str]
_numbers = count(1)


@pytest.fixture(scope="module")
def hall(sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """An office with a pool and six players."""
    with sqlite_files.fresh(tmp_path_factory.mktemp("hall")) as url:
        engine = connect(url)
        office = Office(engine)
        office.append(pool(), *map(registered, PLAYERS))
        yield office
        engine.dispose()


pairings = st.permutations(PLAYERS).flatmap(
    lambda order: st.tuples(st.sampled_from([1, 2]), st.just(order[0]), st.just(order[1]))
)
changes = st.lists(st.tuples(st.integers(0, 2), pairings | st.none()), min_size=1, max_size=5)


def paired(tournament_: str, at: int, pairing: Pairing) -> Event:
    round_, white, black = pairing
    id_ = f"{tournament_}-{at}"
    return game(white, black, game=id_, id_=id_, tournament=tournament_, round=round_)


def goes_together(games: Sequence[Pairing | None]) -> bool:
    """True if no player has two games in one round."""
    standing = [each for each in games if each is not None]
    seats = Counter((each[0], side) for each in standing for side in each[1:])
    return all(times == 1 for times in seats.values())


@given(changes=changes)
def test_a_row_is_admitted_exactly_where_what_it_leaves_goes_together(
    hall: Office, changes: list[tuple[int, Pairing | None]]
) -> None:
    name = f"t{next(_numbers)}"
    games: list[Pairing | None] = [(1, white, black) for white, black in ROUND]
    hall.append(
        tournament(name), *(paired(name, at, each) for at, each in enumerate(games) if each)
    )
    row = []
    for at, pairing in changes:
        games[at] = pairing
        replacement = None if pairing is None else paired(name, at, pairing)
        row.append(correction(f"{name}-{at}", replacement))
    if goes_together(games):
        assert hall.append(*row).appended == len(row)
        return
    last = {at: line for line, (at, _) in enumerate(changes, 1)}
    problems = hall.problems(*row)  # and nothing is written
    assert {each.line for each in problems} <= set(last.values())
    assert len(set(problems)) == len(problems)
