"""The working that the audit shows: every rule applied, with its paragraph."""

import attrs
import orjson

from projections.rulebooks.document import working
from projections.rulebooks.ingo_1960.new_number import note_considerable_change
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.occasion import RatingDecided, RulebookBegan
from tests.rulebooks.ingo_1960.club import DAY, crosstable, event

ROUND_ROBIN = """
Anna  100 /5 | * 1 1 ½
Berta 110 /5 | 0 * 1 ½
Clara 120 /5 | 0 0 * 1
Zoe   ?      | ½ ½ 0 *
"""
SWISS = event(
    {
        "Anna": "80 /5", "Berta": "124 /2", "Clara": "150 /5", "Doris": "150 /5",
        "Emma": "150 /5", "Lena": "?", "Zoe": "?", "Yves": "?", "Xaver": "?", "Wanda": "?",
    },
    "Zoe 0 Anna, Zoe 0 Berta, Zoe 0 Clara, Zoe ½ Doris, Zoe 0 Emma, Zoe ½ Wanda, "
    "Lena 0 Anna, Lena 0 Berta, Lena 0 Clara, Xaver ½ Yves, Anna ½ Clara, Wanda ½ Emma",
)  # fmt: skip


def steps_of(played, player, **readings):
    with working() as steps:
        played.evaluate(**readings)
    return [step for step in steps if step.player == player]


def test_a_player_s_steps_follow_the_order_of_the_rules():
    """INGO B II, Tabelle, A, C IV: level, %d, H, new number."""
    steps = steps_of(crosstable(ROUND_ROBIN), "Anna")

    # (330 + 0)/3, Zoe's 1 of 3 being 12.5: (330 + 12.5)/3 = 114.2; 2½ of 3 is -25
    assert [(step.rule, step.result) for step in steps] == [
        ("INGO B II", 114.2),
        ("INGO Tabelle", -25),
        ("INGO A", 89),
        ("INGO C IV", 99),  # (700 + 89)/8 = 98.6
    ]
    assert steps[1].given == {"games": 3, "points": 2.5}
    assert steps[2].given == {"N": 114.2, "%d": -25}


def test_joint_newcomers_limits_and_struck_games_are_explained():
    """INGO B III 3, C II, C VI: whose numbers entered, which games did not."""
    rules = {player: [step.rule for step in steps_of(SWISS, player)] for player in SWISS.cards}

    assert "INGO B III 3" in rules["Zoe"]
    assert "INGO C VI" in rules["Zoe"]
    assert "INGO C VI" in rules["Anna"]
    assert rules["Lena"][0] == "INGO C II"
    assert "INGO B III 2" in rules["Lena"]
    assert "INGO C II" in rules["Berta"]
    assert rules["Xaver"] == ["INGO B III 3", "INGO Vorwort 4"]


def test_every_step_is_plain_json_with_a_sentence():
    """INGO A: under decimals and exact fractions too."""
    for readings in ({}, {"percent_mode": "formula", "h_decimals": 3, "f_decimals": 2}):
        with working() as steps:
            SWISS.evaluate(**readings)

        assert steps
        assert all(step.text for step in steps)
        orjson.dumps([attrs.asdict(step) for step in steps])


def test_the_working_changes_no_result():
    """INGO A: what is shown is what is done."""
    before = SWISS.evaluate().cards

    with working():
        shown = SWISS.evaluate().cards

    assert shown == before


SMALL = event(
    {"Anna": "100 /5", "Berta": "120 /5", "Carl": "160 /5", "Zoe": "?", "Lena": "?"},
    "Anna ½ Berta, Anna 1 Carl, Berta ½ Carl, Anna ½ Carl, Zoe 1 Anna, Zoe 0 Berta, Zoe ½ Carl, "
    "Lena 0 Anna",
)


