"""Players, decisions, publications and oddities on an officer's pages, and who may see them."""

import re
from datetime import timedelta

import pytest

from ledger.log import erasure
from ledger.log.database import connect, snapshot
from projections.interfaces.http.accounts.access import FIELD
from projections.interfaces.pages.officer.routes import ROUTES
from projections.interfaces.server.background import Verifier
from tests.projections.submissions import game, games, player, tournament
from tests.web.conftest import text_of
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, do, employ, faults_in, look, send, size

IDS = {"event": "spring", "player": "carla", "pool": "dwz", "id": "none", "account": "ada"}
FOR_ADMINS = {"/desk/accounts/new", "/desk/examination", "/desk/accounts/{account}/edit"}
FOR_AUDITORS = {"/desk/accounts"}
FOR_ARBITERS = {
    "/desk",
    "/desk/{id}",
    "/desk/calculation",
    "/desk/live",
    "/desk/tournaments/new",
}


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    come(served, "olga")
    return served


def name_of(served: Served, player_: str) -> str | None:
    return served.ledger.register_entry(player_)["name"]


class TestWhoMay:
    def test_each_page_and_form_is_for_its_roles(self, office: Served):
        before = size(office)
        for who in (None, "anton", "ada", "olga", "alma"):
            office.client.cookies.clear()
            if who is not None:
                come(office, who)
            for route in ROUTES:
                path = re.sub(r"{(\w+)}", lambda found: IDS[found[1]], route.path)  # type: ignore[attr-defined]
                theirs = {
                    "anton": FOR_ARBITERS,
                    "ada": FOR_AUDITORS,
                    "olga": {each.path for each in ROUTES} - FOR_ADMINS,  # type: ignore[attr-defined]
                    "alma": {each.path for each in ROUTES},  # type: ignore[attr-defined]
                }
                allowed = who and route.path in theirs[who]  # type: ignore[attr-defined]
                for method in route.methods & {"GET", "POST"}:  # type: ignore[attr-defined]
                    answer = office.client.request(
                        method, path, data={"action": "do"} if method == "POST" else None
                    )
                    where = (who, method, path, answer.status_code)
                    if who is None and method == "POST":
                        assert answer.status_code == 401, where
                    elif who is None:
                        assert answer.headers["location"].startswith("/login?next="), where
                    elif not allowed or method == "POST":  # a form without its token
                        assert answer.status_code == 403, where
                    else:
                        assert answer.status_code in {200, 404}, where
        assert size(office) == before

    def test_who_sends_a_form_after_the_session_has_ended_is_told_where_it_is(
        self, office: Served
    ):
        path = "/desk/players/carla/forget"
        seen = look(office, path, reason="asked for it")
        office.watch.go_on(days=400)
        late = do(office, path, seen, sure="1")
        assert late.status_code == 401
        assert "Your session has ended" in late.text
        assert "your input is still there" in late.text
        assert f'href="/login?next={path.replace("/", "%2F")}"' in late.text
        assert name_of(office, "carla") == "Strauß, Carla"

    @pytest.mark.parametrize("token", ["", "0" * 64])
    def test_a_form_is_bound_to_its_session(self, office: Served, token: str):
        seen = look(office, "/desk/players/carla/forget", reason="asked for it")
        refused = do(office, "/desk/players/carla/forget", seen, sure="1", **{FIELD: token})
        assert refused.status_code == 403
        assert name_of(office, "carla") == "Strauß, Carla"

    def test_officers_and_auditors_see_who_has_an_account(self, office: Served):
        come(office, "ada")
        page = office.get("/desk/accounts").text
        assert "anton" in page
        assert 'href="/desk/players"' not in page
        assert "/desk/accounts" in office.get("/login").text

    def test_officers_and_auditors_see_the_tokens_and_change_none(self, office: Served):
        (seen,) = [row["id"] for row in office.accounts.tokens("arbiter Anna")]
        for name in ("olga", "ada"):
            come(office, name)
            page = office.get("/desk/accounts").text
            assert seen in page
            assert "<form" not in page[page.index("<main") :]


