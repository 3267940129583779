"""An arbiter hands a file in; it waits until an officer accepts it or sends it back."""

import re
from html import unescape
from typing import Any

import pytest

from ledger.events.problems import Refused
from projections.i18n.languages import language
from projections.interfaces.http.accounts.access import FIELD
from projections.queries.arguments import Upload
from projections.submissions import store as waiting_files
from projections.submissions.store import SubmissionStore
from tests.api.season import SEASON
from tests.imports.stated_ratings import HEADINGS, ROWS
from tests.imports.tournament_files import (
    CROSSTABLE_HEAD,
    HEAD,
    crosstable,
    trf,
    trf_pair,
    trf_player,
)
from tests.projections.submissions import adoption
from tests.web_api.conftest import PASSWORD, Serve, Served, season
from tests.web_api.hand_ins import RESPELT, TRF, hand_in
from tests.web_api.log_ins import log_in, token_in
from tests.web_api.officer import fields_in, send

on_both_engines = pytest.mark.parametrize("desk", ["sqlite", "postgresql"], indirect=True)
"""Of what is written about files that wait, and found there; the others are about pages."""


@pytest.fixture
def desk(request: pytest.FixtureRequest, serve: Serve) -> Served:
    """The arbiter Anton and the officer Olga, who come by browser."""
    after = request.getfixturevalue(f"{getattr(request, 'param', 'sqlite')}_after")
    served = serve(after(season))
    served.accounts.add("anton", "arbiter", PASSWORD)
    served.accounts.add("olga", "officer", PASSWORD)
    served.accounts.add("ada", "auditor", PASSWORD)
    return served


NEW = {f"link.{number}": "new" for number in range(1, 5)}
"""All players of the file are registered."""


def come(served: Served, name: str) -> None:
    served.client.cookies.clear()
    assert log_in(served, name=name).status_code == 303


def decide(served: Served, address: str, action: str, **said: str) -> Any:
    """Press a button of the page as it is, with what was chosen on it."""
    page = served.get(address)
    shown = re.search(r'name="shown" value="([0-9a-f]+)"', page.text)
    given = {FIELD: token_in(page), "action": action, "shown": shown[1] if shown else ""}
    return served.client.post(address, data={**given, **said})


def size(served: Served) -> int:
    return len(list(served.ledger.log()))


@on_both_engines
def test_what_is_handed_in_waits_and_is_accepted_as_it_was_shown(desk: Served):
    come(desk, "anton")
    address = hand_in(desk)
    assert size(desk) == len(SEASON)
    come(desk, "olga")
    assert address in desk.get("/desk").text
    refused = decide(desk, address, "accept", **NEW)
    assert refused.status_code == 409  # the page did not show it with new players
    shown = re.search(r'name="shown" value="([0-9a-f]+)"', refused.text)[1]  # type: ignore[index]
    accepted = decide(desk, address, "accept", **NEW, shown=shown)
    assert accepted.status_code == 303
    entry = list(desk.ledger.log())[-1]
    assert (entry["recorded_by"], entry["source"]) == ("anton", "spring.trf")
    assert "spring.trf" not in desk.get("/desk").text
    come(desk, "anton")
    assert "accepted" in desk.get("/desk").text


@on_both_engines
def test_a_file_that_was_accepted_before_says_when_and_is_not_accepted_again(desk: Served):
    """Its moment is that of the last event that it brought; with another byte it is news."""
    come(desk, "olga")
    address = hand_in(desk)
    assert "This file was accepted on" not in desk.get(address).text
    shown = decide(desk, address, "show", **NEW)
    accepted = send(desk, address, shown, action="accept")
    assert accepted.status_code == 303
    when = language("en").moment(list(desk.ledger.log())[-1]["recorded_at"])
    again = desk.get(hand_in(desk)).text
    assert f"This file was accepted on {when}:" in again.replace("\N{NO-BREAK SPACE}", " ")
    assert "There is nothing new in it." in again
    assert 'value="accept"' not in again
    assert 'value="discard"' in again
    other = desk.get(hand_in(desk, TRF + b"\n")).text
    assert "This file was accepted on" not in other


