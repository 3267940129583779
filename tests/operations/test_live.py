"""Live ratings: a running tournament comes in round by round, and the log knows nothing of it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.interfaces.http.accounts.access import FIELD
from projections.queries import live_pairings
from projections.queries.arguments import Upload
from projections.queries.hypothetical import HypotheticalAnswers, HypotheticalTournament
from tests.console.shell import Shell
from tests.imports.macmahon_files import macmahon, pairing
from tests.imports.tournament_files import csv_text
from tests.operations.winter_cup import HOW, LINKS, ROUNDS, cup, register
from tests.projections.submissions import decided, player
from tests.tables import some_at_once
from tests.web_api.conftest import PASSWORD, Serve, Served
from tests.web_api.log_ins import token_in
from tests.web_api.officer import come, do, employ, fields_in, look, send


@pytest.fixture
def club(sqlite_database: str, serve: Serve) -> Served:
    """Three rated members."""
    return serve(sqlite_database, register())


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
    # All three shared the first place; Ida, 1481, is now behind Hanna and Karla.
    with ledger.pool("members") as view:
        rows = view.live()["ratings"]
    places = {row["player"]: (row["place_before"], row["place"]) for row in rows}
    assert (places["hanna"], places["ida"]) == ((1, 1), (1, 3))
    page = club.client.get("/members/live").text
    assert re.search(r'3 <span class="shift"><span class="down">.*▼</span> −2', page)
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


def test_pairings_of_the_next_round_are_taken_live_and_asked_about_at_the_end(
    club: Served,
) -> None:
    """After round 1 the ratings are those of its results: Hanna has won, 1519 as above."""
    ledger = club.ledger
    calculated = ledger.calculate_file("members", cup(1, paired=True), **HOW)
    rated = {row["player"]: row for row in calculated["evaluation"]["players"]}
    assert rated["hanna"]["rating_after"] == 1519
    ledger.submit_running("members", cup(1, paired=True), **HOW)
    assert live(ledger)["hanna"] == {"rating": 1519, "index": 11}
    done = ledger.import_file(cup(1, paired=True), pools=["members"], register_new=True, **HOW)
    told = {each["message"] for each in done["problems"]}
    assert told == {
        "round 2: 2 – 4 has no result: complete it",
        "round 2: 3 – 1 has no result: complete it",
    }


def test_a_pairing_says_what_each_result_would_change(club: Served) -> None:
    """Ida has 1481 after her loss: 1500 + 800 · (0 − ½) / 21.

    After a win, a draw and a loss against Karla, an expectation of ½ each: 1500, 1482 and 1464.
    Karla has only played Jana, who is unrated: 1500 + 800 · (W − ½) / 21 = 1519, 1500, 1481.
    """
    club.ledger.submit_running("members", cup(1, paired=True), rounds=3, **HOW)
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert (running["rounds_played"], running["rounds"]) == (1, 3)
    assert [row["round"] for row in running["results"]] == [1, 1]
    places = {row["name"]: (row["place"], row["points"]) for row in running["table"]["players"]}
    assert places == {
        "Huber, Hanna": ([1, 2], 1),
        "Jahn, Jana": ([1, 2], 1),
        "Ivens, Ida": ([3, 4], 0),
        "Kern, Karla": ([3, 4], 0),
    }
    second, first = running["pairings"]  # those with a point each hang first
    assert (first["white"], first["black"], first["white_expected"]) == ("ida", "karla", 0.5)
    assert first["white_gains"] == {"win": 19, "draw": 1, "loss": -17}
    assert first["black_gains"] == {"win": 19, "draw": 0, "loss": -19}
    assert (second["white_name"], second["black"]) == ("Jahn, Jana", "hanna")
    assert second["white_expected"] is None
    assert second["white_gains"] == dict.fromkeys(("win", "draw", "loss"))
    assert second["black_gains"] == {"win": 0, "draw": 0, "loss": 0}


def test_pairings_may_come_before_the_first_result(club: Served) -> None:
    """Hanna and Ida have 1500-10 each: 1500 + 800 · ½ / 21 = 1519."""
    club.ledger.submit_running("members", cup(0, paired=True), **HOW)
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert (running["rounds_played"], running["results"]) == (None, [])
    assert {row["points"] for row in running["table"]["players"]} == {0}
    first = running["pairings"][0]
    assert (first["white"], first["black"]) == ("hanna", "ida")
    assert first["white_gains"] == {"win": 19, "draw": 0, "loss": -19}
    assert "Huber, Hanna" in club.client.get("/members/live").text


def test_a_postponed_game_and_a_round_that_has_begun_are_shown_beside_the_last_round(
    club: Served,
) -> None:
    """Of round 2 one game is postponed, of round 3 one is over; player 5 has a bye in round 4."""
    results = {
        1: ((1, 2, "1", "0"), (3, 4, "1", "0"), (5, 6, "=", "=")),
        2: ((1, 3, "1", "0"), (5, 2, "1", "0"), (4, 6, "", "")),
        3: ((1, 5, "=", "="), (3, 6, "", ""), (2, 4, "", "")),
    }
    games = [
        f"{number},{','.join(map(str, game))},\n" for number in results for game in results[number]
    ]
    games.append("4,5,,=,,\n")
    players = "number,name\n" + "".join(f'{n},"Guest, G{n}"\n' for n in range(1, 7))
    content = csv_text("".join(games), players, "key,value\nname,Cup\nended_on,1996-09-09\n")
    club.ledger.submit_running("members", Upload("cup.csv", content), minutes=120, by="anna")
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert running["rounds_played"] == 2
    assert [row["round"] for row in running["results"]] == [2, 2, 3]
    assert [row["round"] for row in running["pairings"]] == [2, 3, 3]
    page = club.client.get("/members/live").text
    assert "After round 2" in page
    assert all(f"Round {number}: pairings" in page for number in (2, 3))


def test_pairings_are_in_the_order_of_their_boards(club: Served) -> None:
    """In the file the second board stands first, and the board without a number before both."""
    open_ = [("0", 5, 6), ("2", 3, 4), ("1", 1, 2)]
    pairings = [pairing("?-?", white, black, BoardNumber=it) for it, white, black in open_]
    people = [(f"Guest{n}", f"G{n}", "1k", "") for n in range(1, 7)]
    content = macmahon("".join(pairings), people=people)
    club.ledger.submit_running(
        "members", Upload("cup.xml", content), ended_on="1996-09-09", minutes=120, by="anna"
    )
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert [row["board"] for row in running["pairings"]] == [1, 2, None]


@pytest.mark.slow
def test_pairings_have_the_effect_of_each_alone_and_of_the_whole_tournament(
    district: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the district's tournament some opponents count with another rating than their own."""
    groups = live_pairings.OpenPairings.groups
    in_part = HypotheticalAnswers.standings_with
    sizes: list[int] = []
    found_in_part: list[bool] = []

    def together(pairings: live_pairings.OpenPairings) -> Any:
        found = groups(pairings)
        sizes.extend(map(len, found))
        return found

    def alone(pairings: live_pairings.OpenPairings) -> Any:
        return [[each] for each in pairings.running.pairings]

    def by_parts(answers: HypotheticalAnswers, *games: Any) -> Any:
        found = in_part(answers, *games)
        found_in_part.append(found is not None)
        return found

    def anew(answers: Any, tournament: str, games: Any) -> HypotheticalAnswers:
        (running,) = answers._counted
        assert running.id == tournament
        whole = HypotheticalTournament(
            tournament=running.tournament, games=[*running.games, *games], players=running.players
        )
        return HypotheticalAnswers(answers._recorded, [whole])

    shared, answers = HypotheticalAnswers.with_games, []
    for grouped, part, whole in (
        (together, by_parts, None),
        (alone, by_parts, None),
        (alone, lambda *_: None, shared),
        (alone, lambda *_: None, anew),
    ):
        monkeypatch.setattr(live_pairings.OpenPairings, "groups", grouped)
        monkeypatch.setattr(HypotheticalAnswers, "standings_with", part)
        monkeypatch.setattr(HypotheticalAnswers, "with_games", whole)
        with Ledger.open(district) as ledger, ledger.pool("district") as view:
            answers.append(view.live()["tournaments"][0]["pairings"])
    assert sum(sizes) == len(answers[0]) == 23
    assert max(sizes) > 2
    assert all(found_in_part)
    assert answers[0] == answers[1] == answers[2] == answers[3]


