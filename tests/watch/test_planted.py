"""Planted irregularities are found among honest results, and nothing else is."""

import pytest
from sqlalchemy import Engine

from tests.projections.submissions import games, player, tournament
from tests.watch.planted import MEMBERS, event_of, honest, members, seen, signals, won_by


def test_honest_results_are_no_signal(engine: Engine) -> None:
    club = members(engine)
    club.append(*honest("spring", "1996-04-01"), *honest("autumn", "1996-10-01", 1))
    assert signals(club) == {}
    assert seen(club)["tournaments"] == 2


def test_ten_wins_over_stronger_opponents_are_improbable(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:11], 1900))
    club.append(*event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11])))
    (found,) = signals(club)["improbable-result"]
    assert (found["players"], found["tournaments"]) == (["m00"], ["open"])
    assert len(found["games"]) == 10
    assert found["sentence"].startswith("scored 10.0 of 10; 0.8 were expected")


def test_ten_wins_over_weaker_opponents_are_not(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:11], 1300))
    club.append(*event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11])))
    assert "improbable-result" not in signals(club)


def test_who_has_no_settled_rating_did_nothing_improbable(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:11], 1900))
    club.append(*event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11])))
    assert "improbable-result" not in signals(club, threshold={"settled": 2})


def test_several_good_results_are_improbable_together(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:13], 1700))
    for number in range(3):
        opponents = MEMBERS[1 + 4 * number : 5 + 4 * number]
        club.append(*event_of(f"cup{number}", f"1996-0{4 + number}-01", *won_by("m00", opponents)))
    found = signals(club, threshold={"least_deviation": 3})
    assert [row["players"] for row in found["improbable-series"]] == [["m00"]]
    assert "improbable-result" not in found


def test_a_pair_of_whom_one_always_wins_is_asked_about(engine: Engine) -> None:
    club = members(engine)
    club.append(*honest("spring", "1996-04-01"), tournament("match", "1996-05-01", format="games"))
    club.append(
        *(
            {**each, "id": f"g{number}", "data": {**each["data"], "game": f"g{number}"}}
            for number, each in enumerate(games("match", *["m00 1-0 m01"] * 10))
        )
    )
    (found,) = signals(club)["arranged"]
    assert found["players"] == ["m00", "m01"]


def narrow_match(number: int, result: str) -> list[dict[str, object]]:
    """A match of three games: a draw each way, and one that is won."""
    name = f"match{number}"
    made = games(name, "m00 ½-½ m01", "m01 ½-½ m00", f"m00 {result} m01")
    for at, each in enumerate(made):
        each["id"] = each["data"]["game"] = f"{name}/{at}"
    return [tournament(name, f"1996-0{number}-01", format="match"), *made]


@pytest.mark.parametrize(("last", "count"), [("1-0", 1), ("0-1", 0)])
def test_matches_that_one_always_wins_by_a_point_are_asked_about(
    engine: Engine, last: str, count: int
) -> None:
    club = members(engine)
    for number in range(1, 8):
        club.append(*narrow_match(number, "1-0"))
    club.append(*narrow_match(8, last))
    found = [row for row in signals(club).get("arranged", []) if "by one point" in row["sentence"]]
    assert len(found) == count


def test_matches_that_one_always_wins_clearly_are_not_won_by_the_least(engine: Engine) -> None:
    club = members(engine)
    for number in range(1, 9):
        match = narrow_match(number, "1-0")
        for each in match[1:]:
            points = {"m00": 1, "m01": 0}
            each["data"] |= {f"{it}_points": points[each["data"][it]] for it in ("white", "black")}
        club.append(*match)
    assert not [row for row in signals(club)["arranged"] if "by one point" in row["sentence"]]


def test_losses_to_weaker_ones_before_a_rise_are_sandbagging(engine: Engine) -> None:
    weak = dict.fromkeys(MEMBERS[1:9], 1250)
    club = members(engine, {**weak, **dict.fromkeys(MEMBERS[9:16], 1500)})
    lost = (f"m00 0-1 {each}" for each in MEMBERS[1:9])
    club.append(*event_of("spring", "1996-04-01", *lost))
    club.append(*event_of("summer", "1996-06-01", *won_by("m00", MEMBERS[9:16])))
    (found,) = signals(club)["sandbagging"]
    assert (found["players"], found["tournaments"]) == (["m00"], ["spring", "summer"])
    assert "then 7.0 of 7" in found["sentence"]