class TestEveryStepOfASmallEvent:
    """INGO A to C VI: Anna and Carl are 60 degrees apart, Lena has lost her only game."""

    def test_anna(self):
        """INGO C VI, INGO C II, INGO B III 1, INGO Tabelle, INGO A, INGO C IV.

        Left are Berta ½, Carl ½ at 150 and Zoe 0 at 127: N = (100 + 120 + 150 + 127)/4 = 124.25.
        1 of 3 is +12.5: H = 136.8; (7 · 100 + 137)/8 = 104.6, at most 104.
        """
        assert told(steps_of(SMALL, "Anna")) == [
            ("C VI", {"game": "g002", "opponent": "Carl"}, None),
            ("C VI", {"game": "g004", "opponent": "Carl"}, 150),
            ("C II", {"game": "g008", "opponent": "Lena"}, None),
            ("B III 1", {"opponents": [120, 150, 127], "F": 100}, 124.3),
            ("Tabelle", {"games": 3, "points": 1}, 12.5),
            ("A", {"N": 124.3, "%d": 12.5}, 137),
            ("C IV", {"F": 100, "H": 137, "games": 3, "places": 0}, 104),
        ]

    def test_a_game_struck_without_any_limit_is_told_too(self):
        """INGO C II: Lena's game is struck for Anna, and nobody is far from anybody."""
        played = event({"Anna": "100 /5", "Lena": "?"}, "Lena 0 Anna")

        assert told(steps_of(played, "Anna")) == [
            ("C II", {"game": "g001", "opponent": "Lena"}, None),
            ("Vorwort 4", {"games": 1}, None),
        ]

    def test_a_limit_where_every_game_is_scored_is_told_too(self):
        """INGO C VI: Anna and Carl draw three times; each counts the other 50 degrees away."""
        played = event({"Anna": "100 /5", "Carl": "160 /5"}, ", ".join(["Anna ½ Carl"] * 3))

        limits = [
            ("C VI", {"game": f"g00{number}", "opponent": "Carl"}, 150) for number in (1, 2, 3)
        ]
        assert told(steps_of(played, "Anna"))[:3] == limits

    def test_zoe(self):
        """INGO B III 3, INGO C I: half of her points: N = (100 + 120 + 160)/3 = 126.7."""
        first, *others = told(steps_of(SMALL, "Zoe"))

        given = {"known": [100, 120, 160], "newcomers": [], "from_own_H": [], "%d": 0}
        assert first[:2] == ("B III 3", given)
        assert others == [
            ("Tabelle", {"games": 3, "points": 1.5}, 0),
            ("A", {"N": 126.7, "%d": 0}, 127),
            ("C I", {"H": 127, "places": 0}, 127),
        ]

    def test_lena(self):
        """INGO B III 2, INGO C IV: no point of one game is +25: N = (100 + 25)/1, H = 150."""
        assert told(steps_of(SMALL, "Lena")) == [
            ("C II", {"games": 1}, "struck for the opponents"),
            ("B III 2", {"opponents": [100], "%d": 25}, 125),
            ("Tabelle", {"games": 1, "points": 0}, 25),
            ("A", {"N": 125, "%d": 25}, 150),
            ("C II", {"points": 0, "games": 1}, "or worse"),
            ("C IV", {"scored": 1, "least": 3}, None),
        ]

    def test_two_newcomers_and_one_far_from_a_rated_player(self):
        """INGO B III 3, INGO C VI: whom a newcomer's level rests on.

        Zoe draws with Anna 100, Berta 104 and Yves; Yves with these, Zoe and Carl, 20.  Without a
        limit 4 H = 224 + (204 + H)/3, H = 79.6, which is 59.6 from Carl: he counts for Yves 50
        degrees below Yves' own H.
        """
        players = {"Anna": "100 /5", "Berta": "104 /5", "Carl": "20 /5", "Yves": "?", "Zoe": "?"}
        results = "Zoe ½ Anna, Zoe ½ Berta, Zoe ½ Yves, Yves ½ Anna, Yves ½ Berta, Yves ½ Carl"
        given = {
            player: [
                given
                for rule, given, _ in told(steps_of(event(players, results), player))
                if rule == "B III 3"
            ][-1]
            for player in ("Yves", "Zoe")
        }

        assert given["Yves"] == {
            "known": [100, 104],
            "newcomers": [{"opponent": "Zoe", "H": 95.75, "%d": 0}],
            "from_own_H": [-50],
            "%d": 0,
        }
        assert given["Zoe"]["newcomers"] == [{"opponent": "Yves", "H": 83.25, "%d": 0}]


