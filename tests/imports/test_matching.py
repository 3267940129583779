"""One matcher: the same evidence for files, lists, spreadsheets and typed names."""

from pathlib import Path

import pytest

from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.register import Registered
from projections.api import Ledger
from tests.console.shell import Shell, lines
from tests.federation_lists.list_files import fide, fide_line
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import csv_text, trf, trf_player
from tests.members.spreadsheets import csv
from tests.projections.submissions import player
from tests.tables import every


@pytest.fixture
def club(sqlite_database: str, tmp_path: Path) -> Shell:
    """A ledger with a pool, and Hans Müller of 1970 in its register."""
    shell = Shell(sqlite_database, tmp_path)
    shell.table("pool", "club", "--rulebook", "dwz-1995", "--from", "1996-01-01")
    shell.append(player("hans", name="Müller, Hans", birth_year=1970))
    return shell


def described(
    name: str, year: int | None = None, club: str | None = None, **ids: str
) -> Registered:
    return Registered(player="somebody", name=name, birth_year=year, club=club, ids=ids)


class TestEvidence:
    @every(
        ("one", "other", "contradicts"),
        [
            (described("A", 1970), described("B", 1970), False),
            (described("A", 1970), described("A", 1971), True),
            (described("A", 1970), described("A"), False),
            (described("A", fide="1"), described("A", fide="2"), True),
            (described("A", fide="1"), described("A", dsb="2"), False),
            (described("A", fide="1", dsb="1"), described("A", fide="1", dsb="2"), True),
        ],
    )
    def test_a_year_or_a_number_contradicts_where_both_are_known(
        self, one: Registered, other: Registered, contradicts: bool
    ) -> None:
        assert Evidence(one, other).contradicts is contradicts
        assert Evidence(other, one).contradicts is contradicts

    def test_what_neither_says_is_no_reason(self) -> None:
        """An empty club is no club, and an unknown year is no year."""
        nobody = described("A", club="")
        assert list(Evidence(nobody, nobody).reasons()) == []
        known = described("A", 1970, "SK Föhr", fide="1", egd="2")
        assert list(Evidence(known, known).reasons()) == ["same year of birth", "same club"]
        assert Evidence(known, known).same_numbers == ["fide", "egd"]

    def test_a_word_may_be_the_same_in_some_spelling(self) -> None:
        found = Evidence(described("Müller, Hans"), described("Mueller, Karl"))
        assert (found.same_name, found.shares_a_word) == (False, True)
        other = Evidence(described("Müller, Hans"), described("Maier, Karl"))
        assert (other.same_name, other.shares_a_word) == (False, False)


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Yılmaz, Işıl", "Yilmaz, Isil"),
        ("Məmmədov, Rauf", "Mammadov, Rauf"),
        ("Ħili, Ġorġ", "Hili, Gorg"),
        ("Đoković, Đorđe", "Djokovic, Djordje"),
    ],
)
def test_whoever_the_search_finds_is_a_candidate_too(club: Shell, known: str, typed: str) -> None:
    """One folding: of the search, of a tournament file, and of a list of members."""
    club.append(player("known", name=known, birth_year=1980))
    with Ledger(club.database) as ledger:
        assert ledger.find_player(typed, whole=True) == "known"
    content = trf([trf_player(1, typed, [(2, "w", "1")]), trf_player(2, "A, B", [(1, "b", "0")])])
    path = club.folder / "open.trf"
    path.write_bytes(content)
    outcome = club.run("import", "trf", str(path), "--pool", "club", "--register-new")
    assert "who is player 1" in outcome.err
    assert "Perhaps known (same name, in another spelling)" in outcome.err
    path = club.folder / "members.csv"
    path.write_bytes(csv([("Name", "Born"), (typed, 1980)]))
    (row,) = club.json("players", "add", str(path))["members"]
    assert row["player"] == "known"


