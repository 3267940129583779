"""The meaning of the columns of a list of members, by their names in four languages."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.formats.spreadsheet import Sheet, column_letter
from ledger.importing.matching.names import folded

ROWS_BEFORE_THE_HEADINGS = 20
RATING = "rating"
_ROWS_COMPARED = 1_000
_NAME = re.compile(r"[^\W\d_][^\d_]*")
_SURNAMES = (
    "surname, last name, family name, Nachname, Familienname, Zuname, vezetéknév, efternamn"
)
_NAMES: Mapping[str, str] = {
    "name": "name, full name, player, member, Spieler, Spielername, Mitglied, név, játékos, namn, "
    "spelare, medlem",
    "surname": f"{_SURNAMES}, családnév",
    "forename": "forename, first name, given name, Vorname, Rufname, keresztnév, utónév, förnamn",
    "birth_year": "birth year, year of birth, born, YOB, Geburtsjahr, Jahrgang, geboren, geb, "
    "Geb.-Jahr, Jg, születési év, szül, szül. év, született, födelseår, född, föd.år",
    "birth_date": "date of birth, birth date, birthday, DOB, Geburtsdatum, Geburtstag, "
    "Geb.-Datum, születési dátum, születési idő, födelsedatum",
    "sex": "sex, gender, Geschlecht, nem, neme, kön",
    "federation": "federation, fed, country, nation, Föderation, Verband, Land, szövetség, "
    "ország, förbund",
    "club": "club, team, Verein, Klub, egyesület, klubb, förening, ZPS, VKZ",
    "joined": "joined, join date, date joined, entry, entry date, member since, Eintritt, "
    "Eintrittsdatum, Eintritt am, eingetreten, eingetreten am, Beitritt, Beitrittsdatum, "
    "Zugang, Mitglied seit, belépés, belépett, belépés dátuma, tagság kezdete, inträde, inträdd, "
    "inträdesdatum, medlem sedan, medlem från",
    "left": "left, date left, leaving date, exit, exit date, member until, resigned, Austritt, "
    "Austrittsdatum, Austritt am, ausgetreten, ausgetreten am, Abgang, Abmeldung, Mitglied bis, "
    "kilépés, kilépett, kilépés dátuma, tagság vége, utträde, utträdd, utträdesdatum, "
    "medlem till, slutat, avslutad",
    "deceased": "deceased, died, dead, death, date of death, verstorben, verstorben am, "
    "gestorben, Todesdatum, Todestag, Sterbedatum, elhunyt, elhalálozott, elhalálozás, "
    "elhalálozás dátuma, halál dátuma, avliden, avled, död, dödsdatum, dödsdag",
    "passive": "passive, status, member status, membership status, passiv, passives Mitglied, "
    "aktiv/passiv, A/P, Spielberechtigung, Spielberechtigungsstatus, Mitgliedsstatus, "
    "passzív, passzív tag, státusz, tagsági státusz, passiv medlem, medlemsstatus",
    "index": "index, DWZ-Index, count, Anzahl, Auswertungen, grade, Grad, fokozat",
    "fide": "FIDE-ID, FIDE id, FIDE no, FIDE-Nr, FIDE-Nummer, FIDE-Code, FIDE kód, "
    "FIDE azonosító, FIDE-nummer",
    "dsb": "DSB-ID, DSB-Nr, PKZ, Mitgliedsnummer DSB",
    "egd": "EGD, EGD-PIN, EGF-PIN, PIN",
}
FIELDS = (*_NAMES, RATING)
NUMBERS = ("fide", "dsb", "egd")
MEMBERSHIP = frozenset({"joined", "left", "deceased", "passive"})
"""The columns that make a list one of memberships: whoever is not in it is not a member."""
_ANY_RATING = (
    "rating, figure, Wertung, Wertungszahl, Ratingzahl, Zahl, értékszám, ranking, rankingtal, "
    "Rtg, Rat"
)
_NATIONAL = "EloN, RtgN, NWZ"
_RATINGS: Mapping[str, str] = {
    "dwz": f"DWZ, {_NATIONAL}",
    "ingo": "Ingo, Ingozahl, INGO-Zahl, number",
    "lask": f"LASK, LASK-tal, {_NATIONAL}",
    "mgsz": f"Elo, Élő, Élőpont, Élő-pont, MGSZ, {_NATIONAL}",
    "egf": "GoR, EGF, EGF rating",
    "fide": "Elo, EloI, RtgI, FIDE, FIDE-Elo, FIDE rating, Élő, Élőpont, Élő-pont",
}
_RATING_AND_INDEX = re.compile(r"[0-9]+\s*[-–−/]\s*[0-9]+")


@attrs.frozen(kw_only=True)
class Columns:
    """The columns of the fields, counted from 1, below the row of the headings.

    ``unused``: headings that mean nothing here, and columns without one.
    """

    headings: Sequence[str]
    row: int
    places: Mapping[str, int]
    unused: Sequence[str] = ()

    def called(self, field: str) -> str:
        """A field's column as people find it: letter and heading."""
        place = self.places[field]
        heading = self.headings[place - 1]
        letter = column_letter(place)
        if not heading:
            return Message("column %(letter)s", letter=letter)
        return Message("column %(letter)s, %(heading)s", letter=letter, heading=heading)