def test_a_bye_with_a_name_is_answered_on_the_page(desk: Served):
    """The answer stays on the page, since nobody is not among the players any more."""
    content = trf(
        [trf_player(1, "Ahorn, Anna", [(2, "w", "1")]), trf_player(2, "BYE", [(1, "b", "0")])]
    )
    come(desk, "olga")
    address = hand_in(desk, content)
    assert "The name of nobody" in desk.get(address).text
    said = {"link.1": "new", "link.2": "nobody"}
    shown = decide(desk, address, "look", **said)
    assert 'name="link.2" value="nobody" checked' in shown.text
    digest = re.search(r'name="shown" value="([0-9a-f]+)"', shown.text)[1]  # type: ignore[index]
    assert decide(desk, address, "accept", **said, shown=digest).status_code == 303
    entry = list(desk.ledger.log())[-1]
    assert (entry["data"]["reason"], entry["data"].get("black")) == ("bye", None)


@on_both_engines
def test_the_list_of_what_waits_reads_no_file(desk: Served):
    """An arbiter may let hundreds of megabytes wait, which an officer's page would read."""
    come(desk, "anton")
    hand_in(desk)
    store = SubmissionStore(desk.ledger.engine, desk.watch)
    (waits,), (own,) = store.waiting(), store.of("anton")
    assert (waits.file, waits.content, own.content) == ("spring.trf", None, None)
    assert store.one(waits.id).content == TRF