@pytest.mark.parametrize("name", ["Петров, Иван", "Παπαδόπουλος, Νίκος"])
def test_a_name_in_another_script_is_proposed_by_year_and_club(club: Shell, name: str) -> None:
    """Letters cannot be compared, so the file is only warned about."""
    club.append(player("known", name=name, birth_year=1980, club="SK Eger"))
    players = 'number,name,birth_year,club\n1,"Petrov, Ivan",1980,SK Eger\n2,"A, B",1980,Other\n'
    path = club.folder / "cup.csv"
    path.write_bytes(csv_text("1,1,2,1,0,\n", players))
    outcome = club.run("import", "csv", str(path), "--pool", "club", "--register-new")
    assert "perhaps he is known (name in another script, same year of birth, same club)" in (
        " ".join(outcome.out.split())
    )
    assert outcome.out.count("perhaps") == 1


class TestOneNameInTwoSpellings:
    """Hans Müller is found as Hans Mueller everywhere; what that is worth differs."""

    def test_a_file_proposes_him_as_spelt_otherwise(self, club: Shell) -> None:
        content = trf(
            [
                trf_player(1, "Mueller, Hans", [(2, "w", "1")], birth="1970"),
                trf_player(2, "Ahorn, Anna", [(1, "b", "0")]),
            ]
        )
        path = club.folder / "open.trf"
        path.write_bytes(content)
        outcome = club.run("--format", "json", "import", "trf", str(path), "--pool", "club")
        assert "Perhaps hans (same name, in another spelling, same year of birth)" in outcome.err

    def test_a_list_proposes_his_number(self, club: Shell) -> None:
        path = club.folder / "list.txt"
        path.write_bytes(fide([fide_line("4600001", "Mueller, Hans", birth=1970)]))
        document = club.json("enrol", "fide", str(path), "--list-date", "2026-10-01")
        (proposal,) = document["proposals"]
        assert (proposal["kind"], proposal["player"]) == ("link", "hans")
        assert proposal["reasons"] == ["same name", "same year of birth"]

    def test_a_spreadsheet_takes_them_for_one(self, club: Shell) -> None:
        path = club.folder / "members.csv"
        path.write_bytes(csv([("Name", "Born"), ("Mueller, Hans", 1970)]))
        (row,) = club.json("players", "add", str(path))["members"]
        assert (row["player"], row["reasons"]) == ("hans", ["same name, born 1970"])

    def test_a_typed_name_finds_him(self, club: Shell) -> None:
        with Ledger(club.database) as ledger:
            assert ledger.find_player("hans mueller", whole=True) == "hans"

    def test_two_registrations_may_be_doubles(self, club: Shell) -> None:
        years = {"other": 1970, "third": 1970, "young": 1990}
        registered = {
            id_: player(id_, name="Mueller, Hans", birth_year=years[id_]) for id_ in years
        }
        club.append(*registered.values())
        with Ledger(club.database) as ledger:
            doubles = ledger.possible_doubles()
        pairs = [tuple(each["player"] for each in row["players"]) for row in doubles]
        assert pairs[:3] == [("hans", "other"), ("hans", "third"), ("other", "third")]
        assert [row["reasons"] for row in doubles[3:]] == 3 * [
            ["same name", "another year of birth"]
        ]


def test_names_without_a_letter_make_no_doubles(club: Shell) -> None:
    nameless = lines(player("one", name="?"), player("two", name="-"))
    club.json("append", "-", "--accept", "1", "--accept", "2", stdin=nameless)
    with Ledger(club.database) as ledger:
        assert not ledger.possible_doubles()


def test_a_number_in_the_field_of_another_register_is_proposed(ledger: ImportLedger) -> None:
    ledger.register("berta", "Berg, Berta", ids={"dsb": "10000001"})
    players = 'number,name,fide\n1,"Adler, Anna",10000001\n2,"Buche, Bert",\n'
    path = ledger.write_file("cup.csv", csv_text("1,1,2,1,0,\n", players))
    document = ledger.import_file("csv", path, status=1)
    (proposal,) = document["players"][0]["proposals"]
    assert proposal["player"] == "berta"
    assert proposal["reasons"] == ["the dsb number was entered as the fide number"]
