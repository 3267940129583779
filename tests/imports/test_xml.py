"""OpenGotha's files and the German federation's, and XML that is up to no good."""

from datetime import date

from ledger.events.facts import ThinkingTime
from tests.imports.tournament_files import (
    Result,
    dsb,
    dsb_game,
    dsb_player,
    errors,
    messages_of,
    opengotha,
    opengotha_game,
    result_of,
    valid_report,
)
from tests.tables import every

POINTS: dict[tuple[str, str], Result] = {
    ("1", "0"): (1, 0, True, None, "both"),
    ("0", "1"): (0, 1, True, None, "both"),
    ("0.5", "0.5"): (0.5, 0.5, True, None, "both"),
    ("0.5", "0"): (0.5, 0, True, None, "both"),
    ("0", "0"): (0, 0, True, None, "both"),
    ("+", "-"): (1, 0, False, "forfeit", "both"),
    ("-", "+"): (0, 1, False, "forfeit", "both"),
    ("-", "-"): (0, 0, False, "forfeit", "both"),
    ("0", "-"): (0, 0, True, None, "white"),
    ("-", "0"): (0, 0, True, None, "black"),
    ("0.5", "-"): (0.5, 0, True, None, "white"),
    ("0", "+"): (0, 1, True, None, "white"),
}


@every("points", POINTS)
def test_dsb_points_make_one_result(points: tuple[str, str]) -> None:
    (game,) = valid_report("dsb", dsb(dsb_game(*points))).games
    assert (game.white, game.black) == ("1", "2")
    assert result_of(game) == POINTS[points]


@every("points", [("1", "1"), ("1", "0.5"), ("+", "+"), ("1", "+"), ("2", "0"), ("", "0")])
def test_dsb_points_that_cannot_be_are_refused(points: tuple[str, str]) -> None:
    """The federation's own schema lets 1:1 pass."""
    (only,) = [issue for issue in errors("dsb", dsb(dsb_game(*points))) if issue.line]
    assert only.line == 6


@every(("points", "worth"), [("+", 1.0), ("1", 1.0), ("0.5", 0.5), ("-", 0.0)])
@every("colour", ["White", "Black"])
def test_a_dsb_game_without_an_opponent_is_a_bye(points: str, worth: float, colour: str) -> None:
    other = "Black" if colour == "White" else "White"
    free = (
        f"<game><round>2</round><tournamentPlayerNumber{colour}>3</tournamentPlayerNumber{colour}>"
        f"<none{other}Player>true</none{other}Player><point{colour}>{points}</point{colour}>"
        f"<point{other}>-</point{other}></game>"
    )
    _, bye = valid_report("dsb", dsb(dsb_game("1", "0") + free)).games
    assert (bye.white, bye.black) == ("3", None)
    assert result_of(bye) == (worth, 0, False, "bye", "both")


def test_a_dsb_tournament_is_read() -> None:
    report = valid_report("dsb", dsb(dsb_game("1", "0")))
    assert report.key == "dsb-0a1b2c3d-0000-4000-8000-00000000beef"
    assert (report.name, report.place) == ("Stadtmeisterschaft", "Neustadt")
    assert (report.starts_on, report.ended_on) == (date(2026, 6, 20), date(2026, 6, 28))
    assert (report.system, report.rounds) == ("swiss", 3)
    assert report.thinking_time == ThinkingTime(minutes=120.0, increment_seconds=30.0)


def test_a_dsb_player_is_read_with_his_numbers() -> None:
    more = (
        "<dsbId>NU1234567</dsbId><vkz>60101</vkz><numberClubMember>17</numberClubMember>"
        "<fideId>4600001</fideId><fideRating>1999</fideRating><sex>w</sex>"
        "<dobDate>1990-05-06</dobDate><club>SK Neustadt</club>"
    )
    people = dsb_player(1, more) + dsb_player(2)
    player = valid_report("dsb", dsb(dsb_game("1", "0"), players=people)).players[0]
    assert player.ids == {"dsb": "NU1234567", "fide": "4600001", "zps": "60101-17"}
    assert (player.name, player.sex, player.club) == ("Spieler1, Otto", "f", "SK Neustadt")
    assert (player.birth_date, player.ratings) == (date(1990, 5, 6), {"FIDE": 1999})


