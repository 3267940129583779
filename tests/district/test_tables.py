"""Every table of the command line, compared with what the events of the district say."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

import pytest

from ledger.importing.formats.registry import read
from projections.api import Ledger
from projections.queries.causes import parts
from scripts.federation.district.calendar import District
from scripts.federation.district.files import Files
from tests.console.terminal import shown_beside
from tests.district.conftest import Office
from tests.district.expected import (
    DAYS,
    WITHHELD,
    Data,
    evaluations,
    facts,
    halves,
    rating_list,
    rulebook_of,
)
from tests.federation_lists.list_files import fide, fide_line
from tests.tables import some_at_once

POOLS = list(DAYS)
AUTUMN = "Herbstturnier der SG Birkenau/Dornhausen 2026"


@pytest.mark.parametrize("pool", POOLS)
def test_a_rating_list_has_everybody_strongest_first(office: Office, pool: str) -> None:
    """Name with the id of namesakes, card as its rulebook writes it, last tournament."""
    expected = rating_list(office.database, pool)
    table = office.table("ratings", pool)
    names = facts().distinct(it.player for it in expected)
    titles = {id_: it["name"] for id_, it in facts().tournaments.items()}
    events = [titles.get(it.last_event, it.last_event) for it in expected]
    card = rulebook_of(office.database, pool).format_card
    assert table.column("Place") == [str(it.place) for it in expected]
    assert table.column("Id") == [it.player for it in expected]
    assert table.column("Name") == [names[it.player] for it in expected]
    assert table.column("Rating") == [card(it.card) for it in expected]
    assert table.column("Last event") == events
    assert set(table.column("Valid until")) == {""}
    assert set(table.column("Status")) == {"valid"}


def test_a_part_of_a_list_keeps_the_places_of_the_whole(office: Office) -> None:
    """In the table, as CSV and in JSON; two ratings of the list are equal."""
    places = {it.player: it.place for it in rating_list(office.database, "district")}
    assert len(set(places.values())) < len(places)
    asked = ("ratings", "district", "--query", "turm", "--with", "place")
    table = office.table(*asked)
    shown = dict(zip(table.column("Id"), map(int, table.column("Place")), strict=True))
    assert shown == {player: places[player] for player in shown}
    assert len(shown) > 2
    assert {row["player"]: int(row["place"]) for row in office.csv(*asked)} == shown
    assert {row["player"]: row["place"] for row in office.json(*asked)} == shown
    alone = office.table("ratings", "district", "--query", "d0154", "--with", "club")
    assert alone.column("Club") == ["SC Rochade Acker am Stein"]


def test_further_columns_are_those_of_the_day(office: Office) -> None:
    """Clubs, births and games of the events; changes since the list of July."""
    day = DAYS["district"]
    listed = rating_list(office.database, "district")
    known_at = int(office.csv("published", "district")[-1]["position"])
    before = {
        it.player: it
        for it in rating_list(office.database, "district", date(2026, 7, 1), known_at)
    }
    games = _games_until(day)
    columns = "club,birth_year,federation,sex,games_of_year,before,change,place_before,entry"
    table = office.table("ratings", "district", "--with", columns)
    shown = ("Club", "Born", "Federation", "Sex", "Games", "Rating before", "Change")
    rows = zip(*map(table.column, (*shown, "Place before", "Entry")), strict=True)
    for it, row in zip(listed, rows, strict=True):
        data, old = facts().players[it.player], before.get(it.player)
        known = it.player != WITHHELD
        change = "" if old is None else f"{it.rating - old.rating:+}".replace("+0", "=")
        assert row == (
            (known and facts().club(it.player, day)) or "",
            str((known and data.get("birth_year")) or ""),
            "GER" if known else "",
            (known and data.get("sex")) or "",
            str(games[it.player]),
            "" if old is None else str(old.rating),
            change or "new",
            "" if old is None else str(old.place),
            "new" if old is None else "",
        )
    quarters = [
        {
            it.player: str(it.rating)
            for it in rating_list(office.database, "district", day - timedelta(91) * ago)
        }
        for ago in range(8, -1, -1)
    ]
    trends = office.table("ratings", "district", "--with", "trend").column("Two years")
    assert trends == [" ".join(it.get(each.player, "–") for it in quarters) for each in listed]
    assert all("proposal" not in row for row in office.json("ratings", "district"))


@pytest.mark.parametrize("width", [80, 100])
def test_a_player_of_a_list_is_one_line(office: Office, width: int) -> None:
    """Long names end in an ellipsis; the column that is empty for all takes no room."""
    title, headings, *rows = office.lines("ratings", "district", width=width)
    assert title.startswith("Ratings on 2026-10-09")
    assert headings.split() == ["Place", "Name", "Rating", "Last", "event", "Status"]
    assert len(rows) == len(rating_list(office.database, "district"))
    assert max(map(len, rows)) <= width
    assert any("…" in row for row in rows)
    assert all(row.endswith("valid") for row in rows)


def test_club_and_last_event_are_beneath_a_player_where_there_is_little_room(
    office: Office,
) -> None:
    _, headings, *rows = office.lines("ratings", "district", "--with", "club,sex", width=60)
    assert headings.split() == ["Place", "Name", "Rating", "Status", "Sex"]
    first = rating_list(office.database, "district")[0].player
    assert f"    Club: {facts().club(first, DAYS['district'])}" in rows[:3]
    assert any(WITHHELD in row for row in rows)  # of whom no club is said
    assert not any(row.rstrip().endswith(":") for row in rows)


def test_the_pools_are_counted(office: Office) -> None:
    table = office.table("pools")
    assert table.headings == ["Pool", "Rulebook", "Last day", "Players", "Tournaments"]
    assert sorted(map(tuple, table.rows)) == [
        (
            pool,
            rulebook_of(office.database, pool).name,
            str(DAYS[pool]),
            str(len(rating_list(office.database, pool))),
            str(len(facts().newest_first(pool))),
        )
        for pool in sorted(POOLS)
    ]


def test_tournaments_have_their_days_players_and_games(office: Office) -> None:
    """The rapid play is too fast to be rated (DWZ 6.2.2); a bye is no game."""
    table = office.table("tournaments", "district", "--all")
    assert table.headings == ["Ended", "Tournament", "Id", "Rated", "Players", "Games"]
    assert table.rows == [
        [
            it["ended_on"],
            it["name"],
            it["tournament"],
            "no" if it["tournament"].startswith("rapid") else "yes",
            str(len(facts().field(it["tournament"]))),
            str(sum("black" in game for game in facts().games[it["tournament"]].values())),
        ]
        for it in facts().newest_first("district")
    ]


def test_games_are_listed_by_round_and_board(office: Office) -> None:
    """A correction has turned the first game round; byes have no opponent."""
    games = facts().games["easter-2026"].values()
    names = facts().distinct(facts().field("easter-2026"))
    table = office.table("games", "easter-2026")
    assert table.headings == ["Round", "Board", "White", "Black", "Result", "Not played", "Id"]
    assert table.rows == [
        [
            str(it["round"]),
            str(it["board"]),
            names[it["white"]],
            names[it["black"]] if it.get("black") else "",
            f"{halves(it['white_points'])}–{halves(it['black_points'])}",
            it.get("reason", ""),
            it["game"],
        ]
        for it in sorted(games, key=lambda it: (it["round"], it["board"]))
    ]


def test_players_are_found_by_a_part_of_the_name(office: Office) -> None:
    """Those called Turm; a club of that name is not searched."""
    ratings = {it.player: it.rating for it in rating_list(office.database, "district")}
    found = {
        player: data["name"]
        for player, data in facts().players.items()
        if "turm" in data["name"].casefold()
    }
    table = office.table("players", "list", "district", "--query", "turm")
    assert table.headings == ["Id", "Name", "Rating", "Status"]
    assert len(table.rows) == len(found) > 2
    names = facts().distinct(found)
    assert {row[0]: row[1:] for row in table.rows} == {
        player: [names[player], str(ratings.get(player, "")), "valid"] for player in found
    }


def test_pending_files_are_listed_in_the_order_of_their_arrival(office: Office) -> None:
    table = office.table("pending")
    assert table.column("File") == ["stadtmeisterschaft.trf", "neulinge.trf", "neulinge.trf"]
    assert set(table.column("List")) == {"district"}
    assert set(table.column("Submitted by")) == {"Turnierleiter Falkensee"}
    assert [at[:16] for at in table.column("At")] == [
        f"2026-10-12T12:{minute:02}" for minute in range(3)
    ]


def test_published_lists_say_what_would_differ_today(office: Office) -> None:
    """A late cup and a correction change the list of July, and none before it."""
    table = office.table("published", "district")
    assert table.column("List of") == ["2025-12-31", "2026-03-31", "2026-07-01"]
    for day, known_at, players, differ, proven in zip(
        *map(table.column, ("List of", "Known at", "Players", "Differ today", "Reproduced")),
        strict=True,
    ):
        on = date.fromisoformat(day)
        then = {
            it.player: it.rating
            for it in rating_list(office.database, "district", on, int(known_at))
        }
        now = {it.player: it.rating for it in rating_list(office.database, "district", on)}
        changed = [player for player in {*then, *now} if then.get(player) != now.get(player)]
        assert (int(players), proven) == (len(then), "yes")
        assert int(differ) >= len(changed)
        assert bool(int(differ)) == (day == "2026-07-01")


def test_differences_are_amounts_of_the_two_states(office: Office) -> None:
    day, known_at = date(2026, 7, 1), int(office.table("published", "district").rows[-1][1])
    then = {it.player: it.rating for it in rating_list(office.database, "district", day, known_at)}
    now = {it.player: it.rating for it in rating_list(office.database, "district", day)}
    table = office.table("diff", "district", "--from-known", str(known_at), "--on", str(day))
    assert table.headings == ["Id", "Name", "Before", "After", "Change"]
    assert {player for player in now if then.get(player) != now[player]} <= {
        row[0] for row in table.rows
    }
    names = facts().distinct(row[0] for row in table.rows)
    for player, name, before, after, change in table.rows:
        assert name == names[player]
        assert (before, after) == (str(then.get(player, "")), str(now[player]))
        assert change == ("" if player not in then else f"{now[player] - then[player]:+}")
    asked = ("diff", "district", "--from-known", str(known_at), "--on", str(day), "--player")
    assert office.table(*asked, table.rows[-1][0]).rows == [table.rows[-1]]


@pytest.mark.parametrize(
    ("on", "is_list"),
    [
        (date(2026, 7, 1), True),
        pytest.param(date(2025, 12, 31), True, marks=pytest.mark.slow),
        (DAYS["fide"], False),
    ],
)
@pytest.mark.parametrize("pool", some_at_once(POOLS, ["district"]))
def test_the_parts_of_a_difference_are_the_evaluations_that_differ(
    office: Office, pool: str, on: date, is_list: bool
) -> None:
    """Between a day, or the list published of it, and the end: ratings before and after each.

    An evaluation is one made again if it stood in the earlier state.
    """
    lists = {row["day"]: int(row["position"]) for row in office.csv("published", pool)}
    known_at = lists.get(str(on)) if is_list else None
    states = [_moves(office.database, pool, *it) for it in ((on, known_at), (DAYS["fide"], None))]
    expected = {}
    for key in states[0].keys() | states[1].keys():
        then, now = (it.get(key) for it in states)
        if then != now and (change := _moved(then, now)) != 0:
            again = any(it[1] == key[1] for it in states[0])
            expected[key] = then, now, change, again
    with Ledger.open(office.database) as ledger:
        views = ledger.pool(pool, on=on, known_at=known_at), ledger.pool(pool, on=DAYS["fide"])
        with views[0] as one, views[1] as other, one.answers() as then, other.answers() as now:
            found = {
                (it.player, it.done.key): (it.then, it.now, it.change, it.again)
                for it in parts(then, now, facts().players)
            }
    assert found == expected


Move = tuple[float | None, float | None]


def _moves(
    database: str, pool: str, day: date, known_at: int | None
) -> Mapping[tuple[str, str], Move]:
    """The ratings of players before and after each evaluation up to a day."""
    found, held = {}, dict[str, float | None]()
    for each in evaluations(database, pool, known_at):
        if each.item.day <= day:
            for player, card in each.evaluation.cards.items():
                it = each.item.period.book.standing(card, each.item.day)
                now = it.figure if it.status == "valid" else None
                if (held.get(player), now) != (None, None):
                    found[player, each.item.key] = held.get(player), now
                held[player] = now
    return found


def _moved(then: Move | None, now: Move | None) -> float | None:
    """The difference of the changes; of first ratings, that of the ratings."""
    if then and now and then[0] is now[0] is None:
        then, now = (0, then[1]), (0, now[1])
    if None in {*(then or ()), *(now or ())}:
        return None
    return (now[1] - now[0] if now else 0) - (then[1] - then[0] if then else 0)  # type: ignore


@pytest.mark.parametrize("pool", POOLS)
def test_news_count_the_changes_and_name_the_largest(office: Office, pool: str) -> None:
    """A lower Ingo number is a gain."""
    first, last = date(2025, 12, 31), DAYS[pool]
    then, now = (
        {it.player: it.rating for it in rating_list(office.database, pool, day)}
        for day in (first, last)
    )
    changes = {it: now[it] - then[it] for it in now.keys() & then if now[it] != then[it]}
    gains = [change < 0 if pool == "juniors" else change > 0 for change in changes.values()]
    news = office.json("news", pool, "--from-on", str(first), "--to-on", str(last))
    assert (news["gained"], news["lost"]) == (gains.count(True), gains.count(False))
    assert (news["new"], news["gone"]) == (len(now.keys() - then), len(then.keys() - now))
    largest = sorted(changes, key=lambda it: (-abs(changes[it]), it))[:5]
    assert news["largest"] == [
        {
            "player": it,
            "name": facts().name(it),
            "before": then[it],
            "after": now[it],
            "change": changes[it],
        }
        for it in largest
    ]


def _number(text: str) -> float:
    """A number with halves."""
    return float(text.replace("½", ".5") if text != "½" else 0.5)


def _games_until(day: date) -> Counter[str]:
    """The games that everybody played in the year up to a day."""
    ended = [
        it["tournament"]
        for it in facts().newest_first("district")
        if str(day - timedelta(365)) < it["ended_on"] <= str(day)
    ]
    return Counter(
        {player: len(list(facts().played(ended, player))) for player in facts().players}
    )


def test_a_long_way_is_told_by_its_beginning_and_its_end(office: Office) -> None:
    """Of more than eight occasions the first four and the last four."""
    days = Counter(
        (row["player"], str(each.item.day))
        for each in evaluations(office.database, "district")
        for row in each.evaluation.report().rows
    )
    player, count = Counter(player for player, _ in days).most_common(1)[0]
    own = sorted(day for it, day in days if it == player)
    asked = ("--from-on", "2024-08-01", "--to-on", "2026-10-09", "--player", player)
    (row,) = office.json("diff", "district", *asked)
    told = [*row["told"]]
    assert count == 9
    assert told.pop(4) == "… and so on through 1 further occasion."
    shown = [*own[:4], *own[-4:]]
    assert [f"({day}): " in it for day, it in zip(shown, told, strict=True)] == [True] * 8


def test_a_running_tournament_shows_standings_results_and_pairings(office: Office) -> None:
    """After round 4 of 7, with the pairings of round 5: points and boards are the file's."""
    lines = office.lines("live", "show", "district")
    assert lines[0].startswith(f"{AUTUMN}, after round 4 of 7, by Turnierleiter Falkensee")
    table, results, pairings = office.tables("live", "show", "district")
    file = Files(District(1)).running
    report, _ = read("trf", file.name, file.content)
    assert report is not None
    played = [game for game in report.games if game.black]
    points = Counter[str]()
    for game in played:
        points[file.links[game.white]] += game.white_points
        points[file.links[game.black or ""]] += game.black_points
    assert len(table.rows) == 46
    found = dict(zip(table.column("Id"), table.column("Points"), strict=True))
    assert found == {player: halves(points[player]) for player in found}
    recorded = {it.player: it for it in rating_list(office.database, "district")}
    for player, before, after, change in zip(
        *(table.column(each) for each in ("Id", "Before", "After", "Change")), strict=True
    ):
        assert before == str(recorded[player].card["rating"])
        assert int(after) - int(before) == int(change)
    assert len(results.rows) == sum(game.round == 4 for game in played)
    assert set(pairings.column("Round")) == {"5"}
    assert len(pairings.rows) == 23
    assert all(0 <= float(each) <= 1 for each in pairings.column("Expected"))