def test_a_round_robin_of_two_and_one_who_is_alone():
    """INGO B I: two who meet once have one level; one who meets nobody has none."""
    two = event({"Anna": "100 /5", "Berta": "120 /5"}, "Anna ½ Berta", format="round-robin")
    alone = event({"Anna": "100 /5"}, "", format="round-robin")

    assert told(steps_of(two, "Anna"))[0] == ("B I", {"F": [100, 120], "newcomers_%d": []}, 110)
    assert told(steps_of(alone, "Anna")) == [("Vorwort 4", {"games": 0}, None)]


def test_the_general_level_names_what_it_is_made_of():
    """INGO B II: the numbers of the rated, the %d of the newcomers."""
    given = {"F": [100, 110, 120], "newcomers_%d": [12.5]}

    assert ("B II", given, 114.2) in told(steps_of(crosstable(ROUND_ROBIN), "Zoe"))


def test_a_match_too_short_is_told_and_one_long_enough_is_not():
    """INGO C V: three games are too few, four are not (R11)."""
    players = {"Anna": "150 /5", "Berta": "150 /5"}
    short = event(players, "Anna 1 Berta, Anna 1 Berta, Anna ½ Berta", format="match")
    long = event(players, "Anna 1 Berta, Anna 1 Berta, Anna ½ Berta, Anna ½ Berta", format="match")

    with working() as steps:
        short.evaluate()
    assert ("C V", {"played": 3, "least": 4}, None) in told(steps)
    assert ("C V", {"F": 150, "H": 130, "places": 0}, 148) in told(steps_of(long, "Anna"))
    assert not [given for rule, given, _ in told(steps_of(long, "Anna")) if "least" in given]


class TestNumbersWithoutGames:
    """INGO 0, INGO Vorwort 6: what is written down of numbers that come without games."""

    def test_a_number_carried_over(self):
        pieces = ({"factor": -0.125, "plus": 355},)
        began = RulebookBegan(day=DAY, event="adopted", before="dwz-1995", pieces=pieces)

        with working() as steps:
            Ingo1960().evaluate(began, {"Anna": (1816, 5)})
        assert [(step.rule, step.player, step.given, step.result) for step in steps] == [
            (
                "INGO 0",
                "Anna",
                {"figure": 1816, "rulebook": "dwz-1995"},
                {"number": 128, "count": 5, "mark": None},
            )
        ]

    def test_a_number_decided(self):
        with working() as steps:
            Ingo1960().evaluate(
                RatingDecided(
                    day=DAY,
                    event="d1",
                    position=1,
                    player="Anna",
                    card={"number": 128, "count": 5},
                    kind="correction",
                    by="Ingo-Zentrale",
                    reason="unsafe",
                ),
                {},
            )
        (step,) = steps
        assert step.given == {"kind": "correction", "by": "Ingo-Zentrale", "reason": "unsafe"}
        assert (step.rule, step.result) == (
            "INGO Vorwort 6",
            {"number": 128, "count": 5, "mark": None},
        )

    def test_a_considerable_change_begins_with_fifteen_degrees(self):
        """INGO Vorwort 6, R22: as the numbers are written, up to three decimals."""
        changes = {(150, 135): True, (100.1, 115.1): True, (100, 114.996): False}
        for (before, after), considerable in changes.items():
            with working() as steps:
                note_considerable_change(before, after)
            given = [step.given for step in steps]
            assert given == ([{"before": before, "after": after}] if considerable else [])


def told(steps):
    return [(step.rule.removeprefix("INGO "), dict(step.given), step.result) for step in steps]