def find_columns(
    sheets: Sequence[Sheet], chosen: Mapping[str, str], system: str | None
) -> tuple[Sheet, Columns]:
    """The sheet, of several or of several readings, in which most columns are known.

    ``chosen`` names headings, or letters of columns, by field; ``system`` is the family of the
    rulebook whose figures are wanted (``dwz``; None: none are).

    Raises :class:`~ledger.events.problems.Refused` if no column has the names.
    """
    unknown = [field for field in chosen if field not in FIELDS]
    if unknown:
        message = Message(
            "there is no field %(field)s: name one of %(fields)s",
            field=unknown[0],
            fields=", ".join(FIELDS),
        )
        raise refusal("column", message, "columns")
    read = [
        (sheet, columns)
        for sheet in sheets
        for columns in _readings(sheet, chosen, system)
        if _says_who(columns.places) and chosen.keys() <= columns.places.keys()
    ]
    if not read:
        raise _no_names(sheets, chosen)
    sheet, columns = max(read, key=lambda found: len(found[1].places))
    return sheet, _with_unused(sheet, columns)


def _says_who(places: Mapping[str, int]) -> bool:
    """True if there are names, or in a list of memberships numbers of players."""
    if MEMBERSHIP & places.keys() and {*NUMBERS} & places.keys():
        return True
    return not {"name", "surname"}.isdisjoint(places)


def _readings(sheet: Sheet, chosen: Mapping[str, str], system: str | None) -> Iterator[Columns]:
    for number, cells in enumerate(sheet.rows[:ROWS_BEFORE_THE_HEADINGS], start=1):
        if any(cells):
            yield _columns(number, sheet, chosen, system)


def _columns(row: int, sheet: Sheet, chosen: Mapping[str, str], system: str | None) -> Columns:
    cells = sheet.rows[row - 1]
    places: dict[str, int] = {}
    for field, heading in chosen.items():
        place = _place_of(heading, cells)
        if place is not None:
            places[field] = place
    for place, heading in enumerate(cells, start=1):
        meant = _FIELD_OF.get(_plain(heading))
        if meant is None or meant in chosen or meant in places or place in places.values():
            continue
        places[meant] = place
    if RATING not in chosen and (rating := _rating_column(cells, system)) is not None:
        places[RATING] = rating
    if "index" not in chosen and _has_ratings(sheet, row, places.get("index")):
        both = places.pop("index")  # such as 1520-4 below DWZ-Index
        if system == "dwz" and RATING not in chosen:
            places[RATING] = both
    if "forename" in places and "surname" not in places and "name" in places:
        places["surname"] = places.pop("name")  # Name (surname) beside Vorname (first name)
    named = {"forename", "surname"} & {*places, *chosen}
    if not named and (beside := _forenames(sheet, row, places.get("name"))):
        places["surname"], places["forename"] = places.pop("name"), beside
    return Columns(headings=cells, row=row, places=places)


