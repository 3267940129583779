"""Final tables of tournaments that state by which tie-breaks they were ranked."""

from collections.abc import Callable
from datetime import date

import attrs
import pytest
from msgspec.structs import replace

from ledger.importing.formats.tournament_report import TableLine
from projections.queries.tie_break_labels import TieBreakLabel, label_of
from projections.queries.tournament_table import Ranking, ranked
from projections.rulebooks.tournament import Tournament
from tests.rulebooks.fide_c07.crosstables import tournament
from tests.tables import every

ROUNDS = ("A1B C=D E:1", "A1E B-C D:½", "A=C E1D B:0", "A0D E1C")


@pytest.fixture
def table() -> Callable[..., Ranking]:
    """A Swiss of five: E 3, A 2½, C and D 2, B 0.  C had two rounds with Black, D three."""

    def ranking(*stated: str, given: Tournament | None = None) -> Ranking:
        return ranked(given or tournament(*ROUNDS), stated)

    return ranking


def test_codes_that_are_understood_decide_the_order(table: Callable[..., Ranking]) -> None:
    """C and D have equal Buchholz, but D had Black in three rounds."""
    found = table("BPG", "BH/C1")
    assert found.tie_breaks == ["BPG", "BH-C1"]
    assert found.values["D"] == [3, 7.5]
    assert (found.places["D"], found.places["C"]) == ((3, 3), (4, 4))
    assert found.unused == []


def test_codes_that_are_not_understood_are_named(table: Callable[..., Ranking]) -> None:
    """Nobody's rating is on record, and TB9 is a program's own."""
    found = table("TB9", "WIN", "TPR")
    assert (found.tie_breaks, found.unused) == (["WIN"], ["TB9", "TPR"])


def test_without_a_code_that_is_understood_the_fitting_tie_breaks_decide(
    table: Callable[..., Ranking],
) -> None:
    found = table("TB9")
    assert (found.tie_breaks, found.unused) == (
        ["buchholz-fide", "sonneborn-berger-fide"],
        ["TB9"],
    )
    assert found.places == table().places


@every(("rounds", "expected"), [(True, ["SOS", "SOSOS"]), (False, ["SODOS"])])
def test_go_is_decided_by_its_own_tie_breaks(
    table: Callable[..., Ranking], rounds: bool, expected: list[str]
) -> None:
    """SOS and SOSOS, or SODOS where most have met."""
    given = attrs.evolve(tournament(*ROUNDS), discipline="go")
    games = tuple(replace(it, round=it.round if rounds else None) for it in given.games)
    assert table(given=attrs.evolve(given, games=games)).tie_breaks == expected


def test_mcmahon_scores_of_the_submitted_table_tell_the_starts() -> None:
    """A began with 30 and lost to B, who began with 28: 30 against 29 puts A first."""
    given = attrs.evolve(tournament("A0B"), discipline="go")
    lines = {"A": TableLine(tie_breaks=(30.0, 0.0)), "B": TableLine(tie_breaks=(29.0, 0.0))}
    found = ranked(given, ("MMS", "SOS"), lines)
    assert found.places == {"A": (1, 1), "B": (2, 2)}
    assert found.values == {"A": [30, 29], "B": [29, 30]}
    assert ranked(given, ("MMS", "SOS")).unused == ["MMS"]
    turned = {who: TableLine(tie_breaks=it.tie_breaks[::-1]) for who, it in lines.items()}
    found = ranked(given, ("SOS", "MMS"), turned)
    assert found.values == {"A": [29, 30], "B": [30, 29]}


def test_points_may_come_after_another_tie_break(table: Callable[..., Ranking]) -> None:
    """D had Black most often; the points are a column of their own."""
    found = table("BPG", "PTS")
    assert found.tie_breaks == ["BPG"]
    assert (found.places["D"], found.points["D"]) == ((1, 1), 2)


def test_a_player_without_a_game_has_values_but_no_place(table: Callable[..., Ranking]) -> None:
    given = tournament(*ROUNDS)
    absent = attrs.evolve(given.players["A"], id="F")
    found = table("DE", given=attrs.evolve(given, players={**given.players, "F": absent}))
    assert "F" not in found.places
    assert (found.points["F"], found.values["F"]) == (0, [0])
    assert found.places["B"] == (5, 5)


@every(
    ("tie_break", "label"),
    [
        ("buchholz-fide", TieBreakLabel("BH", "Buchholz", "FIDE C.07 8.1")),
        ("BH-C1", TieBreakLabel("BH-C1", "Buchholz", "C1, FIDE C.07 8.1")),
        ("KS/L+1", TieBreakLabel("KS/L+1", "Koya System", "L+1, FIDE C.07 9.2")),
        ("SOS", TieBreakLabel("SOS", "Sum of Opponents' Scores", "")),
    ],
)
def test_a_column_is_headed_with_its_article(tie_break: str, label: TieBreakLabel) -> None:
    assert label_of(tie_break) == label


def test_a_heading_that_is_no_code_is_its_own_label() -> None:
    """A submitted table may have TB1."""
    label = label_of("TB1")
    assert (label.heading, label.name, label.rule) == ("TB1", "TB1", "")


def test_since_2026_the_first_day_counts(table: Callable[..., Ranking]) -> None:
    given = attrs.evolve(tournament(*ROUNDS), ended_on=date(2026, 3, 8))
    assert table("BH", given=given).values["C"] == [8.5]
    begun = attrs.evolve(given, starts_on=date(2026, 2, 27))
    assert table("BH", given=begun).values["C"] == [9.5]


def test_an_old_tournament_has_the_rules_of_its_day_only_if_it_states_its_tie_breaks(
    table: Callable[..., Ranking],
) -> None:
    """C's round 2 was not played: until 2023 it is against a virtual opponent with 1½."""
    old = attrs.evolve(tournament(*ROUNDS), ended_on=date(2018, 2, 4))
    assert table("BH", given=old).values["C"] == [8.5]
    assert table(given=old).values["C"] == [9.5, 4.25]
