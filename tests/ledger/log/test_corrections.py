"""Corrections, corrections of corrections, strikes, and what was there before."""

import pytest

from tests.ledger.lines import correction, event, game, player, pool, season, tournament
from tests.ledger.office import Office, data_in


@pytest.fixture
def played(office: Office) -> Office:
    """A season with a game that anna has won."""
    office.append(*season(), game("anna", "bela", "1-0", id_="g1", game="g1"))
    return office


def result_of(office: Office, id_: str = "g1") -> tuple[float, float] | None:
    data = office.standing()[id_]
    return None if data is None else (data["white_points"], data["black_points"])


def test_a_corrected_game_stands_corrected_and_the_log_keeps_both(played: Office) -> None:
    played.append(correction("g1", game("anna", "bela", "½-½", game="g1"), "c1"))
    assert result_of(played) == (0.5, 0.5)
    assert data_in(played.entries()[6])["white_points"] == 1
    assert played.entries()[7].stream == "tournament/open"
    assert played.verdict().ok


def test_of_several_corrections_the_one_at_the_highest_position_holds(played: Office) -> None:
    played.append(
        correction("g1", game("anna", "bela", "½-½", game="g1")),
        correction("g1", game("anna", "bela", "0-1", game="g1")),
    )
    assert result_of(played) == (0, 1)


def test_striking_a_correction_restores_what_was_before(played: Office) -> None:
    played.append(correction("g1", game("anna", "bela", "0-1", game="g1"), "c1"))
    played.append(correction("c1", None, "c2"))
    assert result_of(played) == (1, 0)
    played.append(correction("c2", None, "c3"))
    assert result_of(played) == (0, 1)


def test_a_correction_can_be_corrected(played: Office) -> None:
    wrong = correction("g1", game("anna", "bela", "0-1", game="g1"), "c1")
    right = correction("g1", game("anna", "bela", "½-½", game="g1"))
    played.append(wrong, correction("c1", right, "c2"))
    assert result_of(played) == (0.5, 0.5)
    played.append(correction("c2", None))
    assert result_of(played) == (0, 1)


def test_a_struck_game_is_gone_and_comes_back(played: Office) -> None:
    played.append(correction("g1", None, "strike"))
    assert result_of(played) is None
    played.append(correction("strike", None))
    assert result_of(played) == (1, 0)


def test_a_correction_may_follow_in_the_same_call(office: Office) -> None:
    office.append(
        *season(),
        game("anna", "bela", "1-0", id_="g1", game="g1"),
        correction("g1", game("anna", "bela", "0-1", game="g1"), "c1"),
        correction("c1", None),
    )
    assert result_of(office) == (1, 0)


def test_a_corrected_line_of_the_same_call_is_what_later_lines_rely_on(office: Office) -> None:
    office.append(*season(), correction("open", None, "strike"))
    assert office.codes(game("anna", "bela")) == [(1, "data.tournament", "struck-tournament")]
    office.append(correction("strike", None), game("anna", "bela", id_="g1"))
    assert result_of(office) == (1, 0)


def test_striking_a_tournament_needs_nothing_of_its_games(played: Office) -> None:
    played.append(correction("open", None, "strike"))
    assert played.standing()["open"] is None
    played.append(correction("strike", None))
    assert played.standing()["open"]["name"] == "The open of Bamberg"


def test_the_same_correction_again_is_a_duplicate(played: Office) -> None:
    again = correction("g1", game("anna", "bela", "½-½", game="g1", stones=0), "c1")
    played.append(again)
    assert played.append(again).duplicates == 1
    assert played.codes(correction("g1", None, "c1")) == [(1, "id", "used-id")]


def test_there_must_be_something_to_correct(played: Office) -> None:
    (problem,) = played.problems(correction("g2", None))
    assert (problem.field, problem.code) == ("data.corrects", "unknown-event")
    assert "name the id of an earlier one" in problem.message


def test_a_correction_cannot_come_before_what_it_corrects(office: Office) -> None:
    office.open_season()
    assert office.codes(correction("g1", None), game("anna", "bela", id_="g1")) == [
        (1, "data.corrects", "unknown-event")
    ]