@on_both_engines
def test_an_arbiter_has_so_many_files_waiting_and_more_once_they_are_decided(
    desk: Served, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(waiting_files, "MOST_WAITING", 2)
    come(desk, "anton")
    first, _ = hand_in(desk), hand_in(desk)
    given = {FIELD: token_in(desk.get("/desk")), "pool": "dwz"}
    refused = desk.client.post("/desk", data=given, files={"file": ("spring.trf", TRF)})
    assert refused.status_code == 429
    assert "2 of your files are pending" in refused.text
    come(desk, "olga")
    hand_in(desk)
    decide(desk, first, "send-back", message="once more")
    come(desk, "anton")
    hand_in(desk)


def test_what_an_account_lets_wait_is_not_larger_than_its_room(
    desk: Served, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(waiting_files, "MOST_BYTES_WAITING", len(TRF))
    come(desk, "anton")
    hand_in(desk)
    given = {FIELD: token_in(desk.get("/desk")), "pool": "dwz"}
    refused = desk.client.post("/desk", data=given, files={"file": ("spring.trf", TRF)})
    assert refused.status_code == 429


def test_links_are_chosen_and_looked_at_before(desk: Served):
    come(desk, "olga")
    address = hand_in(desk)
    links = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla", "link.4": "new"}
    seen = decide(desk, address, "show", **links)
    assert seen.status_code == 200
    shown = re.search(r'name="shown" value="([0-9a-f]+)"', seen.text)[1]  # type: ignore[index]
    before = size(desk)
    assert decide(desk, address, "accept", shown=shown, **links).status_code == 303
    registered = [e for e in list(desk.ledger.log())[before:] if e["type"] == "player.registered"]
    assert len(registered) == 1


def test_somebody_who_is_not_proposed_is_named_by_the_id(desk: Served):
    come(desk, "olga")
    address = hand_in(desk)
    ids = {"id.1": "agnes", "id.2": "bjorn", "id.3": "carla", "id.4": "nobody"}
    wrong = decide(desk, address, "show", **ids)
    assert "there is no player &#39;nobody&#39;" in wrong.text
    links = {**ids, "id.4": "gustav"}
    seen = decide(desk, address, "show", **links)
    shown = re.search(r'name="shown" value="([0-9a-f]+)"', seen.text)[1]  # type: ignore[index]
    before = size(desk)
    assert decide(desk, address, "accept", shown=shown, **links).status_code == 303
    added = list(desk.ledger.log())[before:]
    assert not [e for e in added if e["type"] == "player.registered"]


def test_who_the_players_are_is_kept_while_an_officer_looks_elsewhere(desk: Served):
    come(desk, "anton")
    address = hand_in(desk)
    come(desk, "olga")
    assert 'value="accept"' not in desk.get(address).text
    assert 'value="accept"' in decide(desk, address, "show", **NEW).text
    desk.get("/desk")
    assert 'value="accept"' in desk.get(address).text


@on_both_engines
def test_what_is_sent_back_says_why_and_writes_nothing(desk: Served):
    come(desk, "anton")
    address = hand_in(desk)
    come(desk, "olga")
    assert decide(desk, address, "send-back").status_code == 400
    assert decide(desk, address, "send-back", message="round 2 is missing").status_code == 303
    assert size(desk) == len(SEASON)
    assert "round 2 is missing" in desk.get(address).text
    come(desk, "anton")
    assert "round 2 is missing" in desk.get("/desk").text


@on_both_engines
def test_a_file_is_commented_on_its_page_and_markup_is_shown_as_written(desk: Served):
    come(desk, "anton")
    address = hand_in(desk)
    said = decide(desk, address, "comment", text="round 2 <b>was</b> played")
    assert (said.status_code, said.headers["location"]) == (303, address)
    come(desk, "olga")
    assert "round 2 &lt;b&gt;was&lt;/b&gt; played" in desk.get(address).text
    for text in (" ", "x" * 1001):
        assert "write 1 to 1000 characters" in decide(desk, address, "comment", text=text).text
    decide(desk, address, "comment", text="x" * 1000)
    assert "x" * 1000 in desk.get(address).text
    assert size(desk) == len(SEASON)


def test_nothing_is_accepted_by_an_arbiter(desk: Served):
    come(desk, "anton")
    address = hand_in(desk)
    shown = decide(desk, address, "show", **NEW)
    digest = re.search(r'name="shown" value="([0-9a-f]+)"', shown.text)[1]  # type: ignore[index]
    decide(desk, address, "accept", **NEW, shown=digest)
    assert size(desk) == len(SEASON)


@on_both_engines
def test_an_arbiter_sees_his_own_only(desk: Served):
    come(desk, "olga")
    address = hand_in(desk)
    come(desk, "anton")
    assert desk.get(address).status_code == 404
    assert address not in desk.get("/desk").text


def test_the_desk_is_for_arbiters_and_officers(desk: Served):
    assert desk.get("/desk").headers["location"] == "/login?next=%2Fdesk"
    come(desk, "ada")
    assert desk.get("/desk").status_code == 403


def test_a_form_of_the_desk_is_bound_to_its_session(desk: Served):
    come(desk, "anton")
    for token in ("", "x"):
        answer = desk.client.post(
            "/desk", data={FIELD: token, "pool": "dwz"}, files={"file": ("a.trf", TRF)}
        )
        assert answer.status_code == 403


def test_the_games_of_a_file_are_shown_before_it_is_accepted(desk: Served):
    come(desk, "anton")
    page = desk.get(hand_in(desk)).text
    shown = re.search(r"Ahorn, Anna</bdi></span>\s+<b>1 : 0</b>\s+<span><bdi>Buche, Bert", page)
    assert shown is not None


@pytest.mark.parametrize(
    ("stated", "standings"),
    [
        ((None, None, None), ["1 Buche, Bert 1½", "1 Ceder, Cora 1½", "3 Ahorn, Anna 0"]),
        ((3, 2, 1), ["1 Ceder, Cora 1½", "2 Buche, Bert 1½", "3 Ahorn, Anna 0"]),
    ],
)
def test_a_file_is_recognised_by_its_standings(
    desk: Served, stated: tuple[int | None, ...], standings: list[str]
):
    """Three have met each other: Buche and Ceder draw and win against Ahorn."""
    come(desk, "anton")
    lines = [
        trf_player(1, "Ahorn, Anna", [(2, "w", "0"), (3, "b", "0")]),
        trf_player(2, "Buche, Bert", [(1, "b", "1"), (None, "", ""), (3, "w", "=")]),
        trf_player(3, "Ceder, Cora", [(None, "", ""), (1, "w", "1"), (2, "b", "=")]),
    ]
    placed = [
        f"{line[:85]}{place or '':>4}{line[89:]}"
        for line, place in zip(lines, stated, strict=True)
    ]
    page = desk.get(hand_in(desk, trf(placed))).text
    table = page[page.index('<table class="cross">') :]
    rows = re.findall(r"<tr>\s*<td.*?</tr>", table[: table.index("</table>")], re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    said = [[re.sub("<[^>]+>", "", cell) for cell in row] for row in cells]
    assert [f"{row[0]} {row[1]} {row[-1]}" for row in said] == standings
    assert said[0][3:-1] == ["", "½", "1"]


class TestTheOpenPlayers:
    """They are shown in groups, each with its evidence; a button answers all of a group."""

    MIXED = trf(
        [
            trf_player(1, "Østergård, Björn", [(2, "w", "1")]),
            trf_player(2, "Mueller, Agnes", [(1, "b", "0")]),
            trf_player(3, "Linde, Lea", [(4, "w", "1")]),
            trf_player(4, "Zeder, Zoe", [(3, "b", "0")]),
        ]
    )

    @pytest.fixture
    def address(self, desk: Served) -> str:
        come(desk, "olga")
        return hand_in(desk, self.MIXED)

    def test_one_button_answers_all_of_a_kind_and_the_rest_stays_open(
        self, desk: Served, address: str
    ):
        page = desk.get(address)
        assert "4 of 4 players are not identified" in page.text
        assert "Accept 1 with another spelling of the name" in page.text
        assert "Register all 2 without a similar player" in page.text
        spelt = send(desk, address, page, action="all-otherwise", **{"link.1": ""})
        assert "3 of 4 players are not identified" in spelt.text
        new = send(desk, address, spelt, action="all-none")
        assert fields_in(new.text).items() >= {"link.2": "agnes", "link.3": "new"}.items()
        done = send(desk, address, new, action="all-good")
        assert "0 of 4 players are not identified" in done.text
        assert send(desk, address, done, action="accept").status_code == 303

    def test_a_good_one_is_chosen_before_and_nobody_else(self, desk: Served, address: str):
        chosen = fields_in(desk.get(address).text)
        assert [chosen[f"link.{number}"] for number in (1, 2, 3)] == ["bjorn", "", ""]

    def test_somebody_else_is_said_by_name_and_wins_over_what_was_chosen(
        self, desk: Served, address: str
    ):
        seen = send(desk, address, action="show", **{"id.1": "strauß carla", "id.3": "new"})
        said = {"id.1": "strauß carla", "id.3": "new"}
        assert fields_in(seen.text).items() >= said.items()
        assert re.search(r"Østergård, Björn</bdi></b>\s*→\s+<bdi>Strauß, Carla", seen.text)

    def test_who_was_answered_is_open_again_without_the_tick(self, desk: Served, address: str):
        seen = send(desk, address, action="all-none")
        again = send(desk, address, seen, action="show", **{"link.3": None})
        assert "2 of 4 players are not identified" in again.text

    def test_somebody_new_is_registered_with_the_data_typed_for_him(
        self, desk: Served, address: str
    ):
        """The year cannot be meant: it is asked for beside its field, and typed again."""
        own = {
            "new.3.name": "Fichte, Friederike",
            "new.3.club": "SK Bern",
            "new.3.birth_date": "68",
        }
        seen = send(desk, address, action="show", **{"link.3": "new", "link.4": "new"}, **own)
        assert "is not a year of birth" in seen.text[seen.text.index("new.3.birth_date") :]
        again = send(desk, address, seen, action="all-otherwise", **{"new.3.birth_date": "1968"})
        done = send(desk, address, again, action="all-good")
        before = size(desk)
        assert send(desk, address, done, action="accept").status_code == 303
        entries = list(desk.ledger.log())[before:]
        data = next(each["data"] for each in entries if each["type"] == "player.registered")
        assert (data["birth_year"], data["club"]) == (1968, "SK Bern")
        assert desk.ledger.find_player("Fichte, Friederike", whole=True) == data["player"]

    def test_a_field_for_a_person_is_given_suggestions(self, desk: Served):
        come(desk, "olga")
        (found,) = desk.get("/desk/players?format=json&q=gnes").json()
        assert found["value"] == "Müller, Ágnes (agnes)"
        assert found["label"].startswith("1950, ")

    def test_a_suggestion_that_was_taken_is_that_person(self, desk: Served, address: str):
        seen = send(desk, address, action="show", **{"id.4": "Müller, Ágnes (agnes)"})
        assert re.search(r"Zeder, Zoe</bdi></b>\s*→\s+<bdi>Müller, Ágnes", seen.text)


def test_what_was_handed_in_is_shown_as_text(desk: Served):
    come(desk, "anton")
    address = hand_in(desk, TRF.replace(b"Ahorn, Anna", b"<b>Ahorn</b>"))
    page = desk.get(address).text
    assert "<b>Ahorn" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "line 7, column 99: result 'Q' is unknown: the codes are"),
        ("de", "Zeile 7, Spalte 99: das Ergebnis 'Q' ist unbekannt: die Zeichen sind"),
        ("hu", "7. sor, 99. oszlop: a(z) 'Q' eredmény ismeretlen: a jelek:"),
        ("sv", "rad 7, kolumn 99: resultatet 'Q' är okänt: koderna är"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_page_and_where(
    desk: Served, code: str, said: str
):
    come(desk, "anton")
    page = desk.get(f"{hand_in(desk, trf_pair('Q', '0'))}?lang={code}")
    assert page.status_code == 200
    assert said in unescape(re.sub(r"<[^>]+>", "", page.text))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "this is a PDF: export the crosstable"),
        ("de", "das ist ein PDF: exportieren Sie die Kreuztabelle"),
        ("hu", "ez PDF: exportálja a játékosok kereszttábláját"),
        ("sv", "det här är en PDF: exportera spelarnas korstabell"),
    ],
)
def test_a_file_that_no_reader_takes_is_named_in_the_language_of_the_page(
    desk: Served, code: str, said: str
):
    come(desk, "anton")
    assert said in unescape(desk.get(f"{hand_in(desk, b'%PDF-1.7 ')}?lang={code}").text)


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        (b"Dear arbiter", "(it begins with 'Dear arbiter'): export the tournament from the"),
        (b'[White "A"]\n[Event "B"]\n\n*\n[Event "C"]', "give “Name of the tournament”"),
    ],
)
def test_a_page_names_no_option_of_the_command_line(desk: Served, content: bytes, remedy: str):
    come(desk, "anton")
    page = unescape(desk.get(hand_in(desk, content)).text)
    assert remedy in page
    assert "auto" not in page.partition("<main")[2].partition("<form")[0]
    assert "--" not in page.partition("<main")[2].partition("<form")[0]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "same name"),
        ("de", "gleicher Name"),
        ("hu", "azonos név"),
        ("sv", "samma namn"),
    ],
)
def test_why_a_player_is_proposed_is_said_in_the_language_of_the_page(
    desk: Served, code: str, said: str
):
    come(desk, "anton")
    content = TRF.replace(b"Ahorn, Anna  ", "Müller, Ágnes".encode())
    page = desk.get(f"{hand_in(desk, content)}?lang={code}")
    (label,) = re.findall(r'value="agnes"\s+checked>(.*?)</label>', page.text, re.DOTALL)
    assert unescape(re.sub(r"<[^>]+>", "", label)).endswith(f" – {said}")


