"""Rulebooks side by side, through the façade and the command."""

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.study.answer_types import ranked
from scripts.generate_federation import federation
from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import adoption, decided, games, player, tournament


@pytest.fixture(scope="module")
def with_the_truth(sqlite_files: SQLiteFiles, tmp_path_factory):
    """A federation of which the true strengths are told to one forecaster alone."""
    truth: dict[str, float] = {}
    with (
        sqlite_files.fresh(tmp_path_factory.mktemp("federation")) as url,
        Ledger.open(url) as ledger,
    ):
        ledger.append(federation(3_000, 8, years=6, truth=truth.__setitem__), by="anna")
        yield ledger.predict(
            "dwz",
            rulebooks=["dwz-1995", "dwz-2026", "ingo-1960"],
            baselines=["even", "elo", "last-list"],
            forecasts={"truth": truth},
        )


class TestForecasters:
    def test_every_game_is_scored_or_counted_apart(self, ledger):
        """Three games of people with figures, one of Gustav, who has none (bye left out)."""
        (dwz,) = ledger.predict("dwz")["forecasters"]
        assert (dwz["forecaster"], dwz["games"], dwz["without_figure"]) == ("as adopted", 3, 1)

    def test_the_brier_score_of_the_season_by_hand(self, ledger):
        """0.5², (0.5 − 0.63816)² and (1 − 0.39953)²: 0.25, 0.01909, 0.36056; mean 0.20988."""
        (dwz,) = ledger.predict("dwz", rulebooks=["dwz-1995"])["forecasters"]
        assert dwz["brier"]["value"] == pytest.approx(0.20988, abs=1e-5)

    def test_only_the_days_asked_about_are_scored_and_earlier_ones_still_rated(self, ledger):
        found = ledger.predict("dwz", first="1996-06-01", last="1996-08-01")
        (dwz,) = found["forecasters"]
        assert (found["games"], dwz["games"]) == (1, 1)
        assert dwz["brier"]["value"] == pytest.approx(0.36056, abs=1e-5)

    def test_two_are_compared_over_the_games_that_both_forecast(self, ledger):
        """`even` forecasts all four games, the DWZ three of them."""
        found = ledger.predict("dwz", rulebooks=["dwz-1995"], baselines=["even"])
        (pair,) = found["compared"]
        assert (pair["first"], pair["second"], pair["games"]) == ("dwz-1995", "even", 3)
        even = (0.25 + 0 + 0.25) / 3
        assert pair["brier"]["value"] == pytest.approx(0.20988 - even, abs=1e-5)

    def test_a_rulebook_with_another_reading_forecasts_otherwise(self, ledger):
        """DWZ 4.5 printed: 0.64 at 100, and P(−72) = 0.40 (Anhang 2.1)."""
        (dwz,) = ledger.predict("dwz", rulebooks=["dwz-1995"], set={"expectancy": "table"})[
            "forecasters"
        ]
        expected = (0.5**2 + 0.14**2 + 0.6**2) / 3
        assert dwz["brier"]["value"] == pytest.approx(expected, abs=1e-9)

    def test_a_reading_goes_to_the_rulebooks_that_know_it(self, ledger):
        both = ledger.predict(
            "dwz", rulebooks=["dwz-1995", "ingo-1960"], set={"expectancy": "table"}
        )
        assert [each["games"] for each in both["forecasters"]] == [3, 3]


