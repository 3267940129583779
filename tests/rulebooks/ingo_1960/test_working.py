"""The working that the audit shows: every rule applied, with its paragraph."""

import attrs
import orjson

from projections.rulebooks.document import working
from tests.rulebooks.ingo_1960.club import crosstable, event

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
