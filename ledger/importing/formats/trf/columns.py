"""The columns of a line of FIDE's tournament report file (TRF06, TRF16, TRF26).

Columns are numbered from 1 and include both ends, as in the specification (FIDE Handbook C.04,
annex 2; TRF26 of 2025).  Lines are often trimmed on the right, so a field may be missing.
"""

from functools import cache

import attrs


@attrs.frozen
class Field:
    """The columns of one field."""

    first: int
    last: int

    def of(self, line: str) -> str:
        """The field's text without the blanks around it."""
        return line[self.first - 1 : self.last].strip()


RECORD = Field(1, 3)
VALUE = Field(5, 1_000)
NUMBER = Field(5, 8)
SEX = Field(10, 10)
TITLE = Field(11, 13)
NAME = Field(15, 47)
RATING = Field(49, 52)
FEDERATION = Field(54, 56)
EXTERNAL_ID = Field(58, 68)
BIRTH = Field(70, 79)
POINTS = Field(81, 84)
RANK = Field(86, 89)

TEAM_NAME = Field(5, 36)
"""A team's name in record 013; its players' numbers follow."""
FIRST_MEMBER = 37

TEAM_NUMBER = Field(5, 7)
"""A team's number in record 310, the one of TRF26."""
TEAM_NAME_OF_TRF26 = Field(9, 40)
MATCH_POINTS = Field(55, 60)
BOARD_POINTS = Field(62, 67)
TEAM_RANK = Field(69, 71)
FIRST_MEMBER_OF_TRF26 = 74


def members(line: str, first: int) -> list[str]:
    """Return the numbers of a team's players, in columns of four with a blank between them."""
    texts = (line[at : at + 4].strip() for at in range(first - 1, len(line), 5))
    return [text for text in texts if text]


FIRST_ROUND = 92
ROUND_WIDTH = 10
OPPONENT, COLOUR, RESULT = Field(92, 95), Field(97, 97), Field(99, 99)
"""The fields of the first round."""
ROUND_DATE = Field(91, 100)
"""Its day in record 132; with four-digit years it begins a column before that of the round."""


@cache
def in_round(field: Field, round_: int) -> Field:
    """Return the field of a round, for one of the first."""
    before = ROUND_WIDTH * (round_ - 1)
    return Field(field.first + before, field.last + before)


def rounds_in(line: str) -> int:
    """Return the number of rounds in a player's line, the last one perhaps trimmed."""
    beyond = len(line.rstrip()) - FIRST_ROUND + 1
    return max(0, -(-beyond // ROUND_WIDTH))


def rounds_of(line: str) -> list[str]:
    """The columns of every round of a player's line, those of the last one perhaps trimmed."""
    line = line.rstrip()
    starts = range(FIRST_ROUND - 1, len(line), ROUND_WIDTH)
    return [line[start : start + ROUND_WIDTH] for start in starts]


def parts_of_round(text: str) -> tuple[str, str, str]:
    """Opponent, colour and result, in capitals, from the columns of a round."""
    return text[:4].strip(), text[5:6].strip(), text[7:8].strip().upper()
