"""The contents of a ledger: pools, tournaments, players and games, worked by hand."""

from datetime import UTC, date, datetime, time

import pytest

from projections.api import Ledger
from tests.api.season import SEASON
from tests.console.shell import Shell
from tests.projections.submissions import (
    adoption,
    correction,
    game,
    player,
    strike,
    tournament,
)
from tests.tables import every

POOL = "dwz"


def ids(rows, key):
    return [row[key] for row in rows]


class TestPools:
    def test_a_pool_with_its_rulebook_last_day_and_size(self, ledger):
        """On the list are Ágnes, Björn and Dora; three tournaments were submitted, one unrated."""
        assert ledger.pools() == [
            {
                "pool": "dwz",
                "rulebook": "dwz-1995",
                "horizon": "1996-11-17",
                "players": 3,
                "tournaments": 3,
            }
        ]

    def test_pools_are_in_the_order_of_their_names_empty_ones_too(self, ledger):
        ledger.append([adoption("2001-01-01", "another")], by="anna")
        first, second = ledger.pools()
        assert (first["pool"], first["players"], first["tournaments"]) == ("another", 0, 0)
        assert second["pool"] == "dwz"

    def test_an_empty_ledger_has_none(self, empty):
        assert empty.pools() == []


class TestTournaments:
    def test_the_newest_comes_first(self, ledger):
        autumn, summer, spring = ledger.pool(POOL).tournaments()
        assert spring == {
            "tournament": "spring",
            "name": "Frühling",
            "ended_on": "1996-05-01",
            "rulebook": "dwz-1995",
            "rated": True,
            "players": 3,
            "games": 2,  # and a bye
        }
        assert (summer["tournament"], summer["rated"]) == ("summer", False)
        assert (autumn["tournament"], autumn["rated"], autumn["games"]) == ("autumn", True, 1)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("FRUHLING", ["spring"]),
            ("frühling", ["spring"]),
            ("mmer", ["summer"]),
            ("u", ["autumn", "summer", "spring"]),
            ("winter", []),
        ],
    )
    def test_a_part_of_the_name_or_id_finds_it(self, ledger, query, found):
        assert ids(ledger.pool(POOL).tournaments(query), "tournament") == found

    @pytest.mark.parametrize(
        ("first", "last", "found"),
        [
            ("1996-07-01", None, ["autumn", "summer"]),
            (None, "1996-07-01", ["summer", "spring"]),
            ("1996-07-01", "1996-07-01", ["summer"]),
            ("1996-07-02", "1996-07-01", []),
        ],
    )
    def test_both_days_are_included(self, ledger, first, last, found):
        view = ledger.pool(POOL)
        assert ids(view.tournaments(first=first, last=last), "tournament") == found

    def test_pages_follow_each_other(self, ledger):
        view = ledger.pool(POOL)
        pages, after = [], None
        while page := ids(view.tournaments(limit=2, after=after), "tournament"):
            pages.append(page)
            after = page[-1]
        assert pages == [["autumn", "summer"], ["spring"]]

    def test_only_those_that_had_ended_and_were_known(self, ledger):
        assert ids(ledger.pool(POOL, on="1996-10-01").tournaments(), "tournament") == [
            "summer",
            "spring",
        ]
        known = next(e["position"] for e in ledger.log() if e["id"] == "tournament summer")
        view = ledger.pool(POOL, known_at=known - 1)
        assert ids(view.tournaments(), "tournament") == ["spring"]

    def test_a_struck_one_is_gone_and_a_corrected_one_is_as_corrected(self, ledger):
        spring, autumn = (
            next(event for event in SEASON if event["id"] == f"tournament {name}")
            for name in ("spring", "autumn")
        )
        game = next(event for event in SEASON if event["data"].get("tournament") == "autumn")
        assert game is autumn
        played = SEASON[-1]
        ledger.append(
            [
                correction(spring, "c1", name="Spring open"),
                strike(played, "c2"),
                strike(autumn, "c3"),
            ],
            by="anna",
        )
        rows = list(ledger.pool(POOL).tournaments())
        assert [(row["tournament"], row["name"]) for row in rows] == [
            ("summer", "The summer"),
            ("spring", "Spring open"),
        ]

    def test_another_pools_are_not_among_them(self, ledger):
        ledger.append(
            [
                adoption("1990-01-01", "other"),
                tournament("theirs", "1996-12-01", pools=["other"]),
                tournament("both", "1996-12-02", pools=["dwz", "other"]),
            ],
            by="anna",
        )
        assert ids(ledger.pool("other").tournaments(), "tournament") == ["both", "theirs"]
        assert ids(ledger.pool(POOL).tournaments(limit=2), "tournament") == ["both", "autumn"]


