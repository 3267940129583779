"""Results for the American Go Association against lines set by hand."""

import pytest

from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import game, player, tournament

FACTS = {
    "discipline": "go",
    "pools": ["mgsz"],
    "name": "Autumn #1 Cup",
    "place": "Princeton, NJ",
    "starts_on": "2012-03-01",
    "entrants": [
        {"player": "nagy", "entry_grade": "2d"},
        {"player": "kis", "entry_grade": "1k"},
        {"player": "van", "entry_grade": "5k"},
    ],
}
CUP = [
    player("nagy", name="Nagy, Anna", ids={"egd": "10000001"}),
    player("kis", name="Kis, Béla"),
    player("van", name="van der Berg, Jan"),
    tournament("cup", "2012-03-11", **FACTS),
    game("cup", "nagy", "1-0", "van", round=1, stones=6),
    game("cup", "kis", "1-0", None, game="bye", round=1, played=False, reason="bye"),
    game("cup", "kis", "0-1", "nagy", round=2),
    game("cup", "van", "½-½", "kis", round=3),
    game("cup", "nagy", "1-0", "kis", round=4, played=False, reason="forfeit"),
    game("cup", "van", "1-0", "nagy", game="later", round=None),
]
LINES = """TOURNEY Autumn 1 Cup, Princeton, NJ
        start=3/1/2012
        finish=3/11/2012
        rules=AGA
PLAYERS
99999 Nagy, Anna 2d
99998 Kis, Béla 1k
99997 van der Berg, Jan 5k
GAMES 1
99999 99997 W 6 0
GAMES 2
99998 99999 B 0 7
GAMES
99997 99999 W 0 7
END
"""

TEMPORARY = (
    "warning: numbers of the AGA are not on record: temporary ones from 99999 down are written, "
    "put the members' own in their place"
)


@pytest.fixture
def cup(ledger: ExportLedger) -> ExportLedger:
    ledger.append(*CUP)
    return ledger


def test_players_and_games_by_rounds(cup: ExportLedger) -> None:
    content, _ = cup.written("cup", "aga")
    assert content.decode() == LINES


def test_what_it_cannot_say_is_told(cup: ExportLedger) -> None:
    _, messages = cup.written("cup", "aga")
    assert sorted(messages) == [
        "warning: characters that begin a comment are removed from Autumn #1 Cup",
        "warning: komi is not on record: written as 7, with a handicap as 0",
        "warning: left out: byes",
        "warning: left out: games that were not played",
        "warning: left out: games without a winner",
        "warning: left out: numbers of the register egd",
        "warning: left out: sex and birth of players (3 times)",
        "warning: left out: the thinking time",
        TEMPORARY,
    ]


def test_members_have_their_own_numbers(ledger: ExportLedger) -> None:
    ledger.append(
        player("nagy", name="Nagy, Anna", ids={"aga": "489"}),
        player("kis", name="Kis, Béla", ids={"aga": "12345"}),
        tournament("one", "2012-05-01", **{**FACTS, "entrants": FACTS["entrants"][:2]}),
        game("one", "nagy", "1-0", "kis", round=1),
    )
    content, messages = ledger.written("one", "aga")
    lines = content.decode().splitlines()
    assert lines[5:7] == ["  489 Nagy, Anna 2d", "12345 Kis, Béla 1k"]
    assert "489 12345 W 0 7" in lines
    assert TEMPORARY not in messages


@pytest.mark.parametrize(
    ("grade", "facts", "says"),
    [
        (None, {}, "missing for 1:"),
        ("3k", {"stones": 2, "receiver": "white"}, "White received the handicap"),
    ],
)
def test_what_has_no_sign_is_refused(
    ledger: ExportLedger, grade: str | None, facts: dict[str, object], says: str
) -> None:
    entrants = [{"player": "nagy", "entry_grade": grade}, {"player": "kis", "entry_grade": "1k"}]
    ledger.append(
        *CUP[:2],
        tournament("one", "2012-05-01", **{**FACTS, "entrants": entrants}),
        game("one", "nagy", "1-0", "kis", round=1, **facts),
    )
    _, messages = ledger.written("one", "aga")
    assert any(says in each for each in messages if each.startswith("error: "))


def test_chess_is_refused(ledger: ExportLedger) -> None:
    ledger.append(
        *CUP[:2], tournament("chess", "2012-05-01"), game("chess", "nagy", "1-0", "kis", round=1)
    )
    _, messages = ledger.written("chess", "aga")
    assert any("is for go" in each for each in messages)