def test_links_that_were_chosen_from_the_list_are_sent_again_by_the_page(desk: Served):
    come(desk, "anton")
    address = hand_in(desk, RESPELT)
    come(desk, "olga")
    fresh = desk.get(address)
    assert 'value="agnes"' in fresh.text
    choice = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla", "link.4": "new"}
    seen = send(desk, address, fresh, action="show", **choice)
    assert fields_in(seen.text).items() >= choice.items()
    again = send(desk, address, seen, action="show")
    assert fields_in(again.text).items() >= choice.items()
    before = size(desk)
    accepted = send(desk, address, again, action="accept")
    assert accepted.status_code == 303, accepted.text
    games = [e["data"] for e in desk.ledger.log(before, types=["game.submitted"])]
    assert (games[0]["white"], games[0]["black"]) == ("agnes", "bjorn")
    assert games[1]["white"] == "carla"


def test_what_a_file_changed_is_shown_from_before_its_first_event_on(desk: Served):
    desk.ledger.append([adoption("1996-01-01", "blitz")], by="olga")
    come(desk, "olga")
    address = hand_in(desk, RESPELT)
    choice = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla", "link.4": "new"}
    seen = send(desk, address, action="show", **choice)
    before = size(desk)
    taken = send(desk, address, seen, action="accept")
    done = desk.get(taken.headers["location"])
    last = size(desk)
    assert last > before + 1
    assert f"/dwz/changes?from_known={before}&amp;to_known={last}" in done.text
    assert f'<a href="/log/{before + 1}">' in done.text
    assert "/blitz/changes" not in done.text
    changes = desk.get(f"/dwz/changes?from_known={before}&to_known={last}")
    assert changes.status_code == 200
    assert "agnes" in changes.text