def test_results_are_left_open_where_newcomers_make_every_evaluation_long(
    district: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whole evaluation is allowed here, for the wins of the first group of pairings."""
    monkeypatch.setattr(HypotheticalAnswers, "standings_with", lambda *_: None)
    monkeypatch.setattr(live_pairings.OpenPairings, "_newcomers", lambda _: 2_001)
    with Ledger.open(district) as ledger, ledger.pool("district") as view:
        rows = view.live()["tournaments"][0]["pairings"]
    found = {
        result: [row for row in rows if row["white_gains"][result] is not None]
        for result in ("win", "draw", "loss")
    }
    assert 0 < len(found["win"]) < len(rows)
    assert found["draw"] == found["loss"] == []
    assert all(row["white_expected"] is not None for row in found["win"])


def test_a_tournament_that_is_not_rated_has_its_table_and_pairings_too(club: Served) -> None:
    """Without a thinking time it does not count, and nobody has a change."""
    how = {name: value for name, value in HOW.items() if name != "minutes"}
    club.ledger.submit_running("members", cup(1, paired=True), **how)
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert not running["rated"]
    assert [row["rating"] for row in running["table"]["players"]] == [None] * 4
    for language in ("en", "de", "hu", "sv"):
        page = club.client.get(f"/members/live?lang={language}")
        assert page.status_code == 200
        assert "Huber, Hanna" in page.text
        assert page.text.count("○") == 3  # of two pairings, and explained once


def test_a_tournament_that_cannot_be_evaluated_says_why(club: Served) -> None:
    """Of 1995, before the list has a rulebook: the members of such a row are there, and empty."""
    found = []
    for year in (b"1996", b"1995"):
        file = cup(1, paired=True)
        file = Upload(file.name, file.content.replace(b"1996", year))
        club.ledger.submit_running("members", file, **HOW)
        with club.ledger.pool("members") as view:
            found += view.live()["tournaments"]
    counted, left_out = found
    assert left_out.keys() == counted.keys() | {"reason"}
    assert left_out["reason"].startswith("no rulebook governs members on 1995-")
    head = ("name", "rounds_played", "rounds", "submitted_by")
    assert [left_out[it] for it in head] == [counted[it] for it in head]
    others = left_out.keys() - {*head, "tournament", "ended_on", "submitted_at", "reason"}
    assert not any(left_out[it] for it in others)
    home = cup(1)
    for file in (home, Upload(home.name, home.content.replace(b"032 GER", b"032 AUT"))):
        club.ledger.submit_running("members", file, **HOW)
    with club.ledger.pool("members") as view:  # what the file says holds, not that of before
        (abroad,) = view.live()["tournaments"]
    assert abroad["reason"].startswith("DWZ 6.2.1")


def test_a_published_list_has_no_provisional_rating(club: Served) -> None:
    ledger = club.ledger
    without = ledger.publish("members", on="1996-09-30", by="anna", dry_run=True)
    ledger.submit_running("members", cup(2), **HOW)
    published = ledger.publish("members", on="1996-09-30", by="anna")
    assert published["digest"] == without["digest"]
    assert live(ledger)


def test_a_live_list_in_pages_begins_again_if_a_round_is_submitted(club: Served) -> None:
    """Events that are appended meanwhile change nothing: the log has a clock, a round has none."""
    ledger = club.ledger
    ledger.submit_running("members", cup(1), **HOW)
    address = "/api/v1/pools/members/ratings?live=true"
    whole = club.client.get(address).json()
    first = club.client.get(f"{address}&limit=1")
    ledger.append([decided("karla", "2500-9", "1996-08-01", pool="members")], by="anna")
    ledger.catch_up()
    following = first.links["next"]["url"]
    assert first.json() + club.client.get(following).json() == whole[:2]
    club.watch.go_on(minutes=1)
    ledger.submit_running("members", cup(2), **HOW)
    answer = club.client.get(following)
    assert (answer.status_code, "the list has changed" in answer.text) == (400, True)


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
        files={"file": ("cup.trf", cup(1, paired=True).content)},
        headers={"Authorization": f"Bearer {club.tokens['officer']}"},
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
    assert page.count("<em>") == len(found["ratings"]) == 2
    assert len(found["tournaments"][0]["pairings"]) == 2
    assert "Round 2: pairings" in page
    shell.json("live", "withdraw", "members", said["running"])
    assert "<em>" not in club.client.get("/members/live").text


def test_a_file_is_calculated_alike_by_every_interface_and_nothing_is_kept(
    club: Served, tmp_path: Path
) -> None:
    """Ida has lost to Hanna and drawn with Karla: 1500 + 800 · (½ − 1) / 22 = 1482."""
    head = club.ledger.positions()["head"]
    file = tmp_path / "cup.trf"
    file.write_bytes(cup(2).content)
    shell = Shell(club.ledger.database, tmp_path)
    links = [word for number, who in LINKS.items() for word in ("--link", f"{number}={who}")]
    asked = ("live", "calculate", "members", str(file), "--minutes", "120", *links)
    said = shell.json(*asked)
    found = {row["name"]: row["rating_after"] for row in said["evaluation"]["players"]}
    assert found["Ivens, Ida"] == 1482
    answer = club.client.post(
        "/api/v1/pools/members/calculation",
        data={"link": json.dumps(LINKS), "minutes": "120"},
        files={"file": ("cup.trf", cup(2).content)},
        headers={"Authorization": f"Bearer {club.tokens['arbiter']}"},
    )
    assert answer.status_code == 200, answer.text
    told = club.ledger.calculate_file("members", cup(2), **HOW)
    for each in (answer.json(), told):
        assert each["evaluation"]["games_not_rated"] == said["evaluation"]["games_not_rated"]
        rows = [{**row, "player": ""} for row in each["evaluation"]["players"]]
        assert {row["name"]: row["rating_after"] for row in rows} == found
    assert "1482-11" in shell.table(*asked)
    assert not live(club.ledger)
    assert club.ledger.positions()["head"] == head


@pytest.mark.parametrize("operation", ["submit", "calculate"])
def test_a_refused_file_is_refused_by_every_interface_with_a_remedy_of_its_own(
    club: Served, tmp_path: Path, operation: str
) -> None:
    """Nobody is called idda."""
    file = tmp_path / "cup.trf"
    file.write_bytes(cup(1).content)
    links = ("--link", "1=hanna", "--link", "2=idda")
    shell = Shell(club.ledger.database, tmp_path)
    asked = ("live", operation, "members", str(file), *links)
    outcome = shell.run(*asked)
    assert (outcome.status, outcome.out) == (1, "")
    unknown = "--link 2=idda: there is no such player in the register"
    assert outcome.err.startswith(f"refused: line 7: {unknown}\n")
    said = json.loads(shell.run("--format", "json", *asked).out)
    assert said["problems"][0]["message"] == unknown
    path = {"submit": "running", "calculate": "calculation"}[operation]
    answer = club.post(
        f"/api/v1/pools/members/{path}",
        "arbiter",
        data={"link": ["1=hanna", "2=idda", "3=new", "4=karla"]},
        files={"file": ("cup.trf", cup(1).content)},
    )
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    (problem,) = answer.json()["problems"]
    assert problem["message"] == "link=2=idda: there is no such player in the register"
    assert not live(club.ledger)


def test_players_are_linked_by_their_names_if_that_is_accepted_as_by_an_import(
    club: Served, tmp_path: Path
) -> None:
    """The command, HTTP and Python refuse the file without; only Jana is new."""
    file = tmp_path / "cup.trf"
    file.write_bytes(cup(1, paired=True).content)
    shell = Shell(club.ledger.database, tmp_path)
    asked = ("live", "submit", "members", str(file), "--minutes", "120")
    refused = shell.run(*asked)
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.count("give --link") == 3
    send = {"files": {"file": ("cup.trf", cup(1, paired=True).content)}}
    address = "/api/v1/pools/members/running"
    answer = club.post(address, "arbiter", data={"minutes": "120"}, **send)
    assert (answer.status_code, len(answer.json()["problems"])) == (422, 3)
    assert not live(club.ledger)

    said = shell.json(*asked, "--accept", "names")
    told = club.ledger.submit_running(
        "members", cup(1, paired=True), accept="names", minutes=120, by="anna"
    )
    form = {"minutes": "120", "accept": "names"}
    answer = club.post(address, "officer", data=form, **send)
    for each in (said, told, answer.json()):
        assert {row["name"]: row["player"] for row in each["players"]} == {
            "Huber, Hanna": "hanna",
            "Ivens, Ida": "ida",
            "Jahn, Jana": None,
            "Kern, Karla": "karla",
        }
    assert live(club.ledger)["hanna"] == {"rating": 1519, "index": 11}


def test_the_next_file_needs_no_link_and_no_detail_of_the_one_before(
    club: Served, tmp_path: Path
) -> None:
    """Karla has a namesake; who she is, and the thinking time, is said once.

    Ida has lost to Hanna and drawn with Karla: 1500 + 800 · (½ − 1) / 22 = 1482.
    """
    club.ledger.append([player("karla-2", name="Kern, Karla")], by="anna")
    first = club.ledger.submit_running("members", cup(1, paired=True), rounds=3, **HOW)
    file = tmp_path / "another name.trf"
    file.write_bytes(cup(2).content)
    said = Shell(club.ledger.database, tmp_path).json("live", "submit", "members", str(file))
    assert (said["running"], said["replaced"]) == (first["running"], True)
    assert live(club.ledger)["ida"] == {"rating": 1482, "index": 11}
    with club.ledger.pool("members") as view:
        (running,) = view.live()["tournaments"]
    assert (running["rounds_played"], running["rounds"]) == (2, 3)
    assert "karla" in {row["player"] for row in running["players"]}


def test_a_player_who_joins_later_is_asked_about(club: Served) -> None:
    """Of two namesakes who may be meant neither was in the file before."""
    ledger = club.ledger
    ledger.submit_running("members", cup(1), **HOW)
    twins = [player(f"lena-{born}", name="Lenz, Lena", birth_year=born) for born in (1970, 1990)]
    ledger.append(twins, by="anna")
    line = f"001 {5:>4}      {'Lenz, Lena':33}".encode()
    later = Upload("cup.trf", cup(2).content + line + b"\n")
    answer = ledger.submit_running("members", later, minutes=120, by="anna")
    (problem,) = answer["problems"]
    assert "Lenz, Lena" in problem["message"]


def test_the_page_of_a_calculation_asks_for_lines_of_its_field(club: Served) -> None:
    club.ledger.append([player("karla-2", name="Kern, Karla")], by="anna")
    employ(club)
    come(club, "anton")
    token = token_in(club.client.get("/desk/calculation"))
    fields = {FIELD: token, "pool": "members", "action": "show", "links": "1=hanna"}
    sent = {"file": ("cup.trf", cup(1).content)}
    answer = club.client.post("/desk/calculation", data=fields, files=sent)
    assert answer.status_code == 422
    assert "“Player: 4=karla” or “Player: 4=new”" in answer.text
    fields["links"] = "1=hanna\n4=karla"
    assert club.client.post("/desk/calculation", data=fields, files=sent).status_code == 200


def test_an_arbiter_calculates_a_file_on_a_page(club: Served) -> None:
    """The three members are known by their names."""
    employ(club)
    come(club, "anton")
    token = token_in(club.client.get("/desk/calculation"))
    fields = {FIELD: token, "minutes": "120", "pool": "members", "action": "show"}
    sent = {"file": ("cup.trf", cup(2).content)}
    answer = club.client.post("/desk/calculation", data=fields, files=sent)
    assert answer.status_code == 200
    assert "Winter Cup" in answer.text
    assert answer.text.count('<th scope="row">') == len(ROUNDS)
    assert "1482-11" in answer.text
    assert "choose a file" in club.client.post("/desk/calculation", data=fields).text
    assert not live(club.ledger)


def test_an_open_question_keeps_the_file_of_the_round_before(club: Served) -> None:
    ledger = club.ledger
    ledger.submit_running("members", cup(1), **HOW)
    before = live(ledger)
    broken = Upload("cup.trf", cup(2).content.replace(b"042", b"999"))
    ledger.submit_running("members", broken, **{**HOW, "links": {"1": "hannah"}})
    assert live(ledger) == before
    with pytest.raises(Refused) as refused:
        ledger.withdraw_running("members", "another cup", by="anna")
    assert [each.field for each in refused.value.problems] == ["tournament"]


def post_running(club: Served, role: str, file: Upload, **links: str) -> Any:
    """A program submits a file of the running tournament with the token of a role, a day later."""
    club.watch.go_on(days=1)
    return club.post(
        "/api/v1/pools/members/running",
        role,
        data={"link": json.dumps({**LINKS, **links}), "minutes": "120"},
        files={"file": (file.name, file.content)},
    )


@pytest.mark.parametrize(
    "spelling", some_at_once(["Jahn, Jana", "Jáhn Jana", "Jahn, Janna"], ["Jahn, Janna"])
)
def test_a_name_like_a_withheld_one_waits_for_an_officer(club: Served, spelling: str) -> None:
    """Jana's name is withheld; the arbiter says of her in the file that she is somebody new."""
    club.ledger.append([player("jana", name=spelling, birth_year=2012)], by="olga")
    club.ledger.withhold("jana", from_day="1996-01-01", by="olga")
    shown = [f"{club.client.base_url}/members/live", "/api/v1/pools/members/live"]
    shown += ["/api/v1/pools/members/ratings?live=true&all=true", "/members/live?lang=de"]

    said = post_running(club, "arbiter", cup(2), **{"3": "new"})
    assert [each["kind"] for each in said.json()["issues"] if "withheld" in each["message"]]
    for address in shown:
        page = club.client.get(address)
        assert "Huber" in page.text
        assert "Jahn" not in page.text, address
    employ(club)
    come(club, "olga")
    assert "until you submit the file: Jahn, Jana" in club.client.get("/desk").text
    club.client.cookies.clear()
    assert not post_running(club, "officer", cup(2), **{"3": "new"}).json()["issues"]
    assert all("Jahn" in club.client.get(address).text for address in shown)
    assert post_running(club, "arbiter", cup(1), **{"3": "new"}).json()["replaced"]
    assert all("Jahn" in club.client.get(address).text for address in shown)
    come(club, "olga")
    assert "until you submit" not in club.client.get("/desk").text


class TestThePage:
    """An arbiter submits a running tournament in the browser, after a preview."""

    @staticmethod
    def submit(club: Served, rounds: int) -> Any:
        """Send the file for its preview, then show it as live."""
        page = club.get("/desk/live")
        fields = {**fields_in(page.text), "pool": "members", "action": "show", "minutes": "120"}
        named = {f"link.{number}": who for number, who in LINKS.items()}
        file = {"file": ("cup.trf", cup(rounds, paired=True).content)}
        opened = club.client.post("/desk/live", data=fields, files=file)
        return send(club, "/desk/live", opened, action="show", **named)

    def test_a_preview_shows_the_provisional_ratings_and_keeps_nothing(self, club: Served) -> None:
        """Ida has lost to Hanna and drawn with Karla: 1482, as above."""
        employ(club)
        come(club, "anton")
        seen = self.submit(club, 2)
        assert "1482" in seen.text
        assert not live(club.ledger)
        done = do(club, "/desk/live", seen)
        assert (done.status_code, done.headers["location"]) == (303, "/members/live")
        assert live(club.ledger)["ida"] == {"rating": 1482, "index": 11}

    def test_open_players_are_answered_there(self, club: Served) -> None:
        """All three have the name of one member; Jana, who is nobody's namesake, is new."""
        employ(club)
        come(club, "anton")
        page = club.get("/desk/live")
        fields = {**fields_in(page.text), "pool": "members", "action": "show", "minutes": "120"}
        file = {"file": ("cup.trf", cup(1).content)}
        seen = club.client.post("/desk/live", data=fields, files=file)
        assert "3 of 4 players are not identified" in seen.text
        assert 'value="do"' not in seen.text
        answered = send(club, "/desk/live", seen, action="all-good")
        assert "0 of 4 players are not identified" in answered.text
        assert do(club, "/desk/live", answered).status_code == 303
        assert live(club.ledger)["hanna"] == {"rating": 1519, "index": 11}

    def test_a_calculation_needs_no_name_and_keeps_its_file(self, club: Served) -> None:
        """A day that does not exist is typed; corrected, the file need not be chosen again."""
        employ(club)
        come(club, "anton")
        page = club.get("/desk/calculation")
        fields = {**fields_in(page.text), "pool": "members", "minutes": "120", "action": "show"}
        file = {"file": ("cup.trf", cup(2).content.replace(b"012", b"###"))}
        wrong = {**fields, "ended_on": "2026-02-30"}
        opened = club.client.post("/desk/calculation", data=wrong, files=file)
        assert "2026-02-30 does not exist in the calendar" in opened.text
        assert re.search(r'name="kept_name"\s+value="cup.trf"', opened.text)
        seen = send(club, "/desk/calculation", opened, action="show", ended_on="")
        assert '<table class="evaluations">' in seen.text

    def test_a_wrong_file_is_refused_on_the_page(self, club: Served) -> None:
        employ(club)
        come(club, "anton")
        assert look(club, "/desk/live", pool="members").status_code == 422

    def test_it_is_withdrawn_by_its_submitter_and_by_officers_alone(self, club: Served) -> None:
        employ(club)
        club.accounts.add("beate", "arbiter", PASSWORD)
        for name, status in (("beate", 403), ("anton", 303), ("olga", 303)):
            come(club, "anton")
            do(club, "/desk/live", self.submit(club, 1))
            come(club, name)
            page = club.get("/desk/live")
            assert ('value="withdraw"' in page.text) == (status == 303)
            (running,) = club.ledger.pool("members").live()["tournaments"]
            given = {"pool": "members", "tournament": running["tournament"]}
            token = {FIELD: token_in(page), "action": "withdraw"}
            answer = club.client.post("/desk/live", data={**given, **token})
            assert answer.status_code == status
            assert bool(live(club.ledger)) == (status == 403)

    def test_another_arbiter_does_not_replace_it_and_an_officer_may(self, club: Served) -> None:
        """The same tournament under another name of the file; its submitter stays the same."""
        ledger, other = club.ledger, Upload("other.trf", cup(2).content)
        arbiter: Mapping[str, Any] = {**HOW, "as_officer": False}
        ledger.submit_running("members", cup(1), **arbiter)
        before = live(ledger)
        with pytest.raises(Refused, match="anna submitted it") as refused:
            ledger.submit_running("members", other, **{**arbiter, "by": "beate"})
        assert [each.code for each in refused.value.problems] == ["not-yours"]
        answer = post_running(club, "arbiter", other)
        assert (answer.status_code, answer.json()["problems"][0]["code"]) == (403, "not-yours")
        assert live(ledger) == before
        assert post_running(club, "officer", other).json()["replaced"]
        assert live(ledger)["ida"] == {"rating": 1482, "index": 11}
        assert ledger.submit_running("members", cup(1), **arbiter)["replaced"]
        assert live(ledger) == before

    def test_nor_by_another_arbiters_program(self, club: Served) -> None:
        club.ledger.submit_running("members", cup(1), **HOW)
        (running,) = club.ledger.pool("members").live()["tournaments"]
        path = f"/api/v1/pools/members/running/{running['tournament']}/withdrawal"
        refused = club.post(path, "arbiter", json={})
        assert (refused.status_code, refused.json()["problems"][0]["code"]) == (403, "not-yours")
        assert club.post(path, "officer", json={}).status_code == 200