@pytest.mark.parametrize(
    ("replacement", "field", "code"),
    [
        (game("anna", "bela", game="g2"), "game", "key-changed"),
        (game("anna", "bela", game="g1", tournament="x"), "tournament", "key-changed"),
        (game("anna", "anna", game="g1"), "black", "self-play"),
        (game("anna", "emil", game="g1"), "black", "unknown-player"),
        (game("anna", "bela", game="g1", black_points=1), "black_points", "too-many-points"),
        (game("anna", "bela", game="g1", stones=3), "stones", "not-in-chess"),
        (event("", {"game": "g1"}), "tournament", "missing"),
        (game("anna", "bela", game="g1", rond=2), "rond", "unknown-field"),
    ],
)
def test_a_replacement_is_checked_like_an_event(
    played: Office, replacement: dict[str, object], field: str, code: str
) -> None:
    assert (1, f"data.replacement.{field}", code) in played.codes(correction("g1", replacement))
    assert result_of(played) == (1, 0)


def test_a_replacement_inside_a_corrected_correction_is_checked_as_well(played: Office) -> None:
    played.append(correction("g1", None, "c1"))
    wrong = correction("g1", game("anna", "anna", game="g1"))
    assert played.codes(correction("c1", wrong)) == [
        (1, "data.replacement.replacement.black", "self-play")
    ]
    elsewhere = correction("open", None)
    assert played.codes(correction("c1", elsewhere)) == [
        (1, "data.replacement.corrects", "key-changed")
    ]


def test_a_correction_needs_a_reason(played: Office) -> None:
    bare = event("correction.submitted", {"corrects": "g1", "replacement": None})
    assert played.codes(bare) == [(1, "data.reason", "missing")]
    assert played.codes(event("correction.submitted", {"corrects": "g1", "reason": "r"})) == [
        (1, "data.replacement", "missing")
    ]


def test_a_correction_may_not_give_a_player_two_games_in_a_round(played: Office) -> None:
    played.append(
        game("anna", "cleo", id_="g2", game="g2", round=2),
        game("anna", "dora", id_="g3", game="g3", round=3),
    )
    clash = correction("g3", game("anna", "dora", game="g3", round=2))
    (problem,) = played.problems(clash)
    assert (problem.code, problem.field) == ("two-games-in-a-round", "data.replacement.white")
    assert "g2" in problem.message


def test_striking_a_game_leaves_its_round_free(played: Office) -> None:
    played.append(game("anna", "cleo", id_="g2", game="g2", round=2))
    played.append(correction("g2", None, "strike"), game("anna", "dora", id_="g3", round=2))
    (problem,) = played.problems(correction("strike", None))
    assert problem.code == "two-games-in-a-round"


def test_correcting_a_tournament_must_leave_its_games_in_order(played: Office) -> None:
    played.append(game("anna", "cleo", id_="g2", game="g2", round=1))
    match = tournament(format="match")
    (problem, *_) = played.problems(correction("open", match))
    assert problem.code == "too-many-players"
    assert "game g2" in problem.message


def test_a_tournament_cannot_become_one_in_which_nobody_plays_twice_a_round(
    played: Office,
) -> None:
    several = [
        game("anna", name, game=name, tournament="cup", round=1) for name in ("bela", "cleo")
    ]
    played.append(tournament("cup", "cup", format="games"), *several)
    (problem, *_) = played.problems(correction("cup", tournament("cup", format="swiss")))
    assert problem.code == "two-games-in-a-round"
    assert "game cleo" in problem.message
    played.append(correction("cup", tournament("cup", format="knockout")))


def test_a_go_tournament_with_handicaps_cannot_become_one_of_chess(played: Office) -> None:
    handicap = game("anna", "bela", game="h", tournament="go", stones=4)
    played.append(tournament("go", "go", discipline="go"), handicap)
    (problem,) = played.problems(correction("go", tournament("go")))
    assert problem.code == "not-in-chess"
    assert "game h" in problem.message


def test_the_pool_of_a_correction_must_exist(played: Office) -> None:
    codes = played.codes(correction("open", tournament(pools=["club", "moon"])))
    assert codes == [(1, "data.replacement.pools", "unknown-pool")]


def test_the_rulebook_of_a_pool_can_be_corrected(office: Office) -> None:
    office.append(*season(), correction("club", pool(rulebook="house-1950")))
    assert office.standing()["club"]["rulebook"] == "house-1950"
    assert office.codes(correction("club", pool(rulebook="house-2000"))) == [
        (1, "data.replacement.rulebook", "unknown-rulebook")
    ]


def test_a_registration_can_be_corrected_and_its_new_name_is_personal(office: Office) -> None:
    office.append(*season(), correction("anna", player("anna", name="Öz, Anna", club="c2")))
    standing = office.standing()["anna"]
    assert standing["club"] == "c2"
    assert "name" not in standing
    assert office.verdict().ok