def test_a_profile_counts_games_by_colour_and_opponent(office: Office) -> None:
    """Of the one with most games; those of tournaments that are not rated do not count."""
    rated = [
        it["tournament"]
        for it in facts().newest_first("district")
        if not it["tournament"].startswith("rapid")
    ]
    played = {player: [*facts().played(rated, player)] for player in facts().players}
    player = max(played, key=lambda it: (len(played[it]), it))
    games = played[player]
    colours, changes, opponents = office.tables("profile", "district", player)

    def score(some: list[tuple[Data, str]]) -> list[str]:
        points = [game[f"{colour}_points"] for game, colour in some]
        counts = [len(points), sum(points), *map(points.count, (1, 0.5, 0))]
        return [halves(it) for it in counts]

    assert colours.rows == [
        ["All", *score(games)],
        ["White", *score([it for it in games if it[1] == "white"])],
        ["Black", *score([it for it in games if it[1] == "black"])],
    ]
    met: dict[str, list[tuple[Data, str]]] = {}
    for game, colour in games:
        met.setdefault(game["black" if colour == "white" else "white"], []).append((game, colour))
    assert opponents.headings[:2] == ["Id", "Opponent"]
    assert len(opponents.rows) == min(20, len(met))
    assert [int(row[2]) for row in opponents.rows] == sorted(map(len, met.values()))[::-1][:20]
    for id_, name, *numbers in opponents.rows:
        assert (name.split(" (")[0], numbers) == (facts().shown(id_), score(met[id_]))
    entered = [it for it in facts().newest_first("district") if it["tournament"] in rated]
    own = [it for it in entered if [*facts().played([it["tournament"]], player)]]
    assert changes.column("Ended") == [it["ended_on"] for it in own]
    assert changes.column("Tournament") == [it["name"] for it in own]
    assert changes.column("Points") == [
        halves(
            sum(
                game[f"{colour}_points"]
                for game, colour in facts().played([it["tournament"]], player)
            )
        )
        for it in own
    ]
    for before, after, change in zip(
        *map(changes.column, ("Before", "After", "Change")), strict=True
    ):
        difference = int(after) - int(before)
        assert change == (f"{difference:+}" if difference else "=")