class TestPlayers:
    """Müller, Ágnes · Müller, Gustav (gustaf, too) · Østergård, Björn · Strauß, Carla; no names
    of Dora, who is withheld, and Erik, who is forgotten."""

    def test_all_by_name_those_without_a_name_last(self, ledger):
        assert ids(ledger.pool(POOL).players(), "player") == [
            *("agnes", "gustav", "bjorn", "carla"),
            *("dora", "erik"),
        ]

    @every(
        ("query", "found"),
        [
            ("muller", ["agnes", "gustav"]),
            ("MÜLLER", ["agnes", "gustav"]),
            ("agnes", ["agnes"]),
            ("østergard", ["bjorn"]),
            ("OSTERGARD", ["bjorn"]),
            ("strauss", ["carla"]),
            ("STRAUẞ", ["carla"]),
            ("gustaf", ["gustav"]),  # the id of the registration that was joined to his
            ("dora", ["dora"]),  # an id is not a secret
            ("secret", []),
            ("erased", []),
            ("zoe", []),
        ],
    )
    def test_a_part_of_the_name_or_id_whatever_its_case_and_accents(self, ledger, query, found):
        assert ids(ledger.pool(POOL).players(query), "player") == found

    def test_a_figure_where_there_is_one(self, ledger):
        rows = {row["player"]: row for row in ledger.pool(POOL).players()}
        assert rows["agnes"] == {
            "player": "agnes",
            "name": "Müller, Ágnes",
            "figure": 1523,
            "status": "valid",
        }
        assert rows["dora"] == {
            "player": "dora",
            "name": None,
            "figure": 1595,
            "status": "valid",
        }
        assert (rows["carla"]["figure"], rows["carla"]["status"]) == (None, "unrated")
        assert rows["erik"]["name"] is None

    def test_a_name_is_found_again_when_the_wish_has_ended(self, in_file):
        """Whatever day is asked about: the wish protects in answers given while it lasts."""
        wish = {"player": "carla", "from_day": "1997-01-01", "until": "1997-12-31"}
        in_file.append([{"type": "player.withheld", "data": wish}], by="anna")
        found = []
        for today in (date(1996, 12, 31), date(1997, 6, 1), date(1998, 1, 1)):
            given_at = datetime.combine(today, time(12), UTC)
            with Ledger.open(in_file.database, clock=lambda given_at=given_at: given_at) as then:
                found.append(ids(then.pool(POOL, on="1996-06-30").players("strauss"), "player"))
        assert found == [["carla"], [], ["carla"]]

    def test_pages_follow_each_other(self, ledger):
        view = ledger.pool(POOL)
        assert ids(view.players(limit=2), "player") == ["agnes", "gustav"]
        assert ids(view.players(limit=2, after="gustav"), "player") == ["bjorn", "carla"]
        assert ids(view.players(after="erik"), "player") == []


