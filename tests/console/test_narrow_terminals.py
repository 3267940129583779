"""Whatever a command shows in a table is on a terminal of 60, 80 or 120 columns in full."""

import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from ledger.events.characters import visible
from projections.interfaces.cli.layout import INDENT, listing
from projections.queries.columns import PROSE, TEXT, Column, Columns
from tests.console.shell import Shell
from tests.console.terminal import printed, shown_beside
from tests.federation_lists.list_files import fide, fide_line
from tests.imports.tournament_files import CROSSTABLE_HEAD, crosstable
from tests.projections.submissions import (
    Event,
    adoption,
    correction,
    decided,
    game,
    player,
    tournament,
)

pytestmark = pytest.mark.slow

ANNA = "maximiliane-von-hohenstein-1970"
BRUNO = "karl-friedrich-zu-wittgenstein-1955"
CLEO = "annegret-muellerschoen-holzapfel"
DORA = "dora-nievergelt"
OPEN = "stadtmeisterschaft-dortmund-hoerde-1995"
CUP = "pokal-1996"
WHOLE = 2_000
DRAWN = re.compile("[─━│┏┓└┘┡┩╇┴┳]")
NAMES = {
    ANNA: "Freifrau von Hohenstein-Wallerstein, Maximiliane Elisabeth Charlotte",
    BRUNO: "Prinz zu Sayn-Wittgenstein-Berleburg, Karl Friedrich Bruno",
    CLEO: "Müllerschön-Holzapfel, Annegret",
    DORA: "Nievergelt, Dora",
}
COMMANDS = [
    ["player", "dwz", BRUNO],
    ["player", "dwz", DORA],
    ["players", "list", "dwz"],
    ["players", "show", BRUNO],
    ["players", "add", "mitglieder.csv", "--pool", "dwz", "--dry-run"],
    ["pools"],
    ["pool", "dwz"],
    ["rulebooks", "egf-2021"],
    ["tournaments", "dwz"],
    ["tournament", "dwz", OPEN],
    ["tournament", "dwz", CUP],
    ["games", OPEN],
    ["standings", OPEN],
    ["standings", OPEN, "--method", "buchholz"],
    ["standings", "--series", OPEN, CUP],
    ["audit", "dwz", ANNA, OPEN],
    ["audit", "dwz", DORA, OPEN],
    ["check-audit", "audit.html"],
    ["diff", "dwz", "--from-known", "6"],
    ["published", "dwz"],
    ["correct", OPEN, "1", ANNA, "--result", "0-1", "--reason", "Zettel", "--dry-run"],
    ["import", "auto", "turnier.csv", "--pool", "dwz", "--dry-run"],
    ["import", "auto", "turnier.csv", "turnier.csv", "--pool", "dwz", "--dry-run"],
    ["sync", "fide", "players_list_foa.txt"],
    ["demo", "demo"],
    ["rulebooks"],
    ["compare", "dwz", "--rulebook", "dwz-2014", "--details"],
    ["predict", "dwz", "--rulebook", "dwz-1995", "--rulebook", "lask-1970", "--details"],
    ["sweep", "dwz", "--rulebook", "dwz-1995", "--vary", "expectancy=normal,table"],
    ["account", "list"],
    ["site", "öffentlich", "--pool", "dwz"],
]


CARDS = {ANNA: "1873-42", BRUNO: "1901-15", CLEO: "1500-3"}
CROSSTABLE = crosstable(
    [
        f"1;;{NAMES[ANNA]};2100;GER;3w1;4b½;",
        f"2;;{NAMES[BRUNO]};2000;GER;4w½;3b0;",
        f"3;;{NAMES[CLEO]};1900;GER;1b0;2w1;",
        f"4;;{NAMES[DORA]};1800;GER;2b½;1w½;",
    ],
    (*CROSSTABLE_HEAD[:4], "Rk.;;Name;Rtg;FED;1.Rd;2.Rd;Pts."),
    (),
)
MEMBERS = "Name;Geburtsjahr;DWZ\n" + "".join(
    f'"{name}, zugezogen aus Niedersachsen";1990;1600-7\n' for name in NAMES.values()
)
FIDE_LIST = fide([fide_line("4612345", NAMES[CLEO], rating=1911, birth=1950)])


