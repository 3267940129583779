"""Player lists as the tests write them: small, of invented people, in the shape of each list."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from ledger.importing.federation_lists.player_list import Entry, ListFindings, PlayerList
from ledger.importing.federation_lists.sync import read_list

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA OCT26 Gms K  B-day Flag"
)


def fide_line(  # noqa: PLR0917 - the fields of the line in their order
    number: str,
    name: str,
    federation: str = "GER",
    rating: int = 0,
    birth: int | str = 0,
    sex: str = "M",
    titles: str = "",
    flag: str = "",
) -> str:
    """A line of the combined list of FIDE, 162 characters wide."""
    return (
        f"{number:15}{name:61}{federation:4}{sex:4}{'':5}{'':5}{titles:15}{'':4}"
        f"{rating:<6}{0:<4}{20:<3}{0:<6}{0:<4}{0:<3}{0:<6}{0:<4}{0:<3}{birth:<6}{flag:4}"
    )


def fide_single_line(number: str, name: str, rating: int = 0, birth: int = 0) -> str:
    """A line of a list of one rating, 136 characters wide."""
    return (
        f"{number:15}{name:61}{'GER':4}{'F':4}{'':5}{'':5}{'':15}{'':4}"
        f"{rating:<6}{0:<4}{20:<3}{birth:<6}{'w':4}"
    )


def fide(lines: Iterable[str], header: str = COMBINED) -> bytes:
    """A list of FIDE as text."""
    return "".join(f"{line}\r\n" for line in (header, *lines)).encode()


def fide_xml(*persons: str) -> bytes:
    """A list of FIDE as XML."""
    return f"<playerslist>\n{''.join(persons)}</playerslist>\n".encode()


def fide_person(number: str, name: str, rating: int = 0, birth: str = "") -> str:
    """A person of the XML."""
    return (
        f"<player>\n<fideid>{number}</fideid>\n<name>{name}</name>\n<country>GER</country>\n"
        f"<sex>F</sex>\n<title></title>\n<rating>{rating}</rating>\n<rapid_rating>99"
        f"</rapid_rating>\n<birthday>{birth}</birthday>\n<flag>w</flag>\n</player>\n"
    )


DSB_17 = (
    "ID,ZPS,Mitgliedsnummer,Status,Nachname,Vorname,"
    '"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,Letzte Auswertung,DWZ,Index,'
    "FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land"
)
DSB_15 = (
    "ID;VKZ;Mgl-Nr;Status;Spielername;Geschlecht;Spielberechtigung;Geburtsjahr;"
    "Letzte-Auswertung;DWZ;Index;FIDE-Elo;FIDE-Titel;FIDE-ID;FIDE-Land"
)
DSB_14 = DSB_15.replace("ID;VKZ", "ZPS", 1)


def dsb_line(  # noqa: PLR0917 - the fields of the line in their order
    id_: str,
    club: str,
    surname: str,
    forename: str,
    status: str = "A",
    birth: int | str = 1980,
    dwz: int | str = "",
    index: int | str = "",
    fide_id: str = "",
    federation: str = "",
) -> str:
    """A line of the 17 columns."""
    both = f'"{surname},{forename}"'
    return (
        f"{id_},{club},101,{status},{surname},{forename},{both},W,D,{birth},202631,{dwz},"
        f"{index},0,,{fide_id},{federation}"
    )


def dsb(lines: Iterable[str], header: str = DSB_17, encoding: str = "utf-8") -> bytes:
    """A spieler.csv."""
    return "".join(f"{line}\n" for line in (header, *lines)).encode(encoding)


EGD_HEAD = """<html><body><pre>
        European Go Federation: all players
        (22 Feb 2018)

   PIN     Name                                  Ctry Club Grade  Promo  GoR  Tour Last
"""


def egd_line(pin: str, name: str, country: str = "DE", club: str = "Neus", gor: int = 2100) -> str:
    """A line of the list of the EGD."""
    return f" {pin:8}  {name:37} {country:3} {club:4}  {'2d':4} {'-':6}{gor:>6}{7:>6}  T170701A"


def egd(lines: Iterable[str], head: str = EGD_HEAD) -> bytes:
    """The page with the list."""
    return (head + "".join(f"{line}\n" for line in lines) + "</pre></body></html>\n").encode()


def archive(name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP with a list in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as pack:
        pack.writestr(name, content)
    return packed.getvalue()


def read(format_: str, content: bytes) -> tuple[PlayerList | None, list[Entry], ListFindings]:
    """A list with all its entries and everything found in it."""
    findings = ListFindings()
    list_ = read_list(format_, io.BytesIO(content), findings)
    entries: Sequence[Entry] = [] if list_ is None else list(list_.entries)
    return list_, list(entries), findings


def valid_entries(format_: str, content: bytes) -> list[Entry]:
    """The entries of a list with which nothing is wrong."""
    _, entries, findings = read(format_, content)
    assert [str(issue) for issue in findings.issues() if issue.kind != "adjusted"] == []
    return entries


def messages_of(format_: str, content: bytes) -> list[str]:
    """Return the findings in a list."""
    return [str(issue) for issue in read(format_, content)[2].issues()]


def file_path(folder: Path, name: str, content: bytes) -> str:
    """A list in a file; gives its path."""
    path = folder / name
    path.write_bytes(content)
    return str(path)