class TestCommonGames:
    """Losses compare over the same games only: those that every rulebook forecasts."""

    def test_all_are_scored_over_the_games_that_every_rulebook_forecasts(self, ledger):
        """The DWZ forecasts three of the four games: there `even` costs ¼, 0 and ¼."""
        found = ledger.predict("dwz", rulebooks=["dwz-1995"], baselines=["even"])
        dwz, even = found["forecasters"]
        assert (found["games"], found["common_games"]) == (4, 3)
        assert (dwz["games"], even["games"]) == (3, 4)
        assert even["common"]["brier"]["value"] == pytest.approx((0.25 + 0 + 0.25) / 3)
        assert dwz["common"]["brier"]["value"] == pytest.approx(0.20988, abs=1e-5)

    def test_a_rulebook_that_waits_with_the_hard_games_does_not_lead(self, empty):
        """Emil, new, loses to four, then wins against them.  Ingo has a number for him by then,
        the DWZ not (4.7: five games).  So the drawn game of two equals is the only common one: ½
        is expected by both, which costs nothing.
        """
        rated = ("anna", "bela", "cora", "dora")
        empty.append(
            [
                adoption(),
                *map(player, (*rated, "emil")),
                *(decided(name, "1500-10") for name in rated),
                tournament("first", "1996-03-01"),
                *games("first", *(f"{name} 1-0 emil" for name in rated)),
                tournament("second", "1997-03-01"),
                *games("second", *(f"emil 1-0 {name}" for name in rated), "anna ½-½ bela"),
            ],
            by="anna",
        )
        found = empty.predict("dwz", rulebooks=["dwz-1995", "ingo-1960"])
        dwz, ingo = found["forecasters"]
        assert (found["games"], found["common_games"]) == (9, 1)
        assert (dwz["games"], ingo["games"]) == (1, 5)
        assert dwz["brier"]["value"] == 0 < ingo["brier"]["value"]
        assert dwz["common"]["brier"]["value"] == ingo["common"]["brier"]["value"] == 0

    def test_who_lacks_some_of_them_has_no_common_score_and_comes_last(self, ledger):
        found = ledger.predict("dwz", forecasts={"Anna": {"spring:agnes-bjorn": 0.999}})
        dwz, anna = found["forecasters"]
        assert anna["log_loss"]["value"] < dwz["log_loss"]["value"]
        assert (found["common_games"], anna["common"]) == (3, None)
        assert [row["forecaster"] for row in ranked(found)] == ["as adopted", "Anna"]

    def test_without_a_common_game_nothing_is_ranked_and_the_command_says_so(
        self, ledger, tmp_path
    ):
        """No relation leads from the DWZ to FIDE's rating: nobody has one in the season."""
        chosen = ("--rulebook", "dwz-1995", "--rulebook", "fide-2024")
        found = ledger.predict("dwz", rulebooks=["dwz-1995", "fide-2024"])
        assert found["common_games"] == 0
        assert [row["games"] for row in found["forecasters"]] == [3, 0]
        assert [row["common"] for row in found["forecasters"]] == [None, None]
        table = Shell(ledger.database, tmp_path).table("predict", "dwz", *chosen)
        assert "No game is forecast by every rulebook here, so nothing is ranked." in table
        assert f"{found['forecasters'][0]['log_loss']['value']:.4f}" not in table


class TestBaselines:
    def test_elo_knows_the_days_before(self, ledger):
        """In spring everybody is unknown.  There Ágnes won at 1500 against 1500, which gives 1510,
        and drew with Dora's 1500: 0.29 less, and Dora 1500.29.  In summer Ágnes expects 0.5136,
        9.4 points ahead; in autumn Gustav is unknown.
        """
        (elo,) = ledger.predict("dwz", baselines=["elo"])["forecasters"][1:]
        assert (elo["games"], elo["without_figure"]) == (1, 3)
        assert elo["brier"]["value"] == pytest.approx((1 - 0.5136) ** 2, abs=2e-4)

    @pytest.mark.parametrize("baseline", ["elo", "glicko-2", "trueskill"])
    def test_who_won_is_expected_to_win_again(self, ledger, baseline):
        found = ledger.predict("dwz", baselines=[baseline])["forecasters"][1]
        assert found["accuracy"]["value"] == 1


class TestLastList:
    def test_the_figures_of_the_published_list_hold_until_the_next_one(self, ledger):
        """On the list of January Ágnes has 1500 and Dora 1600, so before summer, when they have
        played in spring, P(−100) = 0.36184 is expected of Ágnes, who won: (1 − 0.36184)².
        """
        ledger.publish("dwz", on="1996-01-31", by="anna")
        found = ledger.predict("dwz", baselines=["last-list"], first="1996-06-01")
        by_list = found["forecasters"][1]
        assert (by_list["forecaster"], by_list["games"]) == ("last-list", 1)
        assert by_list["brier"]["value"] == pytest.approx((1 - 0.36184) ** 2, abs=1e-5)

    def test_a_pool_without_lists_has_one_at_the_end_of_the_year(self, empty):
        """Anna wins in 1996 and, in the following year, twice: both times the same is expected."""
        empty.append(
            [
                adoption(),
                *map(player, ("anna", "bela")),
                *(decided(each, "1500-10", "1995-07-01") for each in ("anna", "bela")),
                *(
                    event
                    for name, day in (
                        ("a", "1996-03-01"),
                        ("b", "1997-03-01"),
                        ("c", "1997-04-01"),
                    )
                    for event in (tournament(name, day), *games(name, "anna 1-0 bela"))
                ),
            ],
            by="anna",
        )
        found = empty.predict("dwz", baselines=["last-list"], first="1997-01-01")
        live, by_list = found["forecasters"]
        first, second = (
            empty.predict("dwz", first=f"1997-{month}-01", last=f"1997-{month}-28")["forecasters"]
            for month in ("03", "04")
        )
        assert by_list["brier"]["value"] == pytest.approx(first[0]["brier"]["value"])
        assert second[0]["brier"]["value"] < by_list["brier"]["value"]
        assert live["games"] == by_list["games"] == 2

    def test_before_the_first_list_nothing_is_expected(self, ledger):
        ledger.publish("dwz", on="1996-06-01", by="anna")
        by_list = ledger.predict("dwz", baselines=["last-list"])["forecasters"][1]
        assert (by_list["games"], by_list["without_figure"]) == (1, 3)

    def test_every_rulebook_has_its_own_list(self, ledger):
        found = ledger.predict(
            "dwz", rulebooks=["dwz-1995", "ingo-1960"], baselines=["last-list"], first="1997-01-01"
        )
        assert [each["forecaster"] for each in found["forecasters"]] == [
            *("dwz-1995", "dwz-1995 list"),
            *("ingo-1960", "ingo-1960 list"),
        ]