class TestDashboard:
    def test_it_counts_what_needs_an_officer(self, office: Served):
        """Twice Emil Ewig of the same year; with the one of another year he makes two pairs."""
        for year in ("1980", "1980", "1950"):
            links = {1: "new"}
            office.ledger.add_player("Ewig, Emil", birth_date=year, links=links, by="olga")
        office.ledger.catch_up()
        page = office.get("/desk").text
        assert "1 person is perhaps registered twice" in page
        assert 'href="/desk/oddities#doubles"' in page
        doubles = office.get("/desk/oddities").text.partition('id="doubles"')[2]
        likely, found, others = doubles.partition("2 pairs of one name, born in different years")
        assert found
        assert (likely.count("Two persons"), others.count("Two persons")) == (1, 2)
        come(office, "anton")
        assert "perhaps registered twice" not in office.get("/desk").text

    def test_an_officer_lands_on_the_page_that_led_to_the_form(self, office: Served):
        path = "/desk/players/carla/rename"
        came = {"referer": "http://testserver/desk/players?q=strau%C3%9F"}
        page = office.client.get(path, headers=came)
        seen = send(office, path, page, name="Strauß-Kahl, Carla", action="show")
        done = do(office, path, seen)
        assert done.headers["location"].startswith("/desk/players?q=strau%C3%9F&written=")
        assert "Written." in office.get(done.headers["location"]).text

    @pytest.mark.parametrize(
        "elsewhere", ["http://elsewhere.example/desk", "http://testserver/login", "//x", ""]
    )
    def test_nobody_is_led_to_another_server(self, office: Served, elsewhere: str):
        path = "/desk/players/carla/rename"
        page = office.client.get(path, headers={"referer": elsewhere})
        seen = send(office, path, page, name="Strauß-Kahl, Carla", action="show")
        done = do(office, path, seen, back="//elsewhere.example/x")
        assert done.headers["location"].startswith("/desk?written=")