def test_a_review_has_the_most_games_of_the_season(office: Office) -> None:
    """Games that were played in 2026, rated or not; ids beside the names if asked for."""
    about, counts, *_ = office.lines("review", "district")
    gains, _, upsets, most, unbeaten, youngest, oldest = office.tables("review", "district")
    ended = [
        it["tournament"]
        for it in facts().newest_first("district")
        if it["ended_on"].startswith("2026")
    ]
    played = {player: [*facts().played(ended, player)] for player in facts().players}
    assert about == "district, 2026-01-01 to 2026-12-31"
    assert counts.startswith(f"{len(ended)} tournaments, ")
    count = {player: len(games) for player, games in played.items()}
    assert most.headings == ["Id", "Name", "Games", "Points"]
    assert [int(it) for it in most.column("Games")] == sorted(count.values())[::-1][:10]
    for player, _, games, points in most.rows:
        scored = sum(game[f"{colour}_points"] for game, colour in played[player])
        assert (int(games), points) == (count[player], halves(scored))
    now = {it.player: it.rating for it in rating_list(office.database, "district")}
    for player, name, before, after, change in gains.rows:
        assert name.split(" (")[0] == facts().shown(player)
        assert (int(after), change) == (now[player], f"{int(after) - int(before):+}")
    assert all(int(it.rstrip("%")) < 50 for it in upsets.column("Expected"))
    born = {
        player: data["birth_year"]
        for player, data in facts().players.items()
        if count[player] and data.get("birth_year") and player != WITHHELD
    }
    for table, order in ((youngest, -1), (oldest, 1)):
        assert table.headings == ["Id", "Name", "Born"]
        years = sorted(born.values())[::order][: len(table.rows)]
        assert table.column("Born") == [str(it) for it in years]
        assert len(table.rows) > 2
        assert all(row[2] == str(born[row[0]]) for row in table.rows)
    assert unbeaten.headings == ["Id", "Name", "Games", "Won", "Drawn"]