def test_a_file_without_a_name_of_its_tournament_is_headed_in_words(desk: Served):
    come(desk, "anton")
    page = desk.get(hand_in(desk, trf([trf_player(1, "Ahorn, Anna")], head=HEAD[1:])))
    assert "<h3>No tournament is named.</h3>" in page.text
    assert "None" not in page.text


@pytest.mark.parametrize("file", ["spring.trf", "for-Ahorn.trf"])
def test_the_page_of_an_accepted_file_leads_to_its_event_and_tournament(desk: Served, file: str):
    come(desk, "anton")
    address = hand_in(desk, name=file)
    come(desk, "olga")
    seen = send(desk, address, action="show", **NEW)
    assert send(desk, address, seen, action="accept").status_code == 303
    (*_, last) = desk.ledger.log()
    come(desk, "anton")
    page = desk.get(address)
    assert f'<a href="/log/{last["position"]}">' in page.text
    (tournament,) = re.findall(r'href="(/dwz/tournaments/[^"]+)"', page.text)
    assert "Spring Open" in desk.get(unescape(tournament)).text


def test_one_id_that_was_mistyped_loses_no_other_link(desk: Served):
    come(desk, "olga")
    address = hand_in(desk, RESPELT)
    choice = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla"}
    wrong = send(desk, address, action="show", **choice, **{"id.4": "gustaw"})
    assert "there is no player &#39;gustaw&#39;" in wrong.text
    mended = send(desk, address, wrong, action="show", **{"id.4": "gustav"})
    assert fields_in(mended.text).items() >= {**choice, "id.4": "gustav"}.items()
    before = size(desk)
    assert send(desk, address, mended, action="accept").status_code == 303
    (*_, last) = desk.ledger.log(before, types=["game.submitted"])
    assert (last["data"]["white"], last["data"]["black"]) == ("carla", "gustav")