class TestGames:
    def test_by_round_and_board_as_they_stand(self, ledger):
        first, second, bye = ledger.games("spring")
        assert first == {
            "game": "spring:agnes-bjorn",
            "tournament": "spring",
            "ended_on": "1996-05-01",
            "round": 1,
            "board": 1,
            "played_on": None,
            "white": "agnes",
            "white_name": "Müller, Ágnes",
            "black": "bjorn",
            "black_name": "Østergård, Björn",
            "white_points": 1,
            "black_points": 0,
            "played": True,
            "reason": None,
            "rated_for": "both",
        }
        assert (second["white"], second["white_name"]) == ("dora", None)
        assert (bye["black"], bye["black_name"], bye["reason"]) == (None, None, "bye")

    def test_without_boards_they_are_by_the_points_before_the_round(self, empty):
        """The higher points, the sum, the start numbers; then a forfeit, and the bye at the end.

        After the first round Fritz, Agnes and Gustav have 1, Carla and Dora ½.
        """
        numbers = ["erik", "fritz", "carla", "dora", "agnes", "bjorn", "gustav", "hans", "ida"]
        entrants = [{"player": it, "start_number": n} for n, it in enumerate(numbers, 1)]
        rounds = {
            1: ["agnes 1-0 bjorn", "carla ½-½ dora", "erik 0-1 fritz"],
            2: ["bjorn 1-0 agnes", "carla 1-0 dora", "fritz 1-0 gustav"],
        }
        forfeit, bye = {"played": False, "reason": "forfeit"}, {"played": False, "reason": "bye"}
        empty.append(
            [
                adoption(),
                *map(player, numbers),
                tournament("open", "1996-05-01", entrants=entrants),
                game("open", "gustav", "1-0", None, round=1, **bye),
                game("open", "hans", "1-0", "ida", round=1, **forfeit),
                game("open", "erik", "1-0", None, round=2, **bye),
                *(
                    game("open", *each.split(" "), round=round_, game=f"{round_}:{each}")
                    for round_, played in rounds.items()
                    for each in played
                ),
            ],
            by="anna",
        )
        assert [it["white"] for it in empty.games("open")] == [
            *("erik", "carla", "agnes", "hans", "gustav"),
            *("fritz", "bjorn", "carla", "erik"),
        ]

    def test_whoever_was_registered_twice_plays_under_one_id(self, ledger):
        (game,) = ledger.games("autumn")
        assert (game["white"], game["white_name"]) == ("gustav", "Müller, Gustav")

    def test_all_games_of_a_pool_oldest_first(self, ledger):
        assert ids(ledger.pool(POOL).games(), "game") == [
            *("spring:agnes-bjorn", "spring:dora-agnes", "spring:bye"),
            *("summer:agnes-dora", "autumn:gustaf-agnes"),
        ]
        assert len(list(ledger.pool(POOL, on="1996-05-01").games())) == 3


class TestCommands:
    """The output for people, and the continuation of a long list."""

    def test_a_page_says_how_to_go_on(self, shell_in_file: Shell):
        outcome = shell_in_file.run("tournaments", POOL, "--limit", "2")
        assert outcome.status == 0
        assert "autumn" in outcome.out
        assert "spring" not in outcome.out
        assert outcome.err == "note: there may be more: --after 'summer', or --all\n"
        assert "Frühling" in shell_in_file.table("tournaments", POOL, "--after", "summer")

    def test_tables_for_people(self, shell_in_file: Shell):
        assert "dwz-1995" in shell_in_file.table("pools")
        assert "(withheld)" in shell_in_file.table("players", POOL, "--query", "dora")
        games = shell_in_file.table("games", "spring")
        assert "½–½" in games
        assert "bye" in games

    @pytest.mark.parametrize("option", [("--limit", "0"), ("--from", "soon"), ("--to", "1996")])
    def test_wrong_usage_is_said(self, shell_in_file: Shell, option):
        assert shell_in_file.run("tournaments", POOL, *option).status == 2

    def test_csv_lists_have_the_same_rows(self, shell_in_file: Shell):
        text = shell_in_file.run("--format", "csv", "players", POOL, "--query", "muller").out
        assert text.splitlines() == [
            "player,name,figure,status",
            'agnes,"Müller, Ágnes",1523,valid',
            'gustav,"Müller, Gustav",,unrated',
        ]


def test_a_player_of_a_new_pool_is_listed_before_anything_is_rated(empty: Ledger):
    empty.append([adoption(), player("anna")], by="anna")
    (row,) = empty.pool(POOL).players()
    assert row == {"player": "anna", "name": "Anna, Test", "figure": None, "status": "unrated"}