def test_a_crosstable_is_ordered_by_points(office: Office) -> None:
    """A round robin of a club: everybody's result against everybody, place by place."""
    games = facts().games["club-2-2026"].values()
    table = office.table("crosstable", "district", "club-2-2026")
    size = len(facts().field("club-2-2026"))
    points: Counter[str] = Counter()
    for it in games:
        points[it["white"]] += it["white_points"]
        points[it["black"]] += it["black_points"]
    ids = table.column("Id")
    assert sorted(ids) == sorted(facts().field("club-2-2026"))
    assert table.column("Points") == [halves(points[it]) for it in ids]
    assert [points[it] for it in ids] == sorted(points.values())[::-1]
    assert table.column("Name") == [facts().shown(it) for it in ids]
    results = {(it["white"], it["black"]): (it["white_points"], it) for it in games}
    results |= {(it["black"], it["white"]): (it["black_points"], it) for it in games}
    for row, player in zip(table.rows, ids, strict=True):
        cells = row[-3 - size : -3]
        for cell, opponent in zip(cells, ids, strict=True):
            scored, game = results.get((player, opponent), (None, {}))
            forfeit = "" if game.get("played", True) else "f"
            assert cell == ("" if scored is None else halves(scored) + forfeit)


def test_a_swiss_is_shown_by_rounds(office: Office) -> None:
    """Number of the opponent, colour and points; ``f`` without play.  Ratings of the report."""
    games = facts().games["easter-2026"].values()
    table = office.table("crosstable", "district", "easter-2026")
    assert table.headings[:6] == ["", "Id", "Name", "Points", "Buchholz", "Sonneborn-Berger"]
    assert table.headings[6:] == [*map(str, range(1, 8)), "Before", "After", "Change"]
    numbers = {player: number for number, player in enumerate(table.column("Id"), start=1)}
    rated = {
        row["player"]: row
        for each in evaluations(office.database, "district")
        if each.item.tournament == "easter-2026"
        for row in each.evaluation.report().rows
    }
    points: Counter[str] = Counter()
    cells = {}
    for it in games:
        unplayed = "" if it.get("played", True) else "f"
        for side, other in (("white", "black"), ("black", "white")):
            if own := it.get(side):
                points[own] += it[f"{side}_points"]
                who = f"{numbers[it[other]]}{side[0]}" if it.get(other) else "bye "
                cells[own, it["round"]] = f"{who}{halves(it[f'{side}_points'])}{unplayed}"
    ranks = [*zip(table.column("Points"), *map(table.column, table.headings[4:6]), strict=True)]
    for rank, row in zip(ranks, table.rows, strict=True):
        shared = [place for place, each in enumerate(ranks, start=1) if each == rank]
        player = row[1]
        report = rated.get(player, {"rating_before": None, "rating_after": None})
        before, after = report["rating_before"], report["rating_after"]
        change = "" if before is None or after is None else f"{after - before:+}"
        assert row[0] == "–".join(map(str, dict.fromkeys((shared[0], shared[-1]))))
        assert row[3] == halves(points[player])
        assert row[6:13] == [cells.get((player, round_), "") for round_ in range(1, 8)]
        assert row[13:] == [str(before or ""), str(after or ""), change]