SAME_OR_NOT = "if it is a changed file of it, or “It is another tournament”"
NAMED = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla", "link.4": "gustav"}


def accept_first(desk: Served) -> str:
    """A file is accepted, and one like it submitted by the arbiter: its address."""
    come(desk, "olga")
    address = hand_in(desk, RESPELT)
    seen = send(desk, address, action="show", **NAMED)
    assert send(desk, address, seen, action="accept").status_code == 303
    come(desk, "anton")
    return hand_in(desk, RESPELT.replace(b"Spring Open", b"Spring open"))


@pytest.mark.parametrize(
    ("choice", "tournaments"), [("It is the same tournament", 0), ("It is another tournament", 1)]
)
def test_an_officer_says_whether_a_file_is_of_a_tournament_that_is_known(
    desk: Served, choice: str, tournaments: int
):
    address = accept_first(desk)
    assert "An officer decides whether it is that tournament." in desk.get(address).text
    come(desk, "olga")
    asking = send(desk, address, action="show", **NAMED)
    assert SAME_OR_NOT in asking.text
    (value,) = re.findall(rf'<option value="([^"]*)">{choice}', asking.text)
    seen = send(desk, address, asking, action="show", identity=value)
    assert SAME_OR_NOT not in seen.text
    assert fields_in(seen.text)["identity"] == value
    before = size(desk)
    assert send(desk, address, seen, action="accept").status_code == 303
    added = list(desk.ledger.log(before))
    assert sum(each["type"] == "tournament.submitted" for each in added) == tournaments


def test_an_arbiter_does_not_say_which_tournament_it_is(desk: Served):
    address = accept_first(desk)
    page = send(desk, address, action="show", identity="another", **NAMED)
    assert "An officer decides whether it is that tournament." in page.text
    assert 'name="identity"' not in page.text


def test_a_link_that_was_chosen_is_taken_back(desk: Served):
    come(desk, "olga")
    address = hand_in(desk, RESPELT)
    seen = send(desk, address, action="show", **{"link.1": "agnes"})
    back = send(desk, address, seen, action="show", **{"link.1": ""})
    assert fields_in(back.text)["link.1"] == ""
    assert re.search(r'name="link.1"\s+value="agnes">', back.text)


WITH_RATINGS = "all-none-with_ratings"


