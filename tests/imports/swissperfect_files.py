"""A tournament as SwissPerfect keeps it, with the fields that its real files have."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

from tests.imports.dbase_files import dbase

PLAYER_FIELDS = {
    "ORDER": ("N", 4),
    "ID": ("N", 4),
    "START_NO": ("C", 4),
    "SURNAME": ("C", 20),
    "FIRSTNAME": ("C", 20),
    "FEDER": ("C", 3),
    "CLUB": ("C", 20),
    "INTL_RTG": ("N", 4),
    "LOC_RTG": ("N", 4),
    "INTL_ID": ("C", 10),
    "LOC_ID": ("C", 10),
    "TITLE": ("C", 3),
    "SEX": ("C", 1),
    "BIRTH_DATE": ("D", 8),
    "BONUS": ("N", 4),
}
RESULT_FIELDS = dict.fromkeys(
    ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE"), ("N", 4)
)
ANNA = {
    "ID": 11,
    "SURNAME": "Ahorn",
    "FIRSTNAME": "Änne",
    "FEDER": "IRL",
    "CLUB": "Rathmines",
    "INTL_RTG": 2_100,
    "INTL_ID": "2500001",
    "TITLE": "WFM",
    "SEX": "2",
    "BIRTH_DATE": "19700131",
}
PEOPLE = (
    ANNA,
    {"ID": 12, "SURNAME": "Buche", "FIRSTNAME": "Bert", "SEX": "1"},
    {"ID": 13, "SURNAME": "Esche", "FIRSTNAME": "Eva"},
    {"ID": 14, "SURNAME": "Fichte"},
    {},
)
Result = tuple[int, int, int, int, int, int, int]
"""Round, White, Black, their doubled scores, their types."""
RESULTS: Sequence[Result] = (
    (1, 11, 12, 2, 0, 1, 1),
    (1, 13, 14, 1, 1, 1, 1),
    (2, 12, 13, 0, 2, 1, 1),
    (2, 14, 11, 0, 2, 2, 2),
    (3, 11, 13, 0, 2, 1, 1),
    (3, 0, 12, 0, 1, 0, 2),
    (3, 14, 0, 2, 0, 2, 0),
)
ABOUT = (
    "[Desktop]\r\nName=no\r\n[Tournament Info]\r\nName=Féile Cup\r\nRounds=6\r\nSystem=0\r\n"
    "[View Standings]\r\nName=1,0\r\n"
)


def players(people: Sequence[Mapping[str, object]] = PEOPLE) -> bytes:
    """The table of players."""
    return dbase(PLAYER_FIELDS, people)


def results(games: Sequence[Result] = RESULTS) -> bytes:
    """The table of results."""
    return dbase(RESULT_FIELDS, [dict(zip(RESULT_FIELDS, game, strict=True)) for game in games])


def archive(files: Mapping[str, bytes]) -> bytes:
    """Files in a ZIP."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as pack:
        for name, file in files.items():
            pack.writestr(zipfile.ZipInfo(name), file)
    return content.getvalue()


def swissperfect(
    people: Sequence[Mapping[str, object]] = PEOPLE,
    games: Sequence[Result] = RESULTS,
    more: str = "",
) -> bytes:
    """The three files in a ZIP; ``more`` is said of the tournament."""
    about = ABOUT.replace("System=0\r\n", f"System=0\r\n{more}\r\n").encode("cp1252")
    return archive({"cup.INI": about, "cup.trn": players(people), "cup.sco": results(games)})
