"""Rating reports of US Chess, format 2C, in dBase tables that the tests write themselves."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

Fields = Mapping[str, int]
"""The widths of fields by their names."""
EVENT: Fields = {
    "H_FORMAT": 5,
    "H_PROGRAM": 10,
    "H_EVENT_ID": 12,
    "H_NAME": 35,
    "H_TOT_SECT": 2,
    "H_BEG_DATE": 8,
    "H_END_DATE": 8,
    "H_CITY": 21,
    "H_STATE": 2,
    "H_COUNTRY": 21,
}
SECTION: Fields = {
    "S_EVENT_ID": 12,
    "S_SEC_NUM": 2,
    "S_SEC_NAME": 30,
    "S_R_SYSTEM": 1,
    "S_TIMECTL": 40,
    "S_TRN_TYPE": 1,
    "S_TOT_RNDS": 2,
    "S_LST_PAIR": 4,
    "S_BEG_DATE": 8,
    "S_END_DATE": 8,
}
PLAYER: Fields = {
    "D_EVENT_ID": 12,
    "D_SEC_NUM": 2,
    "D_PAIR_NUM": 4,
    "D_MEM_ID": 8,
    "D_NAME": 30,
    "D_STATE": 2,
    "D_RATING": 4,
}
HEAD = {
    "H_FORMAT": "2C",
    "H_PROGRAM": "SWISSSYS",
    "H_NAME": "Harvest Swiss",
    "H_TOT_SECT": "1",
    "H_BEG_DATE": "20240301",
    "H_END_DATE": "20240303",
    "H_CITY": "Boston",
    "H_STATE": "MA",
    "H_COUNTRY": "USA",
}
OPEN = {
    "S_SEC_NUM": "1",
    "S_SEC_NAME": "Open",
    "S_R_SYSTEM": "R",
    "S_TIMECTL": "40/90,SD/30;+30",
    "S_TRN_TYPE": "S",
    "S_TOT_RNDS": "3",
    "S_LST_PAIR": "4",
}
NAMES = ("AHORN, ANNA", "BUCHE, BERT", "ESCHE, EVA", "FICHTE, FRITZ")
CELLS = (
    ("W3W", "D2B", "H0"),
    ("L4B", "D1W", "X3W"),
    ("L1B", "B0", "F2B"),
    ("W2W", "U0", "U0"),
)


def dbase(fields: Fields, rows: Sequence[Mapping[str, str]], deleted: Sequence[int] = ()) -> bytes:
    """A table of texts; ``deleted`` are the indexes of rows that somebody has taken out."""
    width = 1 + sum(fields.values())
    head = struct.pack("<B3BIHH", 3, 26, 3, 4, len(rows), 33 + 32 * len(fields), width) + bytes(20)
    for name, size in fields.items():
        head += name.encode().ljust(11, b"\0") + b"C" + bytes(4) + bytes([size]) + bytes(15)
    body = b""
    for index, row in enumerate(rows):
        body += b"*" if index in deleted else b" "
        body += b"".join(row.get(name, "").encode().ljust(size) for name, size in fields.items())
    return head + b"\r" + body + b"\x1a"


def players(
    cells: Sequence[Sequence[str]] = CELLS, *, section: str = "1", event: str = ""
) -> list[dict[str, str]]:
    """The rows of the players of a section."""
    return [
        {
            "D_EVENT_ID": event,
            "D_SEC_NUM": section,
            "D_PAIR_NUM": str(number),
            "D_MEM_ID": f"1234567{number}",
            "D_NAME": NAMES[number - 1],
            "D_STATE": "MA",
            "D_RATING": f"1{number}00",
            **{f"D_RND{round_:02}": cell for round_, cell in enumerate(row, start=1)},
        }
        for number, row in enumerate(cells, start=1)
    ]


def details(rows: Sequence[Mapping[str, str]], fields: Fields = PLAYER) -> bytes:
    """The table of the players, with as many rounds as the longest of them has."""
    rounds = max((sum(name.startswith("D_RND") for name in row) for row in rows), default=0)
    return dbase({**fields, **{f"D_RND{round_:02}": 7 for round_ in range(1, rounds + 1)}}, rows)


def archive(files: Mapping[str, bytes]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as pack:
        for name, file in files.items():
            pack.writestr(name, file)
    return content.getvalue()


def files(
    rows: Sequence[Mapping[str, str]] | None = None,
    head: Mapping[str, str] = HEAD,
    sections: Sequence[Mapping[str, str]] = (OPEN,),
) -> dict[str, bytes]:
    """The three tables of a report by their names."""
    return {
        "THEXPORT.DBF": dbase(EVENT, [head]),
        "TSEXPORT.DBF": dbase(SECTION, sections),
        "TDEXPORT.DBF": details(players() if rows is None else rows),
    }


def us_chess(
    cells: Sequence[Sequence[str]] = CELLS,
    head: Mapping[str, str] = HEAD,
    section: Mapping[str, str] = OPEN,
) -> bytes:
    """A report of one section."""
    event = head.get("H_EVENT_ID", "")
    about = {**section, "S_EVENT_ID": event}
    return archive(files(players(cells, event=event), head, [about]))
