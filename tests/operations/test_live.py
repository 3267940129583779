"""Live ratings: a running tournament comes in round by round, and the log knows nothing of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.projections.submissions import adoption, decided, player
from tests.web_api.conftest import Serve, Served

ROUNDS: Mapping[str, list[tuple[int, str, str]]] = {
    "Huber, Hanna": [(2, "w", "1"), (3, "b", "1")],
    "Ivens, Ida": [(1, "b", "0"), (4, "w", "=")],
    "Jahn, Jana": [(4, "w", "1"), (1, "w", "0")],
    "Kern, Karla": [(3, "b", "0"), (2, "b", "=")],
}
LINKS = {"1": "hanna", "2": "ida", "4": "karla"}
HEAD = ("012 Winter Cup", "032 GER", "042 1996/09/01", "052 1996/09/09", "092 Swiss")
HOW: Mapping[str, Any] = {"links": LINKS, "minutes": 120, "by": "anna"}


def cup(rounds: int) -> Upload:
    """The file of the tournament after so many rounds; Jana is not registered."""
    players = [
        f"001 {number:>4}      {name:33}{'':42}"
        + "".join(f"  {other:>4} {colour} {result}" for other, colour, result in cells[:rounds])
        for number, (name, cells) in enumerate(ROUNDS.items(), 1)
    ]
    return Upload("cup.trf", "\n".join([*HEAD, *players, ""]).encode())


@pytest.fixture
def club(sqlite_database: str, serve: Serve) -> Served:
    """Three rated members."""
    members = {"hanna": "Huber, Hanna", "ida": "Ivens, Ida", "karla": "Kern, Karla"}
    return serve(
        sqlite_database,
        [
            adoption("1996-01-01", "members"),
            *(player(id_, name=name) for id_, name in members.items()),
            *(decided(id_, "1500-10", "1996-01-01", pool="members") for id_ in members),
        ],
    )


def live(ledger: Ledger) -> dict[str, Any]:
    """The provisional ratings by player."""
    with ledger.pool("members") as view:
        return {
            row["player"]: row["card"] for row in view.ratings(live=True) if row["provisional"]
        }


def test_each_round_replaces_the_one_before_and_the_import_all_of_them(club: Served) -> None:
    """Hanna (J = 15, E = 20) wins against 1500: + 800 · ½ / 21 = 19, then Jana is unrated."""
    ledger = club.ledger
    head = ledger.positions()["head"]
    with ledger.pool("members") as view:
        recorded = view.ratings()
    first = ledger.submit_running("members", cup(1), **HOW)
    assert not first["replaced"]
    assert live(ledger)["hanna"] == {"rating": 1519, "index": 11}
    second = ledger.submit_running("members", cup(2), **HOW)
    assert (second["running"], second["replaced"]) == (first["running"], True)
    # Ida has lost to Hanna and drawn with Karla: 1500 + 800 · (½ − 1) / 22 = 1482.
    assert live(ledger)["ida"] == {"rating": 1482, "index": 11}
    with ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
        assert (running["rounds_played"], running["name"]) == (2, "Winter Cup")
        assert view.ratings() == recorded
    assert ledger.positions()["head"] == head

    ledger.import_file(cup(2), pools=["members"], register_new=True, **HOW)
    with ledger.pool("members") as view:
        assert view.live()["tournaments"] == view.live()["ratings"] == []
        ida = next(row for row in view.ratings() if row["player"] == "ida")
        assert ida["card"] == {"rating": 1482, "index": 11}
    with pytest.raises(Refused, match="the log has this tournament"):
        ledger.submit_running("members", cup(2), **HOW)


def test_a_published_list_has_no_provisional_rating(club: Served) -> None:
    ledger = club.ledger
    without = ledger.publish("members", on="1996-09-30", by="anna", dry_run=True)
    ledger.submit_running("members", cup(2), **HOW)
    published = ledger.publish("members", on="1996-09-30", by="anna")
    assert published["digest"] == without["digest"]
    assert live(ledger)


def test_live_is_one_in_command_api_and_page(club: Served, tmp_path: Path) -> None:
    shell = Shell(club.ledger.database, tmp_path)
    file = tmp_path / "cup.trf"
    file.write_bytes(cup(1).content)
    links = [word for number, who in LINKS.items() for word in ("--link", f"{number}={who}")]
    said = shell.json("live", "submit", "members", str(file), "--minutes", "120", *links)
    assert club.client.get("/members/live").text.count("<em>") == 2  # Jana is unrated
    form = {"link": json.dumps(LINKS), "minutes": "120"}
    answer = club.client.post(
        "/api/v1/pools/members/running",
        data=form,
        files={"file": ("cup.trf", cup(2).content)},
        headers={"Authorization": f"Bearer {club.tokens['arbiter']}"},
    )
    assert answer.status_code == 200, answer.text
    assert (answer.json()["running"], answer.json()["replaced"]) == (said["running"], True)
    with club.ledger.pool("members") as view:
        found = json.loads(json.dumps(view.live()))
        rows = json.loads(json.dumps(view.ratings(live=True)))
    assert club.client.get("/api/v1/pools/members/live").json() == found
    assert shell.json("live", "show", "members") == found
    assert club.client.get("/api/v1/pools/members/ratings?live=true").json() == rows
    assert shell.json("ratings", "members", "--live") == rows
    page = club.client.get("/members/live").text
    assert "Winter Cup" in page
    assert page.count("<em>") == len(found["ratings"]) == 3
    shell.json("live", "withdraw", "members", said["running"])
    assert "<em>" not in club.client.get("/members/live").text


def test_a_running_file_is_calculated_without_being_kept(club: Served, tmp_path: Path) -> None:
    file = tmp_path / "cup.trf"
    file.write_bytes(cup(2).content)
    shell = Shell(club.ledger.database, tmp_path)
    links = [word for number, who in LINKS.items() for word in ("--link", f"{number}={who}")]
    said = shell.json(
        "live", "submit", "members", str(file), "--minutes", "120", *links, "--dry-run"
    )
    found = {row["player"]: row["rating_after"] for row in said["evaluation"]["players"]}
    assert found["ida"] == 1482
    assert not live(club.ledger)


def test_an_open_question_keeps_the_file_of_the_round_before(club: Served) -> None:
    ledger = club.ledger
    ledger.submit_running("members", cup(1), **HOW)
    before = live(ledger)
    broken = Upload("cup.trf", cup(2).content.replace(b"042", b"999"))
    ledger.submit_running("members", broken, **{**HOW, "links": {"1": "nobody"}})
    assert live(ledger) == before
    with pytest.raises(Refused) as refused:
        ledger.withdraw_running("members", "another cup", by="anna")
    assert [each.field for each in refused.value.problems] == ["tournament"]
