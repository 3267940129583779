"""Crosstables as chess-results and Swiss-Manager export them: CSV, .xlsx or a saved page.

A cell names its opponent by row, counted from the top whatever rank is
printed there, because shared ranks are left empty.  Such a table has no days, no register numbers
and no thinking time; its address names the tournament.  Swiss-Manager's text list
has three cells for each round: opponent, colour and result.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import attrs
import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.crosstable.boards import find_matches, read_boards
from ledger.importing.formats.crosstable.grid import Grid, read_grids
from ledger.importing.formats.html_tables import Row

_PAIRING = re.compile(r"([0-9]{1,4})([A-Za-z])(1|0|½|=|\+|-|0[.,]5|1/2)?")
_OF_TEAMS = re.compile(r"[0-9]{1,4}[A-Za-z]?(?:[0-9]{1,2}[½.,]?5?|½)|[0-9]{1,2}/[0-9]{1,4}[a-z]")
"""A cell that cannot be a player's but looks like a team's, which may win 2½ points."""
RESULTS = kit.results_of(
    win="1", draw="½ = 0.5 0,5 1/2", loss="0", forfeit_win="+", forfeit_loss="-"
)
_BYES: Mapping[str, float] = {"-1": 1.0, "-½": 0.5, "-0": 0.0, "0": 0.0, "": 0.0, "--": 0.0}
_OPEN = " *.-"
"""The characters of a cell of a table of all against all whose game is still to be played."""
_OPPONENT = re.compile("0*[1-9][0-9]{0,3}")
_DRAWS = frozenset("xX")  # the program's settings choose the symbol of a draw
_POINTS_OF_ONE: Mapping[str, float] = {
    **dict.fromkeys(("+", "1"), 1.0),
    **dict.fromkeys(("½", "="), 0.5),
    **dict.fromkeys(("0", "-", ""), 0.0),
}
# w and b in English, s in German, z in Dutch.
COLOURS: Mapping[str, kit.Colour] = {"w": "w", "b": "b", "s": "b", "z": "b"}


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A parsed cell: opponent and result (None: still open); without opponent a bye.

    ``colour`` is None if ``letter`` is unknown.
    """

    opponent: str | None
    result: kit.SideResult | None
    letter: str = ""
    colour: kit.Colour | None = None


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def read_cell(text: str) -> Cell | None:
    """Return the meaning of a cell's text, with blanks around it or not; None if it has none.

    ``17b1`` is a win with Black against the player of row 17.
    """
    text = text.strip()
    match = _PAIRING.fullmatch(text)
    if match is None:
        text = text.replace(" ", "").replace("\xa0", "")[:20]
        if text in _BYES:
            return Cell(None, kit.SideResult(_BYES[text]))
        match = _PAIRING.fullmatch(text)
    if match is None:
        return None
    opponent, letter, result = match[1].lstrip("0"), match[2].casefold(), match[3]
    if not opponent:
        return None
    return Cell(opponent, None if result is None else RESULTS[result], letter, COLOURS.get(letter))


@lru_cache(maxsize=20_000)
def read_three_cells(opponent: str, colour: str, result: str) -> Cell | None:
    """Return the meaning of a round of three cells; a dash means no opponent or no colour.

    Without a colour the game was not played, and one side forfeited it.
    """
    opponent, colour, result = opponent.strip(), colour.strip(), result.strip()
    if result in _DRAWS:
        result = "½"
    if opponent in {"", "-"}:
        points = _POINTS_OF_ONE.get(result) if colour in {"", "-"} else None
        return None if points is None else Cell(None, kit.SideResult(points))
    if colour in {"", "-"}:
        forfeited = _OPPONENT.fullmatch(opponent) and result in {"+", "-"}
        return Cell(opponent.lstrip("0"), RESULTS[result]) if forfeited else None
    return read_cell(f"{opponent}{colour}{result}")