class TestPlayers:
    def test_somebody_is_found_and_renamed(self, office: Served):
        assert "/desk/players/carla" in office.get("/desk/players?q=strauss").text
        path = "/desk/players/carla/rename"
        seen = look(office, path, name="Strauß-Kahl, Carla", reason="married")
        assert "No figure" not in faults_in(seen)
        assert do(office, path, seen).status_code == 303
        assert name_of(office, "carla") == "Strauß-Kahl, Carla"

    def test_an_empty_name_is_refused_beside_its_field(self, office: Served):
        refused = look(office, "/desk/players/carla/rename", name="", reason="x")
        assert [name for name, _ in faults_in(refused)] == ["name"]

    def test_a_name_that_stays_as_it_is_is_refused_as_no_change(self, office: Served):
        refused = look(
            office, "/desk/players/carla/rename", name="Strauß, Carla ", reason="married"
        )
        ((field, message),) = faults_in(refused)
        assert (field, refused.status_code) == ("name", 422)
        assert "nothing would change" in message

    def test_a_name_is_withheld_until_a_day(self, office: Served):
        path = "/desk/players/carla/withhold"
        wrong = look(office, path, from_day="soon", until="1996-02-30")
        assert {name for name, _ in faults_in(wrong)} == {"from_day", "until"}
        until = (office.watch.time.date()).isoformat()
        assert do(office, path, look(office, path, until=until)).status_code == 303
        assert name_of(office, "carla") is None
        office.watch.go_on(days=1)
        assert name_of(office, "carla") == "Strauß, Carla"

    def test_somebody_is_forgotten_once_that_is_confirmed_by_name(self, office: Served):
        path, before = "/desk/players/carla/forget", size(office)
        seen = look(office, path, reason="asked for it")
        assert "Yes, erase the personal data of Strauß, Carla (carla) for good." in seen.text
        unsure = do(office, path, seen)
        assert (unsure.status_code, size(office)) == (400, before)
        assert 'value="asked for it"' in unsure.text
        assert do(office, path, unsure, sure="1").status_code == 303
        assert office.ledger.register_entry("carla")["forgotten"]
        assert office.get("/desk/players/carla").status_code == 200

    @pytest.mark.parametrize(
        ("language", "stays"),
        [
            ("en", "The year of birth, the federation and the clubs stay in the log"),
            ("de", "Geburtsjahr, Verband und Vereine bleiben für immer im Protokoll"),
            ("hu", "A születési év, a szövetség és az egyesületek végleg a naplóban maradnak"),
            ("sv", "Födelseår, förbund och klubbar finns för alltid kvar i loggen"),
        ],
    )
    def test_the_form_says_what_a_forgetting_does_not_erase(
        self, office: Served, language: str, stays: str
    ):
        office.get(f"/desk?lang={language}")
        assert stays in look(office, "/desk/players/carla/forget", reason="asked for it").text

    def test_a_page_that_forgets_is_not_itself_in_the_way(self, served: Served):
        employ(served)
        come(served, "olga")
        seen = look(served, "/desk/players/carla/forget", reason="asked for it")
        assert do(served, "/desk/players/carla/forget", seen, sure="1").status_code == 303
        assert "erased_data_remain" not in served.get("/health").json()

    def test_erased_data_that_remain_in_the_files_are_said_until_they_are_wiped(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ):
        office = served
        employ(office)
        come(office, "olga")
        monkeypatch.setattr(erasure, "PATIENCE_MILLISECONDS", 50)
        said = "Erased data can still be read in the database"
        reader = connect(office.ledger.database)
        with snapshot(reader) as connection:
            connection.exec_driver_sql("SELECT count(*) FROM event").scalar()
            seen = look(office, "/desk/players/carla/forget", reason="asked for it")
            assert do(office, "/desk/players/carla/forget", seen, sure="1").status_code == 303
            assert said in office.get("/desk").text
            assert office.get("/health").json()["erased_data_remain"] is True
            assert "rating_ledger_erased_data_remain 1.0" in office.get("/metrics").text
        reader.dispose()
        Verifier(office.ledger, office.watch).wipe_and_verify()
        assert said not in office.get("/desk").text
        assert "erased_data_remain" not in office.get("/health").json()
        assert "rating_ledger_erased_data_remain 0.0" in office.get("/metrics").text

    def test_two_registrations_are_merged_once_both_are_confirmed_by_name(self, office: Served):
        office.ledger.append([player("karla", name="Strauss, Carla")], by="otto")
        path = "/desk/players/carla/merge"
        assert "/desk/players/carla/merge?drop=karla" in office.get("/desk/oddities").text
        assert 'value="karla"' in office.get(f"{path}?drop=karla").text
        seen = look(office, path, drop="karla", reason="one person")
        assert "Strauss, Carla (karla) and Strauß, Carla (carla) are one person" in seen.text
        assert do(office, path, seen).status_code == 400
        assert do(office, path, seen, sure="1").status_code == 303
        assert office.ledger.register_entry("karla")["player"] == "carla"
        assert "drop=karla" not in office.get("/desk/oddities").text

    def test_page_and_api_say_what_contradicts_a_merge(self, office: Served):
        """Kim and Kay were born in other years and had a game on the same day, each elsewhere."""
        day = {"starts_on": "1996-05-01", "place": "Bern"}
        office.ledger.append(
            [
                player("kim", name="Kramer, Kim", birth_year=1970, sex="f"),
                player("kay", name="Kramer, Kay", birth_year=1980, sex="m"),
                tournament("north", "1996-05-01", **day),
                tournament("south", "1996-05-01", **{**day, "place": "Thun"}),
                game("north", "kim", "1-0", "carla"),
                game("south", "kay", "1-0", "agnes"),
            ],
            by="otto",
        )
        said = ["another year of birth", "another sex"]
        said.append("games in The north and in The south on 1996-05-01")
        seen = look(office, "/desk/players/kim/merge", drop="kay", reason="x")
        assert f"Perhaps two people: {', '.join(said)}" in text_of(seen.text)
        address = "/api/v1/players/kim/mergers?dry_run=true"
        answer = office.post(address, json={"drop": "kay", "reason": "x"}).json()
        assert answer["contradictions"] == said
        assert [(it["name"], it["games"]) for it in answer["persons"]] == [
            ("Kramer, Kim", 1),
            ("Kramer, Kay", 1),
        ]

    def test_those_who_have_met_are_not_merged(self, office: Served):
        path = "/desk/players/agnes/merge"
        refused = look(office, path, drop="bjorn", reason="x")
        ((field, message),) = faults_in(refused)
        assert field == "drop"
        assert "have met" in message

    @pytest.mark.parametrize(("keep", "drop"), [("agnes", "agnes"), ("gustav", "gustaf")])
    def test_nobody_is_merged_with_himself(self, office: Served, keep: str, drop: str):
        refused = look(office, f"/desk/players/{keep}/merge", drop=drop, reason="x")
        ((field, message),) = faults_in(refused)
        assert (field, message.strip()) == (
            "drop",
            f"{drop} is the same registration: name the other one",
        )
        assert "have met" not in refused.text

    def test_somebody_is_registered_with_a_figure(self, office: Served):
        path = "/desk/players/new"
        typed = {"name": "Neumann, Nora", "birth_date": "1980", "rating": "1500-5"}
        seen = look(office, path, **typed)
        assert "1500-5" in seen.text
        before = size(office)
        assert do(office, path, seen).status_code == 303
        assert [entry["type"] for entry in office.ledger.log(before)] == [
            "player.registered",
            "rating.decided",
        ]

    def test_a_namesake_is_asked_about_and_cells_are_refused_beside_their_fields(
        self, office: Served
    ):
        path = "/desk/players/new"
        asked = look(office, path, name="Strauss, Carla")
        assert asked.status_code == 422
        assert "/desk/players/carla" in asked.text
        assert "--link" not in asked.text
        seen = send(office, path, asked, another="1", action="show")
        assert seen.status_code == 200
        wrong = look(office, path, name="Neumann, Nora", birth_date="long ago", rating="much")
        assert {name for name, _ in faults_in(wrong)} == {"birth_date", "rating"}
        assert 'value="long ago"' in wrong.text