def played(tournament: str, white: str, result: str, black: str, /, **facts: int) -> Event:
    """A game whose id is as long as those of a league."""
    id_ = f"{tournament}/{facts['round']}/{white[:4]}-{black[:4]}"
    return game(tournament, white, result, black, game=id_, **facts)


@pytest.fixture
def season(empty_file: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    """Two tournaments of a club whose members have long names and long ids."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RATING_LEDGER_DATABASE", empty_file.database)
    changed = played(OPEN, CLEO, "½-½", ANNA, round=2)
    empty_file.append(
        adoption(),
        *(player(each, name=name) for each, name in NAMES.items()),
        *(
            decided(each, card, kind="carried-over", reason="Karteikarte")
            for each, card in CARDS.items()
        ),
        tournament(OPEN, "1995-09-30", format="round-robin"),
        played(OPEN, ANNA, "1-0", BRUNO, round=1),
        changed,
        played(OPEN, BRUNO, "1-0", CLEO, round=3),
        played(OPEN, DORA, "½-½", CLEO, round=4, board=7),
        tournament(CUP, "1996-03-31"),
        played(CUP, CLEO, "1-0", BRUNO, round=1),
        played(CUP, ANNA, "1-0", CLEO, round=2),
        correction(changed, "correction", white_points=1, black_points=0),
    )
    empty_file.run("publish", "dwz", "--on", "1996-04-01")
    empty_file.run("audit", "dwz", ANNA, OPEN, "--document", "audit.html")
    for each in (ANNA, DORA):
        empty_file.run("account", "add", each, "--role", "officer", "--no-password")
    (tmp_path / "turnier.csv").write_bytes(CROSSTABLE)
    (tmp_path / "mitglieder.csv").write_text(MEMBERS, "utf-8")
    (tmp_path / "players_list_foa.txt").write_bytes(FIDE_LIST)
    return empty_file


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_of_a_table_is_cut(
    season: Shell, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Every figure, day, id and word of the table in full width is there, and in one piece."""
    del season

    def answer(width: int) -> list[str]:
        for folder in ("demo", "öffentlich"):  # each time as if it were the first
            shutil.rmtree(folder, ignore_errors=True)
        return printed(monkeypatch, width, *command)

    whole = words(answer(WHOLE))
    assert whole
    for width in (60, 80, 120):
        lines = answer(width)
        missing = whole - words(lines)
        assert sorted(word for word in missing if len(word) <= width - INDENT) == []
        to_copy = ("uv run rating-ledger ", "rating-ledger ")
        assert max(cell_len(line) for line in lines if not line.startswith(to_copy)) <= width


def words(lines: list[str]) -> Counter[str]:
    """Return the pieces of the rows of tables; headings may be elsewhere or nowhere."""
    rows = (DRAWN.sub(" ", line) for line in lines if "┃" not in line)
    return Counter(word for row in rows for word in row.split())


@pytest.mark.parametrize("width", [60, 80, 120])
def test_what_is_said_of_something_written_is_whole(
    season: Shell, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """A sentence may go on in the next line; a name, an id and a day are all there."""
    del season
    married = f"{NAMES[DORA]} Friederike Henriette, geborene Gräfin zu Castell-Rüdenhausen"

    def said(*command: str) -> str:
        lines = printed(monkeypatch, width, *command)
        assert max(map(cell_len, lines)) <= width
        return " ".join(" ".join(lines).split())

    assert married in said("players", "show", renamed(said, married))
    assert BRUNO in said("account", "add", BRUNO, "--role", "arbiter", "--no-password")
    assert f"{BRUNO}: officer now." in said("account", "role", BRUNO, "officer")
    assert f"{BRUNO}: closed." in said("account", "close", BRUNO)
    governed = said("pool", "dwz", "--rulebook", "dwz-2014", "--from", "2005-01-01")
    assert "dwz-2014 from 2005-01-01 on" in governed


def renamed(said: Callable[..., str], name: str) -> str:
    """Dora under a longer name; her id."""
    assert "Corrected, at position" in said("players", "rename", DORA, name)
    return DORA


@pytest.mark.parametrize("width", [20, 40])
def test_a_token_is_one_line_however_narrow(
    season: Shell, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """It is copied, and a line end in it would be copied too."""
    (line,) = printed(monkeypatch, width, "token", "add", ANNA)
    assert len(season.json("token", "add", ANNA)["token"]) == len(line) > width


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_tournament_typed_by_hand_is_shown_whole(
    season: Shell, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    del season
    typed = ["Cup", "1996-09-15", "", "r", "120", "", *NAMES, "", "1=1", "=1", "+", "n"]
    answers = "".join(f"{line}\n" for line in typed).encode()
    command = ("enter", "--pool", "dwz", "--output", "cup.csv")
    lines = shown_beside(monkeypatch, width, answers, *command)
    assert max(map(cell_len, lines)) <= width
    found = words(lines)
    assert all(found[word] for name in NAMES.values() for word in name.split())
    assert found["2½"]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_log_has_one_line_an_event_and_whole_ids(
    season: Shell, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """An id for which there is no room beside the type stands on a line of its own."""
    events = season.json("log")
    assert max(map(cell_len, printed(monkeypatch, width, "log"))) <= width
    lines = printed(monkeypatch, width, "log", "--ids")
    assert max(map(cell_len, lines)) <= width
    starts = [line for line in lines if not line.startswith("    ")]
    assert [line.split()[:4] for line in starts] == [
        [str(each["position"]), each["recorded_at"][:10], each["recorded_at"][11:16], each["type"]]
        for each in events
    ]
    text = "\n".join(lines)
    assert all(each["id"] in text for each in events)


def test_the_log_in_a_file_has_every_fact_in_the_line_of_its_event(season: Shell) -> None:
    lines = season.table("log", "--ids").splitlines()
    for each, line in zip(season.json("log"), lines, strict=True):
        assert f"{each['id']}  by {each['recorded_by']}" in line
        for field in ("white", "black", "rulebook", "ended_on"):
            assert field not in each["data"] or f"{field} {each['data'][field]}" in line


VALUES = st.one_of(
    st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters=" "), max_size=50),
    st.integers(0, 10**6),
    st.none(),
)


@given(
    st.lists(st.lists(VALUES, min_size=4, max_size=4), max_size=4),
    st.lists(st.sampled_from([0, 0, 1, 3]), min_size=4, max_size=4),
    st.integers(0, 15),
    st.integers(24, 140),
)
def test_any_row_is_shown_whole_in_any_width(
    rows: list[list[object]], ranks: list[int], wrapping: int, width: int
) -> None:
    kinds = [PROSE if wrapping >> place & 1 else TEXT for place in range(len(ranks))]
    columns = (
        Column(str(place), "", itemgetter(place), kinds[place], folds=rank)
        for place, rank in enumerate(ranks)
    )
    shown = listing(Columns[Sequence[object]](*columns), rows)
    console = Console(width=width)
    with console.capture() as captured:
        console.print(shown)
    lines = captured.get().splitlines()
    assert all(cell_len(line) <= width for line in lines)
    printed_signs = Counter(sign for line in lines for sign in line)
    said = Counter(sign for row in rows for value in row for sign in visible_text(value))
    assert not said - printed_signs


def visible_text(value: object) -> str:
    return "" if value is None else "".join(visible(str(value)).split())