def test_the_players_of_a_league_are_a_board_list_without_tie_breaks(office: Office) -> None:
    """By the first board, then by the share of the points; Buchholz does not know the teams.

    The places are by points alone.  A line has the number by which the results name it.
    """
    points, played, boards = Counter[str](), Counter[str](), dict[str, set[int]]()
    for it in facts().games["league-2026"].values():
        for side in ("white", "black"):
            if player := it.get(side):
                points[player] += it[f"{side}_points"]
                played[player] += 1
                boards.setdefault(player, set()).add(it["board"])
    document = office.json("crosstable", "district", "league-2026")
    assert document["tie_breaks"] == document["calculated_by"] == []
    rows = document["players"]
    assert {it["player"] for it in rows} == points.keys()
    assert [(it["boards"][0], -points[it["player"]] / played[it["player"]]) for it in rows] == (
        sorted((min(boards[it]), -points[it] / played[it]) for it in points)
    )
    better = {it: 1 + sum(each > points[it] for each in points.values()) for it in points}
    equal = Counter(points.values())
    for it in rows:
        first, own = better[it["player"]], boards[it["player"]]
        assert it["place"] == [first, first + equal[points[it["player"]]] - 1]
        assert it["boards"] == [min(own), max(own)]
        assert it["tie_breaks"] == []
    teams, players = office.tables("crosstable", "district", "league-2026")
    assert players.headings[:6] == ["", "Board", "Id", "Name", "Points", "1"]
    assert players.column("") == [str(number) for number in range(1, len(rows) + 1)]
    assert players.column("Id") == [it["player"] for it in rows]
    assert players.column("Board") == [
        "–".join(map(str, dict.fromkeys(it["boards"]))) for it in rows
    ]
    numbers = {it["player"]: line for line, it in enumerate(rows, start=1)}
    opening = {it["game"]: it for it in facts().games["league-2026"].values() if it["round"] == 1}
    for it in opening.values():
        if it.get("black") and it.get("played", True):
            cell = players.column("1")[numbers[it["white"]] - 1]
            assert cell == f"{numbers[it['black']]}w{halves(it['white_points'])}"
    assert teams.headings == ["", "Team", "Match points", "Board points"]