_NUMBERED = re.compile(r"([1-9][0-9]?) ?\. ?[^\W\d_]{1,9}\.?")
_BARE = re.compile("[1-9][0-9]?")
_HEADINGS = {
    "name": "name names nom nombre nome namn naam navn név nev jméno meno nazwisko ime isim "
    "ad nimi имя фамилия teilnehmer spieler player surname",
    "points": "pts pkt pont poeng poäng points punkte ptos очки",
    "rating": "rtg rat elo rtgi eloi elo-i rating értékszám рейт",
    "dwz": "dwz dwz-index dwz/index nwz",
    "federation": "fed land féd ország федер",
    "club": "club/city verein/ort club verein klub club/ort verein/stadt",
    "fide": "fideid fide-id id",
    "sex": "sex",
    "title": "title titel titre tit typ",
    "place": "rk rg pl pos rank rang platz hely place pořadí msc м место mesto sija lp plac pos",
    "start": "sno snr startnr nrini nº",
    "team": "team mannschaft equipe équipe equipo lag csapat",
}
_LIKE_A_RATING = re.compile(r"\s*(?:rtg|rat|elo|dwz|nwz|rating)[ -]?[a-z]?\s*", re.IGNORECASE)
_WORDS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _HEADINGS.items()
}


@attrs.frozen
class Header:
    """The places of the columns; ``rounds`` gives each column of results with its number.

    ``by_opponent``: the numbers are those of the opponents, not of rounds.  ``in_three``: a round
    has two more columns behind its own, which have no headings.
    """

    row: int
    rounds: Mapping[int, int]
    columns: Mapping[str, int]
    by_opponent: bool = False
    in_three: bool = False
    tie_breaks: Mapping[int, str] = attrs.field(factory=dict)


def find_header(rows: Sequence[Row]) -> Header | None:
    """Return the first row with headings of rounds; None if there is none."""
    for index, row in enumerate(rows[:100]):
        for pattern, needed in ((_NUMBERED, 1), (_BARE, 2)):
            rounds = _numbers(row, pattern)
            if len(rounds) >= needed and list(rounds.values()) == [*range(1, len(rounds) + 1)]:
                header = Header(index, rounds, _columns(row, rows[index + 1 : index + 20], rounds))
                if "name" in header.columns:
                    is_square = pattern is _BARE and _is_square(rows, header)
                    in_three = pattern is _NUMBERED and _is_in_three(row, rounds)
                    return attrs.evolve(
                        header,
                        by_opponent=is_square,
                        in_three=in_three,
                        tie_breaks=_tie_breaks(row, header),
                    )
    return None


_TIE_BREAK = re.compile(r"([^\W\d_]{1,12})\.? ?([1-6])")


def _tie_breaks(row: Row, header: Header) -> Mapping[int, str]:
    """Return the columns behind the results headed by one word in any language and 1, 2, …."""
    found: dict[int, str] = {}
    word = None
    for index in range(max(header.rounds) + 1, len(row.cells)):
        match = _TIE_BREAK.fullmatch(row.cell(index)[:20])
        if (
            match is not None
            and match[1] == (word or match[1])
            and int(match[2]) == len(found) + 1
        ):
            word = match[1]
            found[index] = row.cell(index)
    return found


def _is_in_three(row: Row, rounds: Mapping[int, int]) -> bool:
    """True if every round is followed by two columns without headings."""
    first, last = min(rounds), max(rounds)
    return [*rounds] == [*range(first, last + 1, 3)] and all(
        column + 2 < len(row.cells) and not row.cell(column + 1) and not row.cell(column + 2)
        for column in rounds
    )


def _numbers(row: Row, pattern: re.Pattern[str]) -> dict[int, int]:
    """Return the columns whose headings are numbers, with these."""
    found = {}
    for index, text in enumerate(row.cells):
        if match := pattern.fullmatch(text.strip()[:20]):
            found[index] = int(match[1] if pattern is _NUMBERED else match[0])
    return found


