"""A file without a key that looks like a tournament in the ledger: the submitter is asked."""

import pytest

from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import HEAD, dsb, dsb_game
from tests.imports.versions import MORE, PEOPLE, ROUNDS, SLIP, Cells, changed, handed_in, open_

OTHER_NAME = ("012 Autumn Open", *HEAD[1:])


def tournaments(ledger: ImportLedger) -> int:
    return sum(event["type"] == "tournament.submitted" for event in ledger.log())


def test_a_file_that_looks_like_a_tournament_asks(either_ledger: ImportLedger) -> None:
    name = handed_in(either_ledger, open_(MORE))
    late = ("052 2024/03/09", *HEAD[:-1])
    document = changed(either_ledger, open_(MORE, head=late, p2="Buche, Bert"), status=1)
    message = document["problems"][0]["message"]
    assert "this looks like Spring Open (100% of the results are the same, ended 2024-" in message
    assert f"--same-as {name}" in message
    assert "--another" in message


def test_four_fifths_of_the_results_are_enough(ledger: ImportLedger) -> None:
    handed_in(ledger, open_(MORE))
    one_of_six = {**MORE, 1: [*SLIP[1], MORE[1][2]], 3: [*SLIP[3], MORE[3][2]]}
    document = changed(ledger, open_(one_of_six, head=OTHER_NAME), status=1)
    assert "Spring Open (83% of the results" in document["problems"][0]["message"]


def test_three_quarters_of_the_results_are_not(ledger: ImportLedger) -> None:
    handed_in(ledger, open_(ROUNDS))
    document = changed(ledger, open_(SLIP, head=OTHER_NAME), status=1)
    assert not any("looks like" in each["message"] for each in document["problems"])


def test_a_first_report_of_the_first_rounds_is_not_taken_for_the_whole(
    ledger: ImportLedger,
) -> None:
    handed_in(ledger, open_(ROUNDS))
    document = changed(ledger, open_(MORE, head=OTHER_NAME), status=1)
    assert not any("looks like" in each["message"] for each in document["problems"])


@pytest.mark.parametrize("again", [SLIP, MORE], ids=["a slip", "a round more"])
def test_the_same_name_days_and_players_always_ask_whatever_the_results(
    ledger: ImportLedger, again: Cells
) -> None:
    handed_in(ledger, open_(ROUNDS))
    document = changed(ledger, open_(again), "--register-new", status=1)
    message = document["problems"][0]["message"]
    assert "this looks like Spring Open (the same name, days and players, " in message
    assert "--same-as" in message
    assert tournaments(ledger) == 1


def test_the_same_name_on_other_days_does_not_ask(ledger: ImportLedger) -> None:
    handed_in(ledger, open_(ROUNDS))
    head = (*HEAD[:3], "042 2024/03/02", HEAD[4])
    document = changed(ledger, open_(SLIP, head=head), status=1)
    assert not any("looks like" in each["message"] for each in document["problems"])


def test_a_second_export_with_a_new_number_of_the_tournament_asks(ledger: ImportLedger) -> None:
    """League managers write a new tournamentUUID on every export."""
    games = dsb_game("1", "0")
    first = ledger.write_file("one.xml", dsb(games))
    ledger.import_file("dsb", first, "--register-new")
    again = dsb(dsb_game("0.5", "0.5")).replace(b"00000000beef", b"00000000feed")
    second = ledger.write_file("two.xml", again)
    document = ledger.import_file("dsb", second, "--register-new", status=1)
    assert any("the same name, days and players" in e["message"] for e in document["problems"])
    assert tournaments(ledger) == 1


@pytest.mark.parametrize("day", ["2024/03/11", "2024/02/24"])
def test_more_than_a_week_apart_is_another_tournament(ledger: ImportLedger, day: str) -> None:
    handed_in(ledger, open_())
    head = (*HEAD[:3], f"042 {day}", f"052 {day}")
    document = changed(ledger, open_(head=head), status=1)
    assert not any("looks like" in each["message"] for each in document["problems"])


def test_what_is_the_same_stays_the_same_when_its_second_file_comes_again(
    ledger: ImportLedger,
) -> None:
    name = handed_in(ledger, open_())
    document = changed(ledger, open_(SLIP), "--same-as", name)
    assert [each["field"] for each in document["changes"]] == ["white_points", "black_points"]
    assert tournaments(ledger) == 1
    assert changed(ledger, open_(SLIP))["appended"] == 0
    first = ledger.import_file("trf", str(ledger.folder / "first.txt"))
    assert len(first["changes"]) == 2


def test_another_tournament_is_another_however_alike(ledger: ImportLedger) -> None:
    name = handed_in(ledger, open_())
    links = [word for number in PEOPLE for word in ("--link", f"{number}={name}-p{number}")]
    document = changed(ledger, open_() + b"\n", "--another", *links)
    assert document["tournament"]["tournament"] != name
    assert tournaments(ledger) == 2
    assert changed(ledger, open_() + b"\n")["appended"] == 0