def test_the_tie_break_of_a_round_robin_counts_the_beaten(office: Office) -> None:
    """Sonneborn-Berger: the points of the beaten, half of those of the others with a draw."""
    games = facts().games["club-1-2026"].values()
    assert all(it.get("played", True) for it in games)
    points: Counter[str] = Counter()
    for it in games:
        points[it["white"]] += it["white_points"]
        points[it["black"]] += it["black_points"]
    berger: Counter[str] = Counter()
    for it in games:
        berger[it["white"]] += it["white_points"] * points[it["black"]]
        berger[it["black"]] += it["black_points"] * points[it["white"]]
    table = office.table("crosstable", "district", "club-1-2026")
    assert [*map(_number, table.column("Sonneborn-Berger"))] == [
        berger[it] for it in table.column("Id")
    ]
    standings = office.table("standings", "club-1-2026", "--method", "gelbfuss")
    assert standings.headings[:3] == ["", "Id", "Name"]
    assert standings.headings[3:] == ["Points", "Value", "s1/S1", "t", "T", "Status"]
    names = facts().distinct(points)
    for place, player, name, scored, value, quotient, t, valued, status in standings.rows:
        better = sum(it > berger[player] for it in berger.values())
        assert int(place.split("–")[0]) == better + 1
        assert (name, float(scored)) == (names[player], points[player])
        assert float(value) == berger[player]
        assert float(quotient) == pytest.approx(berger[player] / berger.total(), abs=0.0006)
        group = standings.column("Status").count("valued")
        assert status != "valued" or float(valued) == pytest.approx(group * float(t), abs=0.01)
    plain = office.table("standings", "club-1-2026", "--method", "points")
    assert plain.headings[5] == "p/P"
    for _, player, _, _, value, quotient, *_ in plain.rows:
        assert float(value) == points[player]
        assert float(quotient) == pytest.approx(points[player] / points.total(), abs=0.0006)


def test_the_quality_of_a_series_is_that_of_each_tournament(office: Office) -> None:
    """T of the standings below the name of the tournament; the operations give the places."""
    ids = ["club-1-2025", "club-1-2026"]
    of_each = {}
    for id_ in ids:
        standings, *groups = office.tables("standings", id_, "--operations")
        of_each[id_] = {row[1]: row[-2] or row[-1] for row in standings.rows}
        for group in groups:
            sums = group.title.partition("sums ")[2].split(", ")
            assert group.headings == ["Id", "Name", *(f"s{n}" for n in range(1, len(sums) + 1))]
            assert group.column("Name") == [facts().shown(it) for it in group.column("Id")]
            for heading, total in zip(group.headings[2:], sums, strict=True):
                numbers = [int(it.split()[0]) for it in group.column(heading)]
                assert sum(numbers) == int(total)
                assert [int(it.split("(")[1].rstrip(")")) for it in group.column(heading)] == [
                    1 + sum(other > number for other in numbers) for number in numbers
                ]
    table = office.table("standings", *ids, "--series")
    assert table.headings == ["Id", "Name", *ids]
    for player, name, *qualities in table.rows:
        assert name == facts().shown(player)
        assert qualities == [of_each[id_].get(player, "no games") for id_ in ids]


def test_a_file_is_shown_with_its_crosstable(office: Office, tmp_path: Path) -> None:
    """As the lines of the TRF have it: number, name, rating, opponents with colours, points."""
    waiting = Files(District()).pending[0]
    (tmp_path / waiting.name).write_bytes(waiting.content)
    lines = [it for it in waiting.content.decode().splitlines() if it.startswith("001")]
    arguments = ("--pool", "district", "--dry-run", "--no-questions")
    table = office.table("import", "auto", str(tmp_path / waiting.name), *arguments)
    assert table.headings[:4] == ["No.", "Player", "Register", "In the file"]
    assert table.headings[4:] == ["1", "2", "3", "4", "5", "Pts"]
    signs = {"1": "1", "0": "0", "=": "½"}
    for line, row in zip(lines, table.rows, strict=True):
        results = [line[91 + 10 * n :][:8].split() for n in range(5)]
        assert row[:2] == [line[4:8].strip(), line[14:47].strip()]
        assert row[3] == f"FIDE {line[48:52].strip()}"
        assert row[4:9] == [f"{who}{colour}{signs[sign]}" for who, colour, sign in results]
        assert row[9] == halves(float(line[80:84]))