@every(
    "people",
    [
        dsb_player(1) + dsb_player(1) + dsb_player(2),  # a number twice: the schema lets it pass
        dsb_player(1),  # a reference to nobody: likewise
        dsb_player(1) + dsb_player(2).replace("<dobYear>1990</dobYear>", ""),
        dsb_player(1) + dsb_player(2, "<dobDate>1991-01-01</dobDate>"),
        dsb_player(1) + dsb_player(2).replace(">2<", ">two<"),
    ],
    ids=["twice", "dangling", "no year", "another year", "no number"],
)
def test_dsb_players_that_cannot_be_are_refused(people: str) -> None:
    assert errors("dsb", dsb(dsb_game("1", "0"), players=people))


@every("missing", ["endDate", "label"])
def test_a_dsb_tournament_without_end_or_name_is_refused(missing: str) -> None:
    content = dsb(dsb_game("1", "0")).decode().replace(missing, "somethingElse")
    assert errors("dsb", content.encode())


RESULTS: dict[str, Result] = {
    "RESULT_WHITEWINS": (1, 0, True, None, "both"),
    "RESULT_BLACKWINS": (0, 1, True, None, "both"),
    "RESULT_EQUAL": (0.5, 0.5, True, None, "both"),
    "RESULT_BOTHWIN": (1, 1, True, None, "both"),
    "RESULT_BOTHLOSE": (0, 0, False, "double-loss", "both"),
    "RESULT_WHITEWINS_BYDEF": (1, 0, False, "forfeit", "both"),
    "RESULT_BLACKWINS_BYDEF": (0, 1, False, "forfeit", "both"),
    "RESULT_EQUAL_BYDEF": (0.5, 0.5, False, "forfeit", "both"),
    "RESULT_BOTHWIN_BYDEF": (1, 1, False, "forfeit", "both"),
    "RESULT_BOTHLOSE_BYDEF": (0, 0, False, "forfeit", "both"),
}


@every("result", RESULTS)
def test_opengothas_results_one_by_one(result: str) -> None:
    (game,) = valid_report("opengotha", opengotha(opengotha_game(result, 2))).games
    assert (game.white, game.black, game.stones, game.round) == ("1", "2", 2, 1)
    assert result_of(game) == RESULTS[result]


@every("result", ["RESULT_UNKNOWN", "RESULT_UNKNOWN_BYDEF", ""])
def test_an_opengotha_game_without_result_is_refused(result: str) -> None:
    assert errors("opengotha", opengotha(opengotha_game(result)))


def test_an_opengotha_tournament_is_read() -> None:
    bye = '<ByePlayer roundNumber="1" player="KOVÁCSÉVA"/>'
    report = valid_report("opengotha", opengotha(opengotha_game("RESULT_WHITEWINS"), bye))
    assert (report.name, report.ended_on, report.board) == ("Kupa", date(2024, 3, 3), 19)
    assert report.thinking_time == ThinkingTime(minutes=60.0, overtime="japanese", seconds=30.0)
    assert [player.grade for player in report.players] == ["2d", "1k", "5k"]
    assert report.players[0].ids == {"egd": "10000001"}
    assert result_of(report.games[1]) == (1, 0, False, "bye", "both")


def league(*games: str) -> bytes:
    """Three teams of two as OpenGotha has them; a game is round, table, White and Black."""
    people = [f"{surname}{first}" for surname in ("Akos", "Bodo", "Cili") for first in "XY"]
    players = "".join(
        f'<Player name="{it[:-1]}" firstName="{it[-1]}" rank="5K"/>' for it in people
    )
    played = "".join(
        f'<Game roundNumber="{round_}" tableNumber="{table}" whitePlayer="{white.upper()}" '
        f'blackPlayer="{black.upper()}" handicap="0" knownColor="true" result="RESULT_WHITEWINS"/>'
        for round_, table, white, black in map(str.split, games)
    )
    teams = "".join(
        f'<Team teamName="{name}" teamNumber="{number}">'
        + "".join(
            f'<Board boardNumber="{1 + place}" player="{name.upper()}{"XY"[place]}" '
            f'roundNumber="{round_}"/>'
            for round_ in (1, 2)
            for place in (0, 1)
        )
        + "</Team>"
        for name, number in (("Akos", 2), ("Bodo", 1), ("Cili", 3))
    )
    content = opengotha(played, players=players)
    return content.replace(b"</Games>", f"</Games><Teams>{teams}</Teams>".encode())


MATCHES = ("1 1 AkosX BodoX", "1 2 BodoY AkosY", "2 3 CiliX AkosX", "2 4 AkosY CiliY")