def test_the_same_as_require_ledger_and_is_about_one_file(ledger: ImportLedger) -> None:
    document = changed(ledger, open_(), "--register-new", "--same-as", "nowhere", status=1)
    assert "no such tournament" in document["problems"][0]["message"]
    file_paths = [ledger.write_file(name, open_()) for name in ("a", "b")]
    several = ledger.run("import", "trf", *file_paths, "--pool", "house", "--same-as", "a")
    both = ledger.run(
        "import", "trf", file_paths[0], "--pool", "house", "--same-as", "a", "--another"
    )
    others = ledger.run("import", "trf", *file_paths, "--pool", "house", "--another")
    assert (several.exit_code, both.exit_code, others.exit_code) == (2, 1, 2)


def test_a_tournament_handed_in_without_a_file_is_recognised_as_well(
    either_ledger: ImportLedger,
) -> None:
    """Appended line by line, it has no entrants and names the players in its games."""
    for number, person in PEOPLE.items():
        either_ledger.register(f"p{number}", person)
    cup = {"tournament": "cup", "name": "Cup", "pools": ["house"], "discipline": "chess"}
    cup |= {"format": "swiss", "ended_on": "2024-03-02"}
    either_ledger.append({"type": "tournament.submitted", "id": "cup", "data": cup})
    played = [(1, 1, 2, 1, 0), (1, 3, 4, 1, 0), (2, 3, 1, 0.5, 0.5), (2, 2, 4, 1, 0)]
    for number, (round_, white, black, *points) in enumerate(played):
        game = {"game": f"cup-{number}", "tournament": "cup", "round": round_}
        game |= {"white": f"p{white}", "black": f"p{black}"}
        game |= {"white_points": points[0], "black_points": points[1]}
        either_ledger.append({"type": "game.submitted", "id": f"cup-{number}", "data": game})
    document = changed(either_ledger, open_(), status=1)
    assert "looks like Cup (100% of the results" in document["problems"][0]["message"]
    document = changed(either_ledger, open_(), "--same-as", "cup")
    assert {each["what"] for each in document["changes"]} == {"tournament", "entrant"}
    assert changed(either_ledger, open_())["appended"] == 0


CUP = b"No.;Name;1;2;3;Pts\n1;Adler, Anna;*;1;1;2\n2;Berg, Bruno;0;*;1;1\n3;Cohn, Carla;0;0;*;0\n"
"""A crosstable as a spreadsheet has it: it tells neither its name nor its days."""
SAID = ("--system", "round-robin", "--minutes", "90", "--country", "GER", "--accept", "names")


def cup(name: str, day: str, *further: str) -> tuple[str, ...]:
    return (*SAID, "--name", name, "--ended-on", day, *further)


def names_and_days(ledger: ImportLedger) -> list[tuple[str, str]]:
    """Every tournament as it stands."""
    found = {}
    for event in ledger.log():
        data = event["data"].get("replacement", event["data"])
        if event["type"] in {"tournament.submitted", "correction.submitted"}:
            found[data["tournament"]] = data["name"], data["ended_on"]
    return sorted(found.values())


class TestTheVeryFileAgain:
    """The table of March is taken for the cup of April, with a result or a name typed over."""

    @pytest.fixture
    def march(self, ledger: ImportLedger) -> str:
        return handed_in(ledger, CUP, *cup("March cup", "2026-03-10"), kind="crosstable")

    def test_another_name_and_another_day_ask(self, ledger: ImportLedger, march: str) -> None:
        april = cup("April cup", "2026-04-10")
        document = changed(ledger, CUP, *april, kind="crosstable", status=1)
        (message,) = [each["message"] for each in document["problems"]]
        assert "this is the file of March cup, ended 2026-03-10" in message
        assert f"--same-as {march}" in message
        assert "--another" in message
        assert names_and_days(ledger) == [("March cup", "2026-03-10")]

    @pytest.mark.usefixtures("march")
    def test_it_is_another_tournament_if_that_is_said(self, ledger: ImportLedger) -> None:
        april = cup("April cup", "2026-04-10", "--another")
        for _ in range(2):  # the answer to the first may have been lost
            changed(ledger, CUP, *april, kind="crosstable")
        both = [("April cup", "2026-04-10"), ("March cup", "2026-03-10")]
        assert names_and_days(ledger) == both
        changed(ledger, CUP, *cup("March cup", "2026-03-10", "--another"), kind="crosstable")
        assert names_and_days(ledger) == both

    def test_it_is_corrected_if_that_is_said(self, ledger: ImportLedger, march: str) -> None:
        april = cup("April cup", "2026-04-10", "--same-as", march, "--reason", "mistaken")
        changed(ledger, CUP, *april, kind="crosstable")
        assert names_and_days(ledger) == [("April cup", "2026-04-10")]

    @pytest.mark.parametrize(
        "as_said", [("March Cup 2026", "2026-03-10"), ("March cup", "2026-03-11")]
    )
    @pytest.mark.usefixtures("march")
    def test_a_name_or_a_day_alone_is_corrected_at_once(
        self, ledger: ImportLedger, as_said: tuple[str, str]
    ) -> None:
        changed(ledger, CUP, *cup(*as_said), "--reason", "mistaken", kind="crosstable")
        assert names_and_days(ledger) == [as_said]