def test_an_event_with_a_limit_is_enough_of_a_rise(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:9], 1250))
    lost = (f"m00 0-1 {each}" for each in MEMBERS[1:9])
    club.append(*event_of("spring", "1996-04-01", *lost))
    even = ("m00 1-0 m09", "m00 0-1 m10")
    club.append(*event_of("summer", "1996-06-01", *even, name="Summer Open U1500"))
    assert "sandbagging" in signals(club)


def test_the_same_losses_without_either_are_a_bad_day(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:9], 1250))
    lost = (f"m00 0-1 {each}" for each in MEMBERS[1:9])
    club.append(*event_of("spring", "1996-04-01", *lost))
    club.append(*event_of("summer", "1996-06-01", "m00 1-0 m09", "m00 0-1 m10"))
    assert "sandbagging" not in signals(club)


def test_an_event_that_was_all_drawn_is_asked_about(engine: Engine) -> None:
    club = members(engine)
    for month in range(1, 9):
        club.append(*honest(f"cup{month}", f"1996-0{month}-01", month % 3))
    pairs = zip(MEMBERS[::2], MEMBERS[1::2], strict=True)
    club.append(*event_of("quiet", "1996-09-01", *(f"{a} ½-½ {b}" for a, b in pairs)))
    (found,) = signals(club)["draws"]
    assert found["tournaments"] == ["quiet"]
    assert "12 of 12 games were drawn" in found["sentence"]


def test_an_event_of_forfeits_is_asked_about(engine: Engine) -> None:
    club = members(engine)
    for month in range(1, 9):
        club.append(*honest(f"cup{month}", f"1996-0{month}-01", month % 3))
    event = event_of("empty", "1996-09-01", *won_by("m00", MEMBERS[1:9]))
    for each in event[1:]:
        each["data"] |= {"played": False, "reason": "forfeit"}
    club.append(*event)
    found = signals(club)["unplayed"]
    assert [row["tournaments"] for row in found if not row["players"]] == [["empty"]]
    assert [row["players"] for row in found if row["players"]] == [["m00"]]
    assert "unplayed" not in signals(club, threshold={"unplayed_games": 9})


def test_only_signals_about_a_player_are_listed_if_one_is_named(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:11], 1900))
    club.append(*event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11])))
    assert "improbable-result" in signals(club, player="m00")
    assert signals(club, player="m11") == {}


def test_common_results_do_not_make_one_event_of_two_that_are_larger(engine: Engine) -> None:
    club = members(engine)
    for name, day, apart in (("spring", "1996-04-01", 2), ("autumn", "1996-10-01", 3)):
        others = (f"{MEMBERS[at]} ½-½ {MEMBERS[at + apart]}" for at in range(13))
        club.append(*honest(name, day), *games(name, *others))
    assert "same-event" not in signals(club)  # 12 of 25 games
    assert "same-event" in signals(club, threshold={"same_share": 0.45})


def test_an_event_that_was_submitted_twice_is_found_under_its_other_name(engine: Engine) -> None:
    club = members(engine)
    club.append(*honest("spring", "1996-04-01"), *honest("copy", "1996-04-30"))
    (found,) = signals(club)["same-event"]
    assert found["tournaments"] == ["spring", "copy"]
    assert len(found["games"]) == 24


def test_other_results_of_the_same_players_are_another_event(engine: Engine) -> None:
    club = members(engine)
    pairs = zip(MEMBERS[::2], ("0-1", "1-0", "½-½") * 4, MEMBERS[1::2], strict=True)
    other = event_of("autumn", "1996-10-01", *(" ".join(each) for each in pairs))
    club.append(*honest("spring", "1996-04-01"), *other)
    assert "same-event" not in signals(club)