def _columns(row: Row, following: Sequence[Row], rounds: Mapping[int, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for index, text in enumerate(row.cells):
        word = text.replace(" ", "").casefold().rstrip(".")
        for name, words in _WORDS.items():
            if word in words:
                found.setdefault(name, index)
    if "name" not in found and "team" not in found:
        before = range(min(rounds))
        longest = max(before, key=lambda index: _letters(following, index), default=None)
        if longest is not None and _letters(following, longest) >= 3 * max(1, len(following)):
            found["name"] = longest
    beside = found.get("name", 0) - 1
    if beside >= 0 and not row.cell(beside):  # a column without a heading contains the titles
        found.setdefault("title", beside)
    return found


def _letters(rows: Sequence[Row], index: int) -> int:
    return sum(char.isalpha() for row in rows for char in row.cell(index))


def _is_square(rows: Sequence[Row], header: Header) -> bool:
    """True if the diagonal is starred or empty, as in a table of all against all."""
    diagonal = [
        row.cell(column)
        for row, column in zip(rows[header.row + 1 :], header.rounds, strict=False)
    ]
    return len(diagonal) == len(header.rounds) and all(
        not set(text) - set("*xX-") for text in diagonal
    )


_COMPLETE = Message(
    "export the crosstable of the whole list (on chess-results: show complete list)"
)


def read_crosstable(file: kit.File) -> kit.TournamentReport:
    """The report of a crosstable, or of the board pairings of teams."""
    grids: list[Grid] = []
    for grid in read_grids(file):
        header = find_header(grid.rows)
        if header is not None:
            return _read_table(grid, header, file)
        grids.append(grid)
    if matches := find_matches(grids):
        return read_boards(matches, file)
    if file.has_errors():
        raise kit.Unreadable
    message = Message(
        "no row of headings names the players and the rounds (Name, 1.Rd, 2.Rd, …): a list "
        "without games cannot be rated: %(remedy)s",
        remedy=_COMPLETE,
    )
    raise file.refusal(
        message if grids else Message("this is not a table: %(remedy)s", remedy=_COMPLETE)
    )


def _read_table(grid: Grid, header: Header, file: kit.File) -> kit.TournamentReport:
    file.encoding = grid.encoding
    table = _Table(grid, header, _body(grid, header, file), file)
    days = file.days()
    games = tuple(table.square_games() if header.by_opponent else table.games())
    players = tuple(table.players())
    table.check_columns()
    table.check_points(games)
    return file.report(
        days,
        players,
        games,
        key=grid.key(),
        name=grid.title(header.row),
        tie_breaks=tuple(header.tie_breaks.values()),
        rounds=None if header.by_opponent else len(header.rounds),
    )


def _body(grid: Grid, header: Header, file: kit.File) -> Sequence[Row]:
    """Return the rows of players: up to the first without a name."""
    rows: list[Row] = []
    for row in grid.rows[header.row + 1 :]:
        name = row.cell(header.columns["name"])
        if not name or row.cell(0).startswith("#"):
            break
        if len(rows) == kit.MOST_PLAYERS:
            file.error(kit.TOO_MANY_PLAYERS)
            break
        rows.append(row)
    return rows


@attrs.frozen
class _Table:
    """The rows of players under their headings."""

    grid: Grid
    header: Header
    rows: Sequence[Row]
    file: kit.File

    def players(self) -> Iterator[kit.PlayerReport]:
        """The players, numbered by their rows.

        An empty place before the names is shared with the row above.
        """
        columns, place = self.header.columns, ""
        in_order = columns.get("place", columns["name"]) < columns["name"]
        for number, row in enumerate(self.rows, start=1):
            texts = {name: row.cell(column) for name, column in columns.items()}
            place = texts.get("place", "").rstrip(".") or (place if in_order else "")
            dwz, _, index = texts.get("dwz", "").replace("/", "-").partition("-")
            yield self.file.player(
                number,
                texts["name"],
                line=row.line,
                sex=texts.get("sex"),
                federation=texts.get("federation"),
                club=texts.get("club"),
                title=title if (title := texts.get("title", "")) in kit.fields.TITLES else "",
                ids={"fide": texts.get("fide")},
                ratings={"FIDE": texts.get("rating"), "DWZ": dwz},
                index=index.strip(),
                table_line=kit.table_line(
                    place,
                    texts.get("points"),
                    [row.cell(column) for column in self.header.tie_breaks],
                    start_number=kit.ordinal_of(texts.get("start")),
                ),
            )

    def check_columns(self) -> None:
        """Warn about columns that look like ratings and are not read."""
        row = self.grid.rows[self.header.row]
        for index, text in enumerate(row.cells):
            if _LIKE_A_RATING.fullmatch(text) and index not in self.header.columns.values():
                message = Message(
                    "the column %(heading)s looks like a rating and is not used", heading=text
                )
                self.file.warn(message, row.line, index + 1)

    def games(self) -> Iterator[kit.GameReport]:
        """The games of a table whose columns are rounds."""
        letters: set[str] = set()
        cells = list(self._cells(letters))
        yield from kit.games_of_cells(self._within(cells), self.file)
        if letters:
            message = Message(
                "the colours %(letters)s are not known: taken as unknown",
                letters=kit.named(sorted(letters)),
            )
            self.file.warn(message)

    def _within(self, cells: Sequence[kit.MirroredCell]) -> Sequence[kit.MirroredCell]:
        """Return the cells whose opponents are in the list; an error if there are others."""
        players = len(self.rows)
        opponents = {cell.opponent for cell in cells}
        last = max((int(each) for each in opponents if each is not None), default=0)
        if last <= players:
            return cells
        message = Message(
            "the list has %(rows)s rows, but opponents up to number %(last)s: %(remedy)s",
            {"rows": players, "last": last, "remedy": _COMPLETE},
        )
        self.file.error(message)
        return [cell for cell in cells if int(cell.opponent or 0) <= players]

    def _cells(self, letters: set[str]) -> Iterator[kit.MirroredCell]:
        """Yield every cell with an opponent or with points; unknown colours go to ``letters``."""
        rounds = tuple(self.header.rounds.items())
        in_three = self.header.in_three
        missing = [""] * (rounds[-1][0] + 3)
        for number, row in enumerate(self.rows, start=1):
            player, line, texts = str(number), row.line, [*row.cells, *missing]
            for column, round_ in rounds:
                here = texts[column : column + 3]
                cell = read_three_cells(*here) if in_three else read_cell(here[0])
                if cell is None:
                    self._report_unread(here, line, column + 1)
                    continue
                if cell.colour is None and cell.letter:
                    letters.add(cell.letter)
                side = player, round_, cell.opponent, cell.result, cell.colour
                yield from kit.one_side(*side, line=line, column=column + 1)

    def _report_unread(self, cells: Sequence[str], line: int, column: int) -> None:
        text = cells[0].strip()[:20]
        if self.header.in_three:
            message = Message(
                "%(text)r is not an opponent, colour and result such as 17 b 1, 82 - + or - - 1: "
                "correct it",
                text=" ".join(cell.strip()[:10] for cell in cells),
            )
        elif not text.isdecimal() and _OF_TEAMS.fullmatch(cells[0].strip().replace(" ", "")[:20]):
            message = Message(
                "this is a table of teams, which has no games of players: export the crosstable "
                "of the players, or TRF"
            )
        else:
            message = Message(
                "%(text)r is not a result such as 17b1, 5w½, 12w+ or -1: correct it", text=text
            )
        self.file.error(message, line, column)

    def square_games(self) -> Iterator[kit.GameReport]:
        """Yield the games of a table of all against all, which has neither rounds nor colours."""
        for number, row in enumerate(self.rows, start=1):
            for column, opponent in self.header.rounds.items():
                if number < opponent <= len(self.rows):
                    yield from self._square_game(number, opponent, row, column)

    def _square_game(
        self, number: int, opponent: int, row: Row, column: int
    ) -> Iterator[kit.GameReport]:
        columns = list(self.header.rounds)
        other = self.rows[opponent - 1].cell(columns[number - 1])
        own, theirs = RESULTS.get(row.cell(column)), RESULTS.get(other)
        result = None if own is None or theirs is None else kit.combine_results(own, theirs)
        if result is None:
            is_open = not (row.cell(column) + other).strip(_OPEN)
            sides = str(number), str(opponent)
            if is_open and self.file.leaves_open(None, *sides, row.line):
                return
            message = Message(
                "%(one)s – %(other)s: %(own)r and %(theirs)r are not results of one game: "
                "complete them",
                one=number,
                other=opponent,
                own=row.cell(column)[:10],
                theirs=other[:10],
            )
            self.file.error(message, row.line, column + 1)
            return
        yield kit.GameReport(
            round=None,
            white=str(number),
            black=str(opponent),
            **result.fields(),
            sides_known=False,
            line=row.line,
        )

    def check_points(self, games: Sequence[kit.GameReport]) -> None:
        """Warn if the points of a row are not the sum of its cells, if all could be read."""
        if self.file.has_errors():
            return
        sums = kit.summed(map(str, range(1, len(self.rows) + 1)), games)
        column = self.header.columns.get("points")
        for row, (number, total) in zip(self.rows, sums.items(), strict=True):
            text = row.cell(column).replace(",", ".")
            points = _points(text[:20])
            if points is not None and points != total:
                message = Message(
                    "player %(number)s: %(points)s points, but the games give %(sum)s",
                    {"number": number, "points": text, "sum": f"{total:g}"},
                )
                self.file.warn(message, row.line)


@lru_cache(maxsize=1_000)
def _points(text: str) -> float | None:
    text = re.sub("[½xX]", ".5", text)
    return float(text) if re.fullmatch(r"[0-9]{0,3}(\.[0-9]{1,2})?", text) and text else None
