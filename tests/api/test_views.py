"""A view is one state of the ledger: whoever writes meanwhile, whoever asks beside."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import event, inspect, text

from ledger.events.problems import Refused
from ledger.log.database import connect
from projections.api import Ledger
from tests.api.season import AFTER_SPRING, SEASON
from tests.projections.submissions import decided, games, tournament
from tests.tables import every

WINTER = [tournament("winter", "1996-12-20"), *games("winter", "bjorn 1-0 agnes")]
THREADS = 6


def everything_stored(database: str) -> dict[str, list[str]]:
    """Every row of every table."""
    engine = connect(database)
    with engine.connect() as connection:
        rows = {
            table: sorted(map(repr, connection.execute(text(f"SELECT * FROM {table}"))))  # noqa: S608
            for table in inspect(connection).get_table_names()
        }
    engine.dispose()
    return rows


def ask_everything(ledger: Ledger) -> list[object]:
    with ledger.pool("dwz") as view:
        return [
            view.ratings(everyone=True),
            view.player("agnes"),
            view.tournament("spring"),
            view.audit("agnes"),
            list(view.tournaments()),
            view.players("mull"),
            list(view.games()),
            list(view.evaluations()),
            list(view.evaluations(by_game=True)),
            view.export_ratings("csv").content,
            ledger.pools(),
            ledger.games("spring"),
            ledger.standings("spring"),
            ledger.published("dwz"),
            list(ledger.log()),
            ledger.pool("dwz", known_at=14).diff(view),
            ledger.pool("dwz", rulebook="ingo-1960").ratings(),
        ]


def for_reading(ledger: Ledger) -> str:
    """The URL under which the same database can only be read."""
    if ledger.database.startswith("sqlite"):
        return f"sqlite:///file:{ledger.database.removeprefix('sqlite:///')}?mode=ro&uri=true"
    mark = "&" if "?" in ledger.database else "?"
    return f"{ledger.database}{mark}options=-c%20default_transaction_read_only%3Don"


class TestAskingWritesNothing:
    def test_not_a_row_of_any_table_changes(self, ledger):
        before = everything_stored(ledger.database)
        ask_everything(ledger)
        assert everything_stored(ledger.database) == before

    def test_nor_where_the_read_model_is_behind(self, ledger):
        ledger.catch_up()
        ledger.append(WINTER, by="anna")
        before = everything_stored(ledger.database)
        ask_everything(ledger)
        assert everything_stored(ledger.database) == before

    @pytest.mark.parametrize("caught_up", [True, False])
    def test_a_database_that_can_only_be_read_answers_the_same(self, ledger, caught_up):
        if caught_up:
            ledger.catch_up()
        with Ledger.open(for_reading(ledger)) as reader:
            assert ask_everything(reader) == ask_everything(ledger)

    def test_there_catching_up_leaves_everything_as_it_is(self, ledger):
        with Ledger.open(for_reading(ledger)) as reader:
            reader.catch_up()
            assert everything_stored(ledger.database)["generation"] == []

    def test_catching_up_makes_the_read_model_current(self, ledger):
        assert everything_stored(ledger.database)["generation"] == []
        by_replay = ask_everything(ledger)
        ledger.catch_up()
        assert len(everything_stored(ledger.database)["generation"]) == 1
        assert len(everything_stored(ledger.database)["card"]) > 0
        assert ask_everything(ledger) == by_replay
        ledger.append(WINTER, by="anna")
        ledger.catch_up("dwz")
        assert ledger.rebuild(check=True)["differences"] == []


class TestOneState:
    def test_a_view_does_not_see_what_another_thread_appends(self, ledger):
        with ledger.pool("dwz") as view, ThreadPoolExecutor() as other:
            assert view.position == len(SEASON)
            other.submit(ledger.append, WINTER, by="bjorn").result()
            assert {row["player"]: row["figure"] for row in view.ratings()} == AFTER_SPRING
            assert next(view.tournaments())["tournament"] == "autumn"
            assert len(list(view.games())) == 5
            with pytest.raises(Refused, match="winter"):
                view.tournament("winter")
            with ledger.pool("dwz") as fresh:
                assert fresh.tournament("winter")["rated"] is True
                assert {row["player"] for row in view.diff(fresh)} == {"agnes", "bjorn"}

    def test_a_view_of_before_is_compared_with_one_of_after(self, ledger):
        """The one has the read model of its time, the other has that of now."""
        ledger.catch_up()
        with ledger.pool("dwz") as before:
            old = {row["player"]: row["card"] for row in before.ratings()}
            name = min(old)
            ledger.append([decided(name, "1234-5", "1999-01-01")], by="anna")
            ledger.catch_up()
            with ledger.pool("dwz") as after:
                (row,) = before.diff(after)
        assert (row["player"], row["before"], row["after"]) == (name, old[name]["rating"], 1234)
        assert row["causes"] == [f"decision {name} 1999-01-01"]

    def test_nor_in_a_list_that_is_being_read(self, ledger):
        entries = ledger.log()
        first = next(entries)
        ledger.append(WINTER, by="bjorn")
        assert first["position"] == 1
        assert len(list(entries)) == len(SEASON) - 1

    def test_a_closed_view_asks_anew(self, ledger):
        view = ledger.pool("dwz")
        assert view.position == len(SEASON)
        view.close()
        ledger.append(WINTER, by="anna")
        assert view.position == len(SEASON) + len(WINTER)
        view.close()

    def test_rows_of_a_view_that_was_closed_are_not_made_up(self, ledger):
        with ledger.pool("dwz") as view:
            rows = view.games()
            assert next(rows)["game"] == "spring:agnes-bjorn"
        with pytest.raises(ValueError, match="closed before all rows had been read"):
            next(rows)

    def test_a_question_that_is_refused_leaves_the_view_usable(self, empty):
        with empty.pool("dwz") as view:
            with pytest.raises(Refused, match="there is no pool 'dwz'"):
                view.ratings()
            empty.append(SEASON, by="anna")
            assert len(view.ratings()) == 3


class TestThreads:
    def test_several_threads_share_a_view(self, ledger):
        with ledger.pool("dwz") as view:
            expected = [view.ratings(), view.player("agnes"), view.audit("agnes", "spring")]
            start = Barrier(THREADS)

            def ask(_):
                start.wait()
                games_ = list(view.games())
                return games_, [
                    view.ratings(),
                    view.player("agnes"),
                    view.audit("agnes", "spring"),
                ]

            with ThreadPoolExecutor(THREADS) as threads:
                found = list(threads.map(ask, range(THREADS)))
            assert all(answers == expected for _, answers in found)
            assert all(len(games_) == 5 for games_, _ in found)

    def test_several_threads_have_views_of_their_own(self, ledger):
        start = Barrier(THREADS)

        def ask(position: int) -> tuple[int, int]:
            with ledger.pool("dwz", known_at=position) as view:
                start.wait()
                return view.position, len(view.players())

        with ThreadPoolExecutor(THREADS) as threads:
            found = list(threads.map(ask, range(3, 3 + THREADS)))
        assert found == [(position, min(position, 8) - 1) for position in range(3, 3 + THREADS)]

    def test_threads_that_share_a_stream_share_its_rows(self, ledger):
        with ledger.pool("dwz") as view:
            stream = view.games()
            with ThreadPoolExecutor(THREADS) as threads:
                parts = list(threads.map(lambda _: [g["game"] for g in stream], range(THREADS)))
        assert sorted(game for part in parts for game in part) == sorted(
            each["data"]["game"] for each in SEASON if each["type"] == "game.submitted"
        )

    def test_two_comparisons_the_other_way_round_do_not_wait_for_each_other(self, ledger):
        with (
            ledger.pool("dwz", known_at=14) as before,
            ledger.pool("dwz") as after,
            ThreadPoolExecutor(2) as threads,
        ):
            tasks = [
                threads.submit(lambda a, b: [a.diff(b) for _ in range(10)], *pair)
                for pair in ((before, after), (after, before))
            ]
            there, back = (task.result(timeout=60)[0] for task in tasks)
        assert {row["player"]: (row["before"], row["after"]) for row in there} == {
            row["player"]: (row["after"], row["before"]) for row in back
        }

    def test_more_views_are_open_than_a_pool_of_connections_usually_has(self, ledger):
        views = [ledger.pool("dwz", known_at=position) for position in range(1, 20)]
        assert [view.position for view in views] == list(range(1, 20))


class TestOpeningAndClosing:
    def test_opening_asks_nothing_of_the_database(self, tmp_path: Path):
        path = tmp_path / "missing.db"
        with Ledger.open(f"sqlite:///{path}") as ledger:
            ledger.pool("dwz", on="1996-12-31")
            assert not path.exists()
        assert not path.exists()

    def test_nor_of_a_server_that_is_not_there(self):
        ledger = Ledger.open("postgresql://nobody@127.0.0.1:1/nowhere")
        with pytest.raises(Refused, match="nowhere cannot be read"):
            ledger.pools()

    @every("database", ["nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
    def test_what_is_no_ledger_is_refused_with_the_first_question(self, database):
        ledger = Ledger.open(database)
        with pytest.raises(Refused, match=r"rating-ledger init|use sqlite:///FILE"):
            ledger.pools()

    def test_without_a_name_it_is_the_ledger_of_the_environment(self, in_file, monkeypatch):
        monkeypatch.setenv("RATING_LEDGER_DATABASE", in_file.database)
        with Ledger.open() as ledger:
            assert [row["pool"] for row in ledger.pools()] == ["dwz"]
        monkeypatch.delenv("RATING_LEDGER_DATABASE")
        assert Ledger.open().database == "sqlite:///rating-ledger.db"

    def test_closing_the_ledger_closes_its_views_and_leaves_the_database(self, ledger):
        view = ledger.pool("dwz")
        view.ratings()
        rows = view.games()
        engine = ledger.engine
        assert engine.pool.checkedout() == 1
        ledger.close()
        assert engine.pool.checkedout() == 0
        with pytest.raises(ValueError, match="closed"):
            next(rows)

    def test_a_connection_in_use_while_the_ledger_closes_is_closed_once_it_comes_back(
        self, ledger
    ):
        closed = []
        event.listen(ledger.engine, "close", lambda it, _: closed.append(it))
        with ledger.engine.connect() as connection:
            used = connection.connection.dbapi_connection
            ledger.close()
            assert connection.execute(text("SELECT 1")).scalar() == 1
            assert used not in closed
        assert used in closed

    def test_a_view_that_is_dropped_gives_its_connection_back(self, ledger):
        ledger.pool("dwz").ratings()
        assert ledger.engine.pool.checkedout() == 0

    def test_a_closed_ledger_is_a_file_that_can_be_moved(self, in_file, tmp_path: Path):
        in_file.catch_up()
        in_file.pool("dwz").ratings()
        in_file.close()
        moved = tmp_path / "moved.db"
        Path(in_file.database.removeprefix("sqlite:///")).replace(moved)
        left = {file.name for file in tmp_path.glob("ledger.db*")}
        assert left <= {"ledger.db-queue"}  # holds no data; see ledger.log.write_queue
        with Ledger.open(f"sqlite:///{moved}") as ledger:
            assert len(ledger.pool("dwz").ratings()) == 3