def test_members_of_a_list_are_recognised(office: Office, tmp_path: Path) -> None:
    """One is known by name and year, and keeps the rating; another is new and brings one."""
    theo, known = "Turm, Theo", facts().players["d0118"]
    lines = ["Name;Geburtsjahr;DWZ", f"{theo};1970;1500-10"]
    lines += [f"{known['name']};{known['birth_year']};1900-4", "Summe;;"]
    (tmp_path / "members.csv").write_text("\n".join(lines), encoding="utf-8")
    asked = ("players", "add", str(tmp_path / "members.csv"), "--pool", "district", "--dry-run")
    table = office.table(*asked, "--all")
    left_out, carried_over, counted = office.lines(*asked, "--all")[-3:]
    assert left_out == "Row 4 is left out: Summe."
    assert carried_over.startswith("Ratings carried over hold in district from ")
    assert counted == "1 new, 1 known, 1 rating carried over: nothing was written."
    assert table.title == "Members"
    assert table.headings == ["Row", "Name", "Born", "Player", "Rating", "Known by"]
    (*new, nothing), (*old, reasons) = table.rows
    assert new == ["2", theo, "1970", "new", "1500-10"]
    assert old == ["3", known["name"], str(known["birth_year"]), "d0118", "keeps his own"]
    assert (nothing, reasons) == ("", f"same name, born {known['birth_year']}")


def test_a_list_of_fide_is_compared_with_the_register(office: Office, tmp_path: Path) -> None:
    """A number for a player of the same name, and another federation of one with his number."""
    here, away = facts().players["d0118"], facts().players["d0007"]
    lines = [
        fide_line("900001", here["name"], "GER", 1700, here["birth_year"]),
        fide_line(away["ids"]["fide"], away["name"], "AUT", 1800, away["birth_year"]),
    ]
    (tmp_path / "fide.txt").write_bytes(fide(lines))
    asked = ("sync", "fide", str(tmp_path / "fide.txt"), "--list-date", "2026-10-01")
    links, changes = office.tables(*asked, "--dry-run")
    headings = ["Line", "Number", "Name", "Born", "Fed", "Register", "What"]
    assert links.title == "1 × link: a number for a player of the same name"
    assert links.headings == changes.headings == headings
    (link,), (change,) = links.rows, changes.rows
    assert link[:6] == ["2", "900001", here["name"], str(here["birth_year"]), "GER", "d0118"]
    assert link[6].startswith("fide none → 900001; same name")
    assert change[:2] == ["3", away["ids"]["fide"]]
    assert change[4:] == ["AUT", "d0007", "federation GER → AUT"]


def test_a_calculation_shows_the_games_and_every_number_of_points(office: Office) -> None:
    """A win, a forfeit, which does not count, and an open game, of which the rating is unknown."""
    ratings = {it.player: it for it in rating_list(office.database, "district")}
    asked = ("calculate", "district", "d0118", "d0087=1", "d0100=+", "d0300=")
    games, points = office.tables(*asked)
    assert games.headings == ["Opponent", "Rating", "Points", "Does not count"]
    assert games.rows == [
        [facts().shown("d0087"), str(ratings["d0087"].rating), "1", ""],
        [facts().shown("d0100"), str(ratings["d0100"].rating), "1", _FORFEIT],
        [facts().shown("d0300"), "", "", ""],
    ]
    assert points.headings == ["Points", "New rating", "Change"]
    assert points.column("Points") == ["2", "2½", "3"]
    for _, card, change in points.rows:
        assert f"{int(card.split('-')[0]) - ratings['d0118'].rating:+}" == change
    games, _ = office.tables(*asked[:4])
    assert games.headings == ["Opponent", "Rating", "Points"]


_FORFEIT = "DWZ 2014 4.2: not played (forfeit)"


def test_several_files_have_a_line_each(office: Office, tmp_path: Path) -> None:
    """Players and games as the lines of the TRF have them, and the outcome."""
    expected = []
    for number, it in enumerate(Files(District()).pending[:2]):
        (tmp_path / f"{number}.trf").write_bytes(it.content)
        lines = [line for line in it.content.decode().splitlines() if line.startswith("001")]
        games = sum(line[91:].split().count(colour) for line in lines for colour in "w")
        byes = sum("0000" in line[91:] for line in lines)
        expected.append([f"{number}.trf", str(len(lines)), str(games + byes), "0"])
    asked = ("auto", str(tmp_path), "--pool", "district", "--dry-run", "--no-questions")
    *_, table = office.tables("import", *asked)
    assert table.title == "2 files"
    assert table.headings == ["File", "Tournament", "Players", "Games", "Appended", "Outcome"]
    assert [[row[0], *row[2:5]] for row in table.rows] == expected
    assert all(row[5].startswith("Refused: ") for row in table.rows)