class TestDecisions:
    def test_an_exception_is_granted_and_the_summer_counts(self, office: Served):
        """DWZ 6.2.1: Vienna is abroad; the summer counts once an exception is granted."""
        path = "/desk/decisions/rule"
        typed = {
            "rule": "DWZ 6.2.1",
            "about.tournament": "summer",
            "value": '{"evaluate": true}',
            "decided_by": "the board",
            "reason": "played by members",
        }
        wrong = look(office, path, **{**typed, "rule": "DWZ 0", "value": ""})
        assert [name for name, _ in faults_in(wrong)] == ["value"]
        wrong = look(office, path, **{**typed, "rule": "DWZ 0"})
        assert [name for name, _ in faults_in(wrong)] == ["rule"]
        assert "summer" in office.get("/desk/oddities").text
        assert do(office, path, look(office, path, **typed)).status_code == 303
        assert office.ledger.pool("dwz").tournament("summer")["rated"]

    def test_a_figure_is_decided(self, office: Served):
        path = "/desk/decisions/figure/dwz"
        typed = {"player": "Strauß, Carla", "from_day": "1996-06-01", "card.rating": "1400"}
        said = {"decided_by": "the board", "reason": "agreed"}
        wrong = look(office, path, **typed, **said, **{"card.index": "few"})
        assert [name for name, _ in faults_in(wrong)] == ["card.index"]
        seen = look(office, path, **typed, **said, **{"card.index": "4"})
        assert do(office, path, seen).status_code == 303
        assert office.ledger.pool("dwz").player("carla")["card"] == {"rating": 1400, "index": 4}

    def test_a_rulebook_makes_a_list_and_cannot_be_adopted_twice(self, office: Served):
        path = "/desk/decisions/rulebook"
        typed = {"pool": "blitz", "rulebook": "dwz-2014", "from_day": "1996-01-01"}
        assert do(office, path, look(office, path, **typed)).status_code == 303
        assert office.ledger.adoptions("blitz")[0]["rulebook"] == "dwz-2014"
        assert look(office, path, **typed).status_code in {409, 422}
        later = look(office, path, **{**typed, "rulebook": "fide-2024", "from_day": "1997-01-01"})
        ((field, message),) = faults_in(later)
        assert (field, "--" in message) == ("figures", False)
        unread = look(office, path, **{**typed, "set": "no reading"})
        assert [name for name, _ in faults_in(unread)] == ["set"]


class TestPublishing:
    def test_a_list_is_shown_and_then_published_as_it_was_shown(self, office: Served):
        path = "/desk/publishing"
        seen = look(office, path, on="1996-12-31")
        assert "Müller, Ágnes" in seen.text
        assert "1523" in seen.text
        office.ledger.append([player("hanna")], by="otto")
        again = do(office, path, seen)
        assert again.status_code == 409  # it would be published as known one event later
        assert do(office, path, again).status_code == 303
        (published,) = office.ledger.published("dwz")
        assert (published["day"], published["proven"]) == ("1996-12-31", True)

    def test_a_list_of_a_day_to_come_is_refused_at_its_field(self, office: Served):
        tomorrow = (office.watch.time + timedelta(days=1)).date().isoformat()
        seen = look(office, "/desk/publishing", on=tomorrow)
        ((field, message),) = faults_in(seen)
        assert (field, f"{tomorrow} is after today" in message) == ("on", True)
        assert do(office, "/desk/publishing", seen).status_code == 422
        assert office.ledger.published("dwz") == []


class TestOddities:
    def test_what_does_not_count_has_gaps_or_no_games_is_named(self, office: Served):
        office.ledger.append(
            [
                tournament("empty", "1996-12-01", name="Without games"),
                tournament("gaps", "1996-12-02", name="With gaps", format="round-robin"),
                *games("gaps", "agnes 1-0 bjorn", "bjorn 1-0 carla"),
            ],
            by="otto",
        )
        office.ledger.catch_up()
        page = office.get("/desk/oddities").text
        assert "It has no games." in page
        assert "1 pair of the round robin has no game." in page
        assert "/desk/corrections/summer" in page
        assert "/desk/corrections/spring" not in page
