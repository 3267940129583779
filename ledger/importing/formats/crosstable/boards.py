"""Board pairings of teams, of which chess-results has a page, list or sheet for each round.

A match is a row with both teams and the score, above the rows of its boards.  The player on the
left is not always White: a page has a mark of the colour beside each name, a copied text none.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.crosstable.grid import Grid, Row

_SCORE = re.compile(r"([0-9]{0,2}(?:[.,][05]|½)?) ?: ?([0-9]{0,2}(?:[.,][05]|½)?)")
_BOARD = re.compile(r"[0-9]{1,3}[.,][0-9]{1,2}")
_SIDE = r"(1/2|0[.,]5|[10½+-])"
_RESULT = re.compile(rf"{_SIDE} ?[-:] ?{_SIDE}")
_RESULTS = kit.results_of(
    win="1", draw="½ 0.5 0,5 1/2", loss="0", forfeit_win="+", forfeit_loss="-"
)
_NAME = re.compile(r"(?:\(([ws])\) ?)?(.*)", re.DOTALL)
_COLOURS: dict[str, kit.Colour] = {"w": "w", "s": "b"}
_ROUND = re.compile(r"(?:([^\W\d]{3,9}) ([1-9][0-9]?)|([1-9][0-9]?)\. ?([^\W\d]{3,9}))\b(.{0,99})")
_ROUNDS = re.compile(
    "round|runde?|rond[ae]?|rodada|tour|turno|forduló|kolo|kierros|omg[aå]ng|тур|круг|umferð|voor",
    re.IGNORECASE,
)
_DAY = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}")


@attrs.define
class _Match:
    """A match: the row with the teams, the columns of these and of the score, and the boards."""

    grid: Grid
    row: Row
    columns: tuple[int, int]
    score: int
    round: int | None
    day: date | None
    boards: list[Row] = attrs.field(factory=list)

    def teams(self) -> list[tuple[int, str]]:
        """Return the numbers and names of both teams."""
        return [(int(self.row.cell(it - 1)), self.row.cell(it)) for it in self.columns]

    @property
    def place(self) -> int:
        """Return the place of the row in its table."""
        return self.grid.rows.index(self.row)


def find_matches(grids: Sequence[Grid]) -> Sequence[_Match]:
    """Return the matches in the readings of a file, each with the round in the line above it."""
    found: list[_Match] = []
    round_, day = None, None
    for grid in grids:
        above = [Row(0, [text]) for text in grid.texts]
        for row in (*above, *grid.rows):
            columns = _columns(row)
            if columns is not None:
                found.append(_Match(grid, row, *columns, round_, day))
            elif found and found[-1].grid is grid and _BOARD.fullmatch(row.cell(0)):
                found[-1].boards.append(row)
            elif (heading := _heading(row)) is not None:
                round_, day = heading
    return found


def _columns(row: Row) -> tuple[tuple[int, int], int] | None:
    """Return the columns of the teams' names and of the score; None if the row is no match."""
    cells = [cell.strip() for cell in row.cells]
    if "-" not in cells:
        return None
    between = cells.index("-")
    score = next((i for i, it in enumerate(cells) if i > between and _SCORE.fullmatch(it)), None)
    numbers = [i for i, it in enumerate(cells[:score]) if i and kit.ordinal_of(it)]
    one = next((i for i in numbers if i < between - 1), None)
    other = next((i for i in numbers if i > between), None)
    if score is None or one is None or other is None:
        return None
    return (one + 1, other + 1), score


def _heading(row: Row) -> tuple[int, date | None] | None:
    """Return the round, and perhaps its day, that a row of one text announces."""
    texts = [text for cell in row.cells if (text := kit.tidy(cell[:200]))]
    match = _ROUND.fullmatch(texts[0]) if len(texts) == 1 else None
    if match is None or not _ROUNDS.fullmatch(match[1] or match[4]):
        return None
    day = _DAY.search(match[5])
    return int(match[2] or match[3]), kit.unambiguous_date(day[0]) if day else None