def _place_of(heading: str, cells: Sequence[str]) -> int | None:
    """A column by its heading, else by its letter."""
    plain = [_plain(each) for each in cells]
    if _plain(heading) in plain:
        return plain.index(_plain(heading)) + 1
    letters = [column_letter(place) for place in range(1, len(cells) + 1)]
    return letters.index(heading.upper()) + 1 if heading.upper() in letters else None


def _rating_column(cells: Sequence[str], system: str | None) -> int | None:
    """The column of the system's own figures, else of figures that name no system."""
    own = _plain_names(_RATINGS.get(system or "", ""))
    for wanted in (own, _plain_names(_ANY_RATING)):
        for place, heading in enumerate(cells, start=1):
            if _plain(heading) in wanted:
                return place
    return None


def _below(sheet: Sheet, row: int, place: int) -> Iterator[str]:
    """Yield the cells of a column below the headings."""
    return (sheet.cell(each, place) for each in range(row + 1, len(sheet.rows) + 1))


def _forenames(sheet: Sheet, row: int, name: int | None) -> int | None:
    """The column of forenames beside the names, if one heading spans both.

    Most rows have a name without a comma and another name beside it; titles are in capitals.
    """
    if name is None or sheet.cell(row, name + 1):
        return None
    both = zip(_below(sheet, row, name), _below(sheet, row, name + 1), strict=True)
    pairs = [names for names in islice(both, _ROWS_COMPARED) if names[0]]
    named = [names for names in pairs if names[1]]
    are_names = all(
        "," not in surname and _NAME.fullmatch(forename) and not forename.isupper()
        for surname, forename in named
    )
    return name + 1 if 2 * len(named) > len(pairs) and are_names else None


def _with_unused(sheet: Sheet, columns: Columns) -> Columns:
    """The columns with the headings, and the letters of columns without one, that are not used."""
    below = {
        place
        for cells in sheet.rows[columns.row :]
        for place, cell in enumerate(cells, start=1)
        if cell
    }
    headings = dict(enumerate(columns.headings, start=1))
    unused = [
        headings.get(place) or f"column {column_letter(place)}"
        for place in sorted(below | {place for place, heading in headings.items() if heading})
        if place not in columns.places.values()
    ]
    missing = max(columns.places.values()) - len(headings)
    return attrs.evolve(columns, headings=[*columns.headings, *[""] * missing], unused=unused)


def _has_ratings(sheet: Sheet, row: int, index: int | None) -> bool:
    """True if the column of the index has ratings in it, too."""
    return index is not None and any(map(_RATING_AND_INDEX.fullmatch, _below(sheet, row, index)))


def _no_names(sheets: Sequence[Sheet], chosen: Mapping[str, str]) -> Exception:
    rows = (row for sheet in sheets[:1] for row in sheet.rows if any(row))
    headings = [each for each in next(rows, ()) if each]
    seen = ", ".join(headings)[:200] or "nothing"
    missing = [f"{field}={heading}" for field, heading in chosen.items()]
    message = Message(
        "no column is known to hold the names; the first row has %(seen)s", seen=seen
    )
    if missing:
        message = Message(
            "there is no row with the columns %(columns)s; the first one has %(seen)s",
            columns=", ".join(missing),
            seen=seen,
        )
    remedy = Message(
        "%(message)s: give %(column)s, or a letter",
        {"message": message, "column": RequestField("columns", "name=HEADING")},
    )
    return Refused([Problem(None, "columns", "column", remedy)], {"unused": headings})


def _plain(heading: str) -> str:
    """A heading as it is compared: without case, accents, blanks and signs."""
    return re.sub(r"[\W_]", "", folded(heading))


def _plain_names(names: str) -> Collection[str]:
    return {_plain(each) for each in names.split(",")} - {""}


_FIELD_OF: Mapping[str, str] = {
    name: field for field, names in _NAMES.items() for name in _plain_names(names)
}
