"""The commands ``export tournament``, ``export ratings``, ``export evaluation`` as typed."""

from pathlib import Path

import pytest

from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import game, games, player, tournament, withheld

FORMS = [
    *(("tournament", "cup", "--as", form) for form in ("trf16", "trf26", "csv", "jsonl")),
    *(("ratings", "dwz", "--as", form) for form in ("csv", "xlsx-csv", "json")),
    *(("evaluation", "dwz", "cup", "--as", form) for form in ("csv", "html", "xlsx")),
]


@pytest.fixture
def registered(ledger: ExportLedger) -> ExportLedger:
    ledger.append(
        player("anna"),
        player("bert", name="Bär, Bert"),
        tournament("cup", "1996-04-01"),
        game("cup", "anna", "1-0", "bert", round=1),
    )
    return ledger


@pytest.mark.parametrize(
    ("stated", "written"), [((7, 5), ["5,Bär", "7,Anna"]), ((7, None), ["1,Anna", "2,Bär"])]
)
def test_start_numbers_are_those_on_record_if_everybody_has_one(
    registered: ExportLedger, stated: tuple[int | None, ...], written: list[str]
) -> None:
    entrants = [
        {"player": each, **({} if number is None else {"start_number": number})}
        for each, number in zip(("anna", "bert"), stated, strict=True)
    ]
    registered.append(
        tournament("open", "1996-05-01", entrants=entrants),
        game("open", "anna", "1-0", "bert", round=1),
    )
    text = registered.run("export", "tournament", "open", "--as", "csv").stdout
    players = text.partition("[players]")[2].partition("[games]")[0]
    numbered = [line.split(", ")[0] for line in players.replace('"', "").splitlines()]
    assert numbered[2:] == written


DEMANDED = (
    "warning: FIDE requires what is not on record: the city (022), the federation (032), "
    "the first day (042), the chief arbiter (102), the days of the rounds (132)\n"
)


@pytest.mark.parametrize("arguments", FORMS, ids=" ".join)
def test_standard_output_and_a_file_hold_the_same_bytes(
    registered: ExportLedger, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    path = tmp_path / "out"
    shown = registered.run("export", *arguments)
    kept = registered.run("export", *arguments, "--output", str(path))
    assert (shown.exit_code, kept.exit_code, kept.stdout_bytes) == (0, 0, b"")
    assert shown.stdout_bytes == path.read_bytes() != b""
    said = DEMANDED if "trf26" in arguments else ""
    assert (shown.stderr, kept.stderr) == (said, said)


def test_arbiters_of_a_typed_tournament_are_named_at_its_export(registered: ExportLedger) -> None:
    """The log has no names of arbiters: records 102 and 112 come from whoever exports."""
    asked = ("export", "tournament", "cup", "--as", "trf26", "--chief-arbiter", "Linde, Lea")
    done = registered.run(*asked, "--deputy", "Ulme, Udo", "--deputy", "Weide, Wim")
    lines = done.stdout.splitlines()
    assert [each for each in lines if each[:3] in {"102", "112"}] == [
        "102 Linde, Lea",
        "112 Ulme, Udo",
        "112 Weide, Wim",
    ]
    assert "chief arbiter" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tournament", "cop", "--as", "csv"), "there is no tournament 'cop'"),
        (("tournament", "cup", "--as", "csv", "--pool", "elo"), "there is no pool 'elo'"),
        (("tournament", "cup", "--as", "csv", "--pool", "mgsz"), "submitted to 'mgsz'"),
        (("ratings", "elo", "--as", "csv"), "there is no pool 'elo'"),
        (("evaluation", "dwz", "cop", "--as", "csv"), "there is no tournament 'cop'"),
        (("evaluation", "dwz", "cup", "--as", "csv", "--on", "1996-03-31"), "ended on 1996-04-01"),
    ],
)
def test_what_does_not_exist_is_refused(
    registered: ExportLedger, arguments: tuple[str, ...], says: str
) -> None:
    result = registered.run("export", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert says in result.stderr


def test_a_folder_that_is_not_there_is_told(registered: ExportLedger, tmp_path: Path) -> None:
    output = str(tmp_path / "nowhere" / "out")
    result = registered.run("export", "ratings", "dwz", "--as", "csv", "--output", output)
    assert result.exit_code == 1
    assert "refused: " in result.stderr


def test_a_form_that_is_unknown_is_wrong_usage(registered: ExportLedger) -> None:
    assert registered.run("export", "tournament", "cup", "--as", "pdf").exit_code == 2
    assert registered.run("export", "tournament", "cup").exit_code == 2


def test_a_tournament_is_written_as_it_was_known(registered: ExportLedger) -> None:
    before = registered.run("export", "tournament", "cup", "--as", "csv").stdout
    registered.append(*games("cup", "bert 1-0 anna"))
    again = registered.run("export", "tournament", "cup", "--as", "csv", "--known-at", "6").stdout
    assert again == before
    assert registered.run("export", "tournament", "cup", "--as", "csv").stdout != before


@pytest.mark.parametrize("arguments", FORMS, ids=" ".join)
def test_a_withheld_name_is_in_no_file(
    registered: ExportLedger, arguments: tuple[str, ...]
) -> None:
    registered.append(withheld("bert", "1990-01-01"))
    assert "Bär" not in registered.run("export", *arguments).stdout


def test_merged_players_are_one_in_every_file(registered: ExportLedger) -> None:
    registered.append(
        player("berti"),
        game("cup", "berti", "1-0", "anna", round=2),
        {
            "type": "players.merged",
            "data": {"keep": "bert", "drop": "berti", "reason": "one person"},
        },
    )
    lines = registered.lines("cup", "trf16")
    assert [line[14:47].rstrip() for line in lines if line.startswith("001")] == [
        "Anna, Test",
        "Bär, Bert",
    ]
    assert lines[-1].endswith("     1 b 0     1 w 1")


def test_a_corrected_birthday_is_the_one_that_is_written(registered: ExportLedger) -> None:
    wrong = player("cleo", birth_year=None, birth_date="1990-01-02", sex="m")
    registered.append(wrong, game("cup", "cleo", "1-0", "anna", round=2))
    replacement = {**wrong["data"], "birth_date": "1990-02-01", "sex": "f"}
    data = {"corrects": wrong["id"], "replacement": replacement, "reason": "swapped"}
    registered.append({"type": "correction.submitted", "id": "swap", "data": data})
    line = registered.lines("cup", "trf16")[-1]
    assert (line[9], line[69:79]) == ("w", "1990/02/01")
    strike = {"corrects": "swap", "replacement": None, "reason": "it was right"}
    registered.append({"type": "correction.submitted", "data": strike})
    line = registered.lines("cup", "trf16")[-1]
    assert (line[9], line[69:79]) == ("m", "1990/01/02")