def read_boards(matches: Sequence[_Match], file: kit.File) -> kit.TournamentReport:
    """Return the report of the matches of one or several rounds."""
    first = matches[0]
    file.encoding = first.grid.encoding
    if any(match.round is None for match in matches):
        message = Message("the list does not name its round: entered as round 1")
        file.adjusted(message, first.row.number)
    reading = _Reading(file)
    cells = [cell for match in matches for cell in reading.cells(match)]
    round_days = {match.round or 1: match.day for match in matches}
    known = [str(day) for day in round_days.values() if day is not None]
    whole = len(known) == len(round_days) and file.supplied.ended_on is None
    days = file.days(min(known), max(known)) if whole else file.days()
    key, last = first.grid.key(), max(round_days)
    return file.report(
        days,
        reading.players.values(),
        kit.dated(kit.games_of_cells(cells, file), round_days, days),
        # The page of a single round is no correction of that of another one.
        key=f"{key}-round-{last}" if key and len(round_days) == 1 else key,
        name=first.grid.title(first.place),
        rounds=last,
        system="team",
        boards=max(len(match.boards) for match in matches) or None,
        teams=tuple(kit.TeamReport(number=no, name=it) for no, it in reading.teams.items()),
    )


@attrs.frozen
class _Reading:
    """The teams by their numbers and the players by team and name, as far as they are read."""

    file: kit.File
    teams: dict[int, str] = attrs.field(factory=dict)
    players: dict[tuple[int, str], kit.PlayerReport] = attrs.field(factory=dict)
    _paired: set[tuple[int, int]] = attrs.field(factory=set)

    def cells(self, match: _Match) -> Iterator[kit.MirroredCell]:
        """Yield both sides of every board of a match."""
        self._check_teams(match)
        sums = [0.0, 0.0]
        for board, row in enumerate(match.boards, start=1):
            sides = [self._side(match, place, row) for place in (0, 1)]
            text = row.cell(match.score)
            found = _RESULT.fullmatch(text)
            if found is None and text.strip(" -:*"):
                self.file.unknown_result(match.round or 1, row.cell(0), text, row.number)
                continue
            results = [None, None] if found is None else [_RESULTS[it] for it in found.groups()]
            for place, result in enumerate(results):
                sums[place] += 0.0 if result is None else result.points
                player, colour = sides[place]
                opponent = sides[1 - place][0]
                if player is not None and (opponent or (result and result.points)):
                    yield kit.MirroredCell(
                        player=player,
                        round=match.round or 1,
                        opponent=opponent,
                        result=result,
                        colour=colour,
                        board=board,
                        line=row.number,
                    )
        self._check_score(match, sums)

    def _side(self, match: _Match, place: int, row: Row) -> tuple[str | None, kit.Colour | None]:
        """Return the number and colour of the player on one side of a board, if there is one."""
        column = match.columns[place]
        found = _NAME.fullmatch(row.cell(column))
        mark, name = (None, "") if found is None else found.groups()
        if not name:
            return None, None
        (team, _), title = match.teams()[place], row.cell(column - 1)
        number = str(len(self.players) + 1)
        heading = match.row.cell(column + 1).casefold()
        rating = "DWZ" if heading.startswith(("dwz", "nwz")) else "FIDE"
        player = self.players.get((team, name)) or self.file.player(
            number,
            name,
            line=row.number,
            title=title if title in kit.fields.TITLES else "",
            ratings={rating: row.cell(column + 1)},
            table_line=kit.table_line(team=team),
        )
        self.players[team, name] = player
        return player.number, _COLOURS.get(mark or "")

    def _check_teams(self, match: _Match) -> None:
        """Enter the teams; an error if one has two matches in a round."""
        for number, name in match.teams():
            self.teams.setdefault(number, name)
            if (match.round or 1, number) in self._paired:
                message = Message(
                    "team %(team)s has two matches in round %(round)s: leave the heading of each "
                    "round above its matches",
                    {"team": name, "round": match.round or 1},
                )
                self.file.error(message, match.row.number)
            self._paired.add((match.round or 1, number))

    def _check_score(self, match: _Match, sums: Sequence[float]) -> None:
        """Warn if the score of a match is not the sum of its boards."""
        text = match.row.cell(match.score)
        stated = [kit.decimal_of(it) for it in text.split(":")]
        if not match.boards and any(stated):
            message = Message(
                "%(one)s – %(other)s has no boards: take the list of the board pairings",
                dict(zip(("one", "other"), (name for _, name in match.teams()), strict=True)),
            )
            self.file.error(message, match.row.number)
        elif None not in stated and stated != [*sums]:
            (_, one), (_, other) = match.teams()
            message = Message(
                "%(one)s – %(other)s: the score is %(score)s, but the boards give %(sums)s",
                {
                    "one": one,
                    "other": other,
                    "score": text,
                    "sums": " : ".join(f"{it:g}" for it in sums),
                },
            )
            self.file.warn(message, match.row.number)