def test_the_teams_of_opengotha_have_their_players_and_boards() -> None:
    report = valid_report("opengotha", league(*MATCHES))
    assert report.system == "team"
    assert [(it.number, it.name) for it in report.teams] == [(2, "Akos"), (1, "Bodo"), (3, "Cili")]
    assert [each.table_line.team for each in report.players] == [2, 2, 1, 1, 3, 3]
    assert [game.board for game in report.games] == [1, 2, 1, 2]


@every("games", [("1 1 AkosX BodoX", "1 2 CiliY AkosY"), ("1 1 AkosX AkosY",)])
def test_teams_whose_players_were_paired_singly_are_left_out(games: tuple[str, ...]) -> None:
    report = valid_report("opengotha", league(*games))
    assert (report.system, report.teams, report.games[0].board) == ("swiss", (), 1)
    warnings = messages_of("opengotha", league(*games), "warning")
    assert any("the teams of the file are left out" in each for each in warnings)


def test_a_member_of_two_teams_is_doubted() -> None:
    content = league(*MATCHES).replace(b'player="CILIY"', b'player="BODOY"')
    (told,) = (it for it in messages_of("opengotha", content, "warning") if "team" in it)
    assert told.startswith("team Cili: there is no player BODOY, or he is in another team, too")


@every(("name", "key"), [("Ali", "ALİ"), ("Alı", "ALI"), ("ALİ", "ALI")])
def test_an_opengotha_file_of_a_turkish_computer_is_read(name: str, key: str) -> None:
    """There the capital of i is İ, and that of ı is I."""
    content = opengotha(opengotha_game("RESULT_WHITEWINS")).decode()
    content = content.replace('name="Kis"', f'name="{name}"').replace("KISBELA", f"{key}BELA")
    report = valid_report("opengotha", content.encode())
    assert [(game.white, game.black) for game in report.games] == [("1", "2")]
    assert report.players[1].name == f"{name}, Bela"


def test_canadian_overtime_of_opengotha_is_a_time_for_so_many_stones() -> None:
    """The program writes 300 seconds for 15 stones."""
    content = opengotha(opengotha_game("RESULT_WHITEWINS")).decode()
    own = 'complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300" nbMovesCanTime="15"'
    content = content.replace('complementaryTimeSystem="STDBYOYOMI"', own)
    report = valid_report("opengotha", content.encode())
    assert report.komi == 6.5
    assert report.thinking_time == ThinkingTime(
        minutes=60.0, overtime="canadian", stones=15, overtime_minutes=5.0
    )


def test_opengotha_namesakes_cannot_be_told_apart() -> None:
    twice = '<Player name="Nagy" firstName="Anna" rank="2D"/>' * 2
    found = errors("opengotha", opengotha(opengotha_game("RESULT_EQUAL"), players=twice))
    assert any("rename" in issue.message for issue in found)


def test_an_opengotha_game_of_a_stranger_is_refused() -> None:
    game = opengotha_game("RESULT_EQUAL").replace("KISBELA", "NOBODY")
    (only,) = [
        each for each in errors("opengotha", opengotha(game)) if "blackPlayer" in each.message
    ]
    assert only.line == 4


def test_a_preliminary_registration_without_a_game_is_no_player() -> None:
    content = opengotha(opengotha_game("RESULT_EQUAL")).decode()
    waiting = '<Player name="Toth" firstName="I" rank="3K" registeringStatus="PRE"/></Players>'
    changed = content.replace("</Players>", waiting).encode()
    assert len(valid_report("opengotha", changed).players) == 3
    assert any(
        "preliminary" in message for message in messages_of("opengotha", changed, "adjusted")
    )


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]><DSB_DWZ_TournamentReport>&c;</DSB_DWZ_TournamentReport>'
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><Tournament>&a;</Tournament>'


@every("format_", ["dsb", "opengotha"])
@every("text", [LAUGHS, OUTSIDE], ids=["entities", "external"])
def test_entities_and_anything_external_are_refused(format_: str, text: str) -> None:
    (only,) = errors(format_, text.encode())
    assert "DTD" in only.message


@every(
    "text",
    [
        "<a>" * 5_000,
        "<Tournament>",
        "<Tournament/><x/>",
        "not XML",
        '<?xml version="1.0" encoding="x-y"?><a/>',
    ],
)
def test_broken_xml_is_refused(text: str) -> None:
    for format_ in ("dsb", "opengotha"):
        assert errors(format_, text.encode())