class TestTwoPlaces:
    """One player on one day in two tournaments."""

    @pytest.mark.parametrize(
        ("first", "second", "is_one"),
        [
            ({"place": "Bonn"}, {"place": "Ulm"}, True),
            ({"place": "Bonn"}, {"place": "Bonn"}, False),
            ({}, {"place": "Ulm"}, True),
            ({}, {"place": "Ulm", "ended_on": "1996-04-02"}, False),
        ],
    )
    def test_a_player_cannot_be_in_both(
        self, engine: Engine, first: dict[str, str], second: dict[str, str], *, is_one: bool
    ) -> None:
        club = members(engine)
        one_day = {"starts_on": "1996-04-01", "rounds": 1}
        last = second.get("ended_on", "1996-04-01")
        club.append(
            *event_of("a", "1996-04-01", "m00 1-0 m01", **{**one_day, **first}),
            *event_of(
                "b", "1996-04-01", "m00 1-0 m02", **{**one_day, "starts_on": last, **second}
            ),
        )
        found = signals(club).get("two-places", [])
        assert [row["players"] for row in found] == ([["m00"]] if is_one else [])

    def test_games_without_a_day_or_round_prove_nothing(self, engine: Engine) -> None:
        club = members(engine)
        week = {"starts_on": "1996-04-01"}
        club.append(*event_of("a", "1996-04-07", "m00 1-0 m01", **week))
        club.append(*event_of("b", "1996-04-07", "m00 1-0 m02", **week))
        assert "two-places" not in signals(club)

    def test_a_round_on_each_day_leaves_no_other_place(self, engine: Engine) -> None:
        club = members(engine)
        for name, opponents in (("a", ("m01", "m02")), ("b", ("m03", "m04"))):
            made = event_of(
                name,
                "1996-04-02",
                *(f"m00 1-0 {each}" for each in opponents),
                starts_on="1996-04-01",
            )
            for round_, each in enumerate(made[1:], 1):
                each["data"]["round"] = round_
            club.append(*made)
        (found,) = signals(club)["two-places"]
        assert "on 2 days, the first 1996-04-01" in found["sentence"]

    def test_days_of_rounds_do(self, engine: Engine) -> None:
        club = members(engine)
        for name, day in (("a", "1996-04-03"), ("b", "1996-04-03")):
            facts = {"starts_on": "1996-04-01", "round_days": [{"round": 1, "day": day}]}
            made = event_of(
                name, "1996-04-07", f"m00 1-0 {'m01' if name == 'a' else 'm02'}", **facts
            )
            made[1]["data"]["round"] = 1
            club.append(*made)
        (found,) = signals(club)["two-places"]
        assert found["sentence"] == "had games in two tournaments on 1996-04-03"

    def test_if_several_players_were_the_two_were_at_one_place(self, engine: Engine) -> None:
        club = members(engine)
        for name in ("a", "b"):
            made = event_of(name, "1996-04-01", "m00 1-0 m01", "m02 1-0 m03")
            for each in made[1:]:
                each["data"]["played_on"] = "1996-04-01"
            club.append(*made)
        assert "two-places" not in signals(club)
        assert "two-places" in signals(club, threshold={"players_at_once": 4})


class TestIdentity:
    """Persons who may be one, and ages that cannot be."""

    def test_a_similar_name_of_the_same_year_is_asked_about(self, engine: Engine) -> None:
        club = members(engine)
        club.append(
            player("k1", name="Kowalski, Aleksander", birth_year=1961),
            player("k2", name="Kowalsky, Aleksander", birth_year=1961),
            player("k3", name="Kowalsky, Aleksander", birth_year=1990),
        )
        club.append(*event_of("open", "1996-04-01", "k1 1-0 m01", "k2 1-0 m02", "k3 1-0 m03"))
        found = {tuple(row["players"]): row["sentence"] for row in signals(club)["identity"]}
        assert found == {
            ("k1", "k2"): "may be one person: a similar name and the same year of birth",
        }

    def test_one_number_in_a_register_is_asked_about_whatever_the_year(
        self, engine: Engine
    ) -> None:
        club = members(engine)
        for id_, year in (("k1", 1961), ("k2", 1990)):
            number = {"fide": "4600012"}
            club.append(player(id_, name=f"{id_.upper()}, Test", birth_year=year, ids=number))
        club.append(*event_of("open", "1996-04-01", "k1 1-0 m01", "k2 1-0 m02"))
        (found,) = signals(club)["identity"]
        assert (found["players"], found["sentence"]) == (
            ["k1", "k2"],
            "may be one person: same number",
        )

    def test_a_grown_up_in_a_youth_class_is_asked_about(self, engine: Engine) -> None:
        club = members(engine)
        club.append(player("kid", name="Young, Test", birth_year=1984))
        event = event_of("youth", "1996-04-01", "kid 1-0 m01", youth_class="U14")
        club.append(*event)
        (found,) = signals(club)["identity"]
        assert (found["players"], found["sentence"]) == (
            ["m01"],
            "is 46 in a tournament of class U14",
        )