def test_one_button_registers_newcomers_with_the_ratings_of_their_file(desk: Served):
    """Four who are not in the register; the file has a DWZ of three, with its index of one."""
    come(desk, "olga")
    address = hand_in(desk, crosstable(ROWS, (*CROSSTABLE_HEAD[:4], HEADINGS)), "spring.csv")
    days = {"starts_on": "1996-03-01", "ended_on": "1996-03-03"}
    assert '<section id="details">' in desk.get(address).text  # the file leaves its days open
    shown = decide(desk, address, "show", **days)
    folded = r'<details id="details"><summary>Tournament:\s1\sMar\s1996 – 3\sMar\s1996<'
    assert re.search(folded, shown.text)
    assert "New players get the ratings of the file" in shown.text
    assert f'value="{WITH_RATINGS}"' in shown.text
    ticked = decide(desk, address, WITH_RATINGS, **days, index="3")
    assert fields_in(ticked.text)["with_ratings"] == "1"
    before = size(desk)
    accepted = send(desk, address, ticked, action="accept", **NEW)
    assert accepted.status_code == 303
    decided = [
        entry["data"] for entry in desk.ledger.log(before) if entry["type"] == "rating.decided"
    ]
    assert [(it["from_day"], it["card"]) for it in decided] == [
        ("1996-03-01", {"rating": 2100, "index": 12}),
        ("1996-03-01", {"rating": 1850, "index": 3}),
    ]


def test_a_program_accepts_a_file_as_it_was_ticked_on_its_page(desk: Served):
    """The index is that of the page; no seconds are a number of seconds, not those of the page."""
    come(desk, "olga")
    address = hand_in(desk, crosstable(ROWS, (*CROSSTABLE_HEAD[:4], HEADINGS)), "spring.csv")
    details = {"starts_on": "1996-03-01", "ended_on": "1996-03-03", "minutes": "90"}
    details |= {"increment": "30", "with_ratings": "1", "index": "3"}
    decide(desk, address, "show", **NEW, **details)
    before = size(desk)
    path = f"/api/v1/submissions/{address.rpartition('/')[2]}/acceptance"
    answer = desk.post(path, json={"register_new": True, "increment": 0})
    assert answer.status_code == 200, answer.text
    entries = [(it["type"], it["data"]) for it in desk.ledger.log(before)]
    cards = [it["card"] for kind, it in entries if kind == "rating.decided"]
    assert cards == [{"rating": 2100, "index": 12}, {"rating": 1850, "index": 3}]
    (time,) = [it["thinking_time"] for kind, it in entries if kind == "tournament.submitted"]
    assert time == {"minutes": 90, "increment_seconds": 0}


def test_an_arbiter_notes_no_ratings_with_a_file_and_takes_none_off(desk: Served):
    come(desk, "anton")
    address = hand_in(desk, crosstable(ROWS, (*CROSSTABLE_HEAD[:4], HEADINGS)), "spring.csv")
    days = {"starts_on": "1996-03-01", "ended_on": "1996-03-03"}
    ticked = decide(desk, address, "show", **NEW, **days, with_ratings="1", index="3")
    assert "ratings of the file" not in ticked.text
    pressed = decide(desk, address, WITH_RATINGS, **days)
    assert not fields_in(pressed.text).get("with_ratings")
    come(desk, "olga")
    assert not fields_in(desk.get(address).text).get("with_ratings")
    decide(desk, address, "show", **NEW, **days, with_ratings="1", index="3")
    come(desk, "anton")
    decide(desk, address, "show", **NEW, **days)
    come(desk, "olga")
    assert fields_in(desk.get(address).text)["index"] == "3"


def test_no_ratings_are_offered_where_a_file_has_none_or_all_are_known(desk: Served):
    come(desk, "olga")
    for content in (TRF, RESPELT):
        page = desk.get(hand_in(desk, content))
        assert "New players get the ratings" not in page.text


def test_an_arbiter_decides_about_no_ratings(desk: Served):
    come(desk, "anton")
    ledger = desk.ledger
    with pytest.raises(Refused, match="an officer decides about ratings"):
        ledger.import_file(
            Upload("spring.trf", TRF),
            pools=["dwz"],
            by="anton",
            as_officer=False,
            with_ratings=True,
        )
