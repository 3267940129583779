"""SwissPerfect, whose tournament lies in three files."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import attrs

from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import SuppliedDetails, TournamentReport
from ledger.importing.request import files_in, read_file
from tests.imports.import_ledger import ImportLedger
from tests.imports.swissperfect_files import (
    ABOUT,
    ANNA,
    PEOPLE,
    RESULTS,
    archive,
    players,
    results,
    swissperfect,
)
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2010, 1, 31))


def read(content: bytes) -> TournamentReport:
    return valid_report("swissperfect", content, SAID)


def refusal(content: bytes) -> str:
    return errors("swissperfect", content, SAID)[0].message


def test_a_tournament_of_swissperfect_is_read() -> None:
    report = read(swissperfect())
    assert (report.name, report.system, report.rounds) == ("Féile Cup", "swiss", 3)
    found = [(game.round, game.white, game.black, result_of(game)) for game in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "11", "12", (1, 0, True, None, "both")),
        (1, "13", "14", (0.5, 0.5, True, None, "both")),
        (2, "12", "13", (0, 1, True, None, "both")),
        (2, "14", "11", (0, 1, False, "forfeit", "both")),
        (3, "11", "13", (0, 1, True, None, "both")),
        (3, "12", None, (0.5, 0, False, "bye", "both")),
        (3, "14", None, (1, 0, False, "bye", "both")),
    ]
    assert found == expected


def test_players_have_their_figures_and_empty_records_are_nobody() -> None:
    anna, *others = read(swissperfect()).players
    assert (anna.number, anna.name, anna.sex, anna.federation) == ("11", "Ahorn, Änne", "f", "IRL")
    assert (anna.birth_date, anna.club) == (date(1970, 1, 31), "Rathmines")
    assert anna.title == "WFM"
    assert (anna.ids, anna.ratings) == ({"fide": "2500001"}, {"FIDE": 2100})
    assert [each.name for each in others] == ["Buche, Bert", "Esche, Eva", "Fichte"]


@every(
    ("game", "expected"),
    [
        ((2, 0, 1, 1), (1, 0, True, None, "both")),
        ((1, 0, 1, 1), (0.5, 0, True, None, "both")),
        ((2, 0, 1, 0), (1, 0, False, "forfeit", "both")),
        ((0, 0, 2, 2), (0, 0, False, "forfeit", "both")),
    ],
    ids=["played", "half a point alone", "one type is another", "nobody came"],
)
def test_a_game_is_played_where_both_types_say_so(
    game: tuple[int, int, int, int], expected: Result
) -> None:
    report = read(swissperfect(games=[(1, 11, 12, *game), *RESULTS[1:]]))
    assert result_of(report.games[0]) == expected


@every(
    ("game", "says"),
    [
        ((1, 11, 12, 0, 0, 0, 0), "11 – 12 (round 1)"),
        ((1, 11, 12, 2, 2, 1, 1), "more than one point"),
        ((1, 11, 12, 4, 0, 1, 1), "W_SCORE '4'"),
        ((0, 11, 12, 2, 0, 1, 1), "ROUND '0'"),
        ((1, 11, 99, 2, 0, 1, 1), "player 99"),
        ((2, 11, 12, 2, 0, 1, 1), "has 2 games in round 2"),
    ],
)
def test_a_result_that_cannot_be_is_refused(
    game: tuple[int, int, int, int, int, int, int], says: str
) -> None:
    assert says in refusal(swissperfect(games=[game, *RESULTS[1:]]))


def test_what_belongs_to_no_game_or_no_register_is_named() -> None:
    people = ({**ANNA, "BONUS": "0.5", "LOC_ID": "4711"}, *PEOPLE[1:])
    warnings = messages_of("swissperfect", swissperfect(people), "warning", SAID)
    assert "bonus points belong to no game and are left out: 11" in warnings
    assert any("LOC_ID" in each for each in warnings)


@every("more", ["Team or Individual=1", "Multi Games=2"])
def test_what_is_not_known_of_teams_and_of_matches_is_refused(more: str) -> None:
    assert "declares teams, or several games" in refusal(swissperfect(more=more))


def test_the_last_day_has_to_be_said() -> None:
    assert any("last day" in each.message for each in errors("swissperfect", swissperfect()))


@every(
    ("files", "says"),
    [
        ({"cup.trn": players()}, "there is no .sco in the archive"),
        (
            {"cup.sco": results(), "a.sco": results(), "a.trn": players()},
            "cup.sco: the names of the files of one tournament differ by the ending only",
        ),
        (
            {"a.ini": ABOUT.encode("cp1252"), "b.trn": players(), "c.sco": results()},
            "b.trn, c.sco:",
        ),
        (
            {f"{n}{ending}": b"" for n in range(21) for ending in (".trn", ".sco")},
            "and 37 more: the names",
        ),
        (
            {"cup.trn": players(), "cup.sco": players()},
            ".sco is not SwissPerfect's, for it has no BLACK",
        ),
        ({"cup.trn": b"001", "cup.sco": results()}, ".trn is not a table of dBase III"),
        (
            {"cup.trn": players()[:-40], "cup.sco": results()},
            "or has been cut off: copy it again",
        ),
    ],
)
def test_an_archive_without_one_tournament_is_refused(
    files: Mapping[str, bytes], says: str
) -> None:
    assert says in refusal(archive(files))


def test_one_of_several_tournaments_in_an_archive_is_given_by_its_name() -> None:
    autumn = ABOUT.replace("Féile Cup", "Autumn").encode("cp1252")
    files = {"a.ini": autumn, "a.trn": players(), "a.sco": results(RESULTS[:2])}
    content = archive({**files, "b/a.trn": players(), "B/A.sco": results()})
    assert "there are 2 tournaments in the file: give one as --name (Autumn, b/a)" in refusal(
        content
    )
    for name, games in (("Autumn", 2), ("b/a", 7)):
        report = valid_report("swissperfect", content, attrs.evolve(SAID, name=name))
        assert (report.name, len(report.games)) == (name, games)


def test_a_name_may_end_in_a_point_and_have_capitals(tmp_path: Path) -> None:
    files = {"Club Inter..trn": players(), "CLUB INTER..SCO": results()}
    assert detect_format(archive(files)) == "swissperfect"
    assert (
        len(valid_report("swissperfect", archive(files), attrs.evolve(SAID, name="X")).games) == 7
    )
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert [Path(each).name for each in files_in((str(tmp_path),))] == ["Club Inter..trn"]


@every("part", [players(), results()])
def test_one_of_the_files_alone_is_known_and_asked_to_bring_the_others(part: bytes) -> None:
    assert detect_format(part) == "swissperfect"
    assert "pack the .ini, .trn and .sco" in refusal(part)


def test_hidden_files_of_the_archive_are_passed_over() -> None:
    files = {"cup/cup.TRN": players(), "cup/cup.SCO": results(), "__MACOSX/cup/._cup.trn": b"\0"}
    content = archive(files)
    assert detect_format(content) == "swissperfect"
    report = valid_report("swissperfect", content, attrs.evolve(SAID, name="Cup"))
    assert len(report.games) == len(RESULTS)


def test_the_others_are_taken_from_beside_the_players(tmp_path: Path) -> None:
    for name, content in {"Cup.trn": players(), "Cup.SCO": results(), "x.sco": b"x"}.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "Cup.ini").write_text(ABOUT, encoding="cp1252")
    named = [*files_in((str(tmp_path),))]
    assert [Path(each).name for each in named] == ["Cup.trn", "x.sco"]
    packed = read_file(named[0]).content
    assert packed is not None
    assert packed == read_file(named[0]).content
    assert read(packed).games == read(swissperfect()).games


def test_the_players_file_is_imported_with_the_others(ledger: ImportLedger) -> None:
    for ending, content in ((".sco", results()), (".ini", ABOUT.encode("cp1252"))):
        ledger.write_file(f"cup{ending}", content)
    path = ledger.write_file("cup.trn", players())
    said = ("--ended-on", "2010-01-31", "--register-new")
    assert ledger.import_file("auto", path, *said)["appended"] > 0
    assert ledger.import_file("auto", path, *said)["appended"] == 0