def test_a_player_is_named_by_the_id_only_if_the_name_is_withheld(office: Office) -> None:
    """Or if ids are asked for; the entry of the register has a line for each field."""
    assert office.lines("player", "district", "d0118")[0] == facts().shown("d0118")
    assert office.lines("player", "district", "d0118", "--ids")[0].endswith(" (d0118)")
    assert office.lines("player", "district", WITHHELD)[0] == f"(withheld) ({WITHHELD})"
    data, listed = facts().players["d0007"], rating_list(office.database, "district")
    rating = {it.player: it for it in listed}["d0007"]
    assert office.lines("players", "show", "d0007")[:7] == [
        f"{data['name']} (d0007)",
        f"  Born: {data['birth_year']}",
        f"  Sex: {data['sex']}",
        "  Federation: GER",
        f"  Club: {facts().club('d0007', DAYS['district'])}",
        "  Numbers: " + ", ".join(f"{it.upper()} {id_}" for it, id_ in data["ids"].items()),
        f"  In district: {rating.card['rating']}-{rating.card['index']} (valid)",
    ]


def test_results_leave_a_narrow_row_first_then_the_tie_breaks(office: Office) -> None:
    """With 100 columns the tie-breaks of a Swiss are in the row, with 80 beneath it."""
    asked = ("crosstable", "district", "easter-2026")
    _, wide, _, beneath, *_ = office.lines(*asked, width=100)
    assert wide.split()[:4] == ["Name", "Points", "Buchholz", "Sonneborn-Berger"]
    assert beneath.startswith("    1: ")
    _, narrow, _, beneath, *_ = office.lines(*asked, width=80)
    assert narrow.split() == ["Name", "Points", "Before", "After", "Change"]
    assert beneath.startswith("    Buchholz: ")


def test_a_list_about_to_be_published_is_counted(office: Office) -> None:
    """The readings of a rulebook are indented below it, their meanings below these."""
    players = len(rating_list(office.database, "district"))
    shown = office.lines("publish", "district", "--on", "2026-10-09", "--dry-run")
    assert shown[0].startswith("The list of 2026-10-09 is published at position ")
    assert shown[0].endswith(f": {players} players.")
    title, document, _, reading, meaning, *_ = office.lines("rulebooks", "dwz-2014")
    assert title == "dwz-2014"
    assert [len(it) - len(it.lstrip()) for it in (document, reading, meaning)] == [4, 4, 8]
    says = {it: " ".join(office.lines("rulebooks", it)) for it in ("dwz-2026", "lask-1970")}
    assert "written as rating, index. Converts ratings of dwz-1995, dwz-2014. " in says["dwz-2026"]
    assert "Converts" not in says["lask-1970"]


FLUSH = {
    ("ratings", "district", "--with", "games_of_year,place_before,change"): [
        ["Place", "Games", "Change", "Place before"]
    ],
    ("tournaments", "district", "--all"): [["Players", "Games"]],
    ("tournament", "district", "easter-2026"): [
        ["Points", "Games", "We", "E", "Rh", "Rp"],
        [],
        [],
    ],
    ("tournament", "fide", "westfalen-2026"): [["W", "PD", "ΔR", "K", "K·ΔR", "Rp"]],
    ("crosstable", "district", "easter-2026"): [
        ["Points", "Buchholz", "Sonneborn-Berger", "Before", "After", "Change"]
    ],
    ("standings", "club-1-2026", "--operations"): [
        ["Points", "t", "T"],
        ["s1", "s2", "s3", "s4"],
    ],
    ("profile", "district", "d0118"): [
        ["Games", "Points", "Won", "Drawn", "Lost"],
        ["Points", "Games", "Before", "After", "Change"],
        ["Games", "Points", "Won", "Drawn", "Lost"],
    ],
    ("review", "district"): [
        ["Before", "After", "Change"],
        ["First", "Second", "Third"],
        ["Expected"],
        ["Games", "Points"],
        ["Games", "Won", "Drawn"],
        [],
        [],
    ],
}


@pytest.mark.parametrize("asked", FLUSH)
def test_numbers_end_below_each_other(office: Office, asked: tuple[str, ...]) -> None:
    """Unless all are of one length; cards and words begin below each other."""
    assert [it.flush for it in office.tables(*asked)[: len(FLUSH[asked])]] == FLUSH[asked]


def test_accounts_are_listed_with_their_roles(office: Office) -> None:
    table = office.table("account", "list")
    assert table.headings == ["Account", "Role", "Rating lists", "Password", "Opened", "Closed"]
    assert [row[:4] for row in table.rows] == [
        ["Bezirksspielleiter", "officer", "", "no"],
        ["Turnierleiter Falkensee", "arbiter", "", "no"],
    ]


def test_a_refusal_is_broken_between_words(district: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 30 columns the id of a tournament that is not there is in one piece."""
    asked = ("--database", district, "games", "schnellschach-grand-prix")
    lines = shown_beside(monkeypatch, 30, b"", *asked)
    assert lines[0].startswith("refused: ")
    assert len(lines) > 1
    assert max(map(len, lines)) <= 30
    assert any("schnellschach-grand-prix" in line for line in lines)