class TestForecastsOfOthers:
    def test_they_are_scored_beside_ours(self, ledger):
        """0.9 for Ágnes, who won (0.1² = 0.01), and nothing said of the other games."""
        found = ledger.predict("dwz", forecasts={"Anna": {"spring:agnes-bjorn": 0.9}})
        anna = found["forecasters"][1]
        assert (anna["forecaster"], anna["games"], anna["without_figure"]) == ("Anna", 1, 3)
        assert anna["brier"]["value"] == pytest.approx(0.01)

    def test_they_are_read_from_a_table(self, ledger, tmp_path):
        path = tmp_path / "anna.csv"
        path.write_text("expected,note,game\n0.9,sure,spring:agnes-bjorn\n")
        printed = Shell(ledger.database, tmp_path).json(
            "predict", "dwz", "--forecasts", f"Anna={path}"
        )
        assert printed == ledger.predict("dwz", forecasts={"Anna": {"spring:agnes-bjorn": 0.9}})

    def test_every_wrong_line_is_named(self, ledger, tmp_path):
        path = tmp_path / "anna.csv"
        path.write_text("game,expected\na,0.5\nb,1.5\nc,\nd,nan\n")
        with pytest.raises(Refused) as refused:
            ledger.predict("dwz", forecasts={"Anna": path})
        assert [problem.line for problem in refused.value.problems] == [3, 4, 5]

    @pytest.mark.parametrize("content", ["", "name,share\n", 'game,expected\n\0"' + "x" * 200_000])
    def test_another_file_is_refused(self, ledger, tmp_path, content):
        path = tmp_path / "anna.csv"
        path.write_text(content)
        with pytest.raises(Refused, match="anna"):
            ledger.predict("dwz", forecasts={"Anna": path})

    def test_nobody_takes_the_name_of_a_rulebook(self, ledger):
        with pytest.raises(Refused, match="two forecasters are called dwz-1995"):
            ledger.predict("dwz", rulebooks=["dwz-1995"], forecasts={"dwz-1995": {}})


class TestWhoKnowsTheTruth:
    @pytest.mark.slow
    def test_nobody_foresees_more(self, with_the_truth):
        """Every interval of what the others cost more lies above 0."""
        against = [row for row in with_the_truth["compared"] if row["second"] == "truth"]
        assert len(against) == 8
        for row in against:
            assert row["log_loss"]["low"] > 0
            assert row["brier"]["low"] > 0

    @pytest.mark.slow
    def test_as_much_is_scored_as_was_expected(self, with_the_truth):
        """Of n games a band's score lies within four deviations of at most 0.5 / √n."""
        (truth,) = [
            each for each in with_the_truth["forecasters"] if each["forecaster"] == "truth"
        ]
        for band in truth["calibration"]:
            assert abs(band["scored"] - band["expected"]) < 4 * 0.5 / band["games"] ** 0.5


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "word"),
        [
            ({"pool": "nowhere"}, "nowhere"),
            ({"pool": "dwz", "rulebooks": ["dwz-1800"]}, "dwz-1800"),
            (
                {"pool": "dwz", "rulebooks": ["lask-1970"], "set": {"expectancy": "table"}},
                "expectancy",
            ),
            ({"pool": "dwz", "set": {"expectancy": "wild"}}, "expectancy"),
            ({"pool": "dwz", "baselines": ["tarot"]}, "tarot"),
        ],
    )
    def test_what_is_not_known_is_named(self, ledger, arguments, word):
        with pytest.raises(Refused, match=word):
            ledger.predict(**arguments)


class TestCommand:
    def test_json_is_what_the_door_answers(self, ledger, tmp_path):
        printed = Shell(ledger.database, tmp_path).json("predict", "dwz", "--rulebook", "dwz-1995")
        assert printed == ledger.predict("dwz", rulebooks=["dwz-1995"])

    def test_the_table_fits_eighty_columns_and_names_the_best_first(self, ledger, tmp_path):
        """`even` costs ln 2 = 0.6931; the three surprises of the season cost the DWZ more."""
        shell = Shell(ledger.database, tmp_path)
        table = shell.table("predict", "dwz", "--baseline", "even", "--details")
        assert max(map(len, table.splitlines())) <= 80
        assert table.index("even") < table.index("as adopted")
        assert "0.6931 (0.6931 to 0.6931)" in table

    def test_the_title_counts_the_games_that_are_compared(self, ledger, tmp_path):
        table = Shell(ledger.database, tmp_path).table("predict", "dwz", "--baseline", "even")
        assert "Over the 3 of 4 games that every rulebook here forecasts" in table
