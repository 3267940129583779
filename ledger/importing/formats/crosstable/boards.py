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
from ledger.importing.formats.crosstable.grid import Grid
from ledger.importing.formats.html_tables import Row

_SCORE = re.compile(r"([0-9]{0,2}(?:[.,][05]|½)?) ?: ?([0-9]{0,2}(?:[.,][05]|½)?)")
_BOARD = re.compile(r"[0-9]{1,3}[.,][0-9]{1,2}")
_SIDE = r"(1/2|0[.,]5|[10½+-])"
_RESULT = re.compile(rf"{_SIDE} ?[-:] ?{_SIDE}")
_RESULTS = kit.results_of(
    win="1", draw="½ 0.5 0,5 1/2", loss="0", forfeit_win="+", forfeit_loss="-"
)
_COLOURS: dict[str, kit.Colour] = {"(w)": "w", "(s)": "b"}
_ROUND = re.compile(r"(?:([^\W\d]{3,9}) ([1-9][0-9]?)|([1-9][0-9]?)\. ?([^\W\d]{3,9}))\b(.{0,99})")
_ROUNDS = re.compile(
    "round|runde?|rond[ae]?|rodada|tour|turno|forduló|kolo|kierros|omg[aå]ng|тур|круг|umferð|voor",
    re.IGNORECASE,
)
_DAY = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}")


@attrs.define
class _Match:
    """A match: number and name of each team, with the column of the names and the score's."""

    grid: Grid
    row: Row
    columns: Sequence[int]
    score: int
    round: int | None
    day: date | None
    boards: list[Row] = attrs.field(factory=list)

    @property
    def teams(self) -> Sequence[tuple[int, str]]:
        """Return the numbers and names of both teams."""
        return [(int(self.row.cell(it - 1)), self.row.cell(it)) for it in self.columns]


def find_matches(grids: Sequence[Grid]) -> Sequence[_Match]:
    """Return the matches in the readings of a file, each with the round in the line above it."""
    found: list[_Match] = []
    round_, day = None, None
    for grid in grids:
        for row in (*(Row(0, [text]) for text in grid.texts), *grid.rows):
            if (columns := _columns(row)) is not None:
                found.append(_Match(grid, row, columns[:2], columns[2], round_, day))
            elif found and found[-1].grid is grid and _BOARD.fullmatch(row.cell(0)):
                found[-1].boards.append(row)
            elif (heading := _heading(row)) is not None:
                round_, day = heading
    return found


def _columns(row: Row) -> tuple[int, int, int] | None:
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
    return one + 1, other + 1, score


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
    grid, row = matches[0].grid, matches[0].row
    file.encoding = grid.encoding
    if any(match.round is None for match in matches):
        message = Message("the list does not name its round: entered as round 1")
        file.adjusted(message, row.line)
    reading = _Reading(file, kit.Roster(file))
    cells = [cell for match in matches for cell in reading.cells(match, match.round or 1)]
    round_days = {match.round or 1: match.day for match in matches}
    known = [str(day) for day in round_days.values() if day is not None]
    whole = len(known) == len(round_days) and file.supplied.ended_on is None
    days = file.days(min(known), max(known)) if whole else file.days()
    key, last = grid.key(), max(round_days)
    return file.report(
        days,
        reading.roster.players.values(),
        kit.dated(kit.games_of_cells(cells, file), round_days, days),
        # The page of a single round is no correction of that of another one.
        key=f"{key}-round-{last}" if key and len(round_days) == 1 else key,
        name=grid.title(grid.rows.index(row)),
        rounds=last,
        system="team",
        boards=max(len(match.boards) for match in matches) or None,
        teams=tuple(kit.TeamReport(number=no, name=it) for no, it in reading.teams.items()),
    )


@attrs.frozen
class _Reading:
    """The teams by their numbers and the players by team and name, as far as they are read."""

    file: kit.File
    roster: kit.Roster
    teams: dict[int, str] = attrs.field(factory=dict)
    _paired: set[tuple[int, int]] = attrs.field(factory=set)

    def cells(self, match: _Match, round_: int) -> Iterator[kit.MirroredCell]:
        """Yield both sides of every board of a match, and check its teams and score."""
        for number, name in match.teams:
            self.teams.setdefault(number, name)
            if (round_, number) in self._paired:
                message = Message(
                    "team %(team)s has two matches in round %(round)s: leave the heading of each "
                    "round above its matches",
                    {"team": name, "round": round_},
                )
                self.file.error(message, match.row.line)
            self._paired.add((round_, number))
        sums = [0.0, 0.0]
        for board, row in enumerate(match.boards, start=1):
            text = row.cell(match.score)
            found = _RESULT.fullmatch(text)
            if found is None and text.strip(" -:*"):
                self.file.unknown_result(round_, row.cell(0), text, row.line)
                continue
            results = [None, None] if found is None else [_RESULTS[it] for it in found.groups()]
            sums = [one + (it.points if it else 0) for one, it in zip(sums, results, strict=True)]
            yield from self._board(match, row, results, round_, board)
        self._check_score(match, sums)

    def _board(
        self,
        match: _Match,
        row: Row,
        results: Sequence[kit.SideResult | None],
        round_: int,
        board: int,
    ) -> Iterator[kit.MirroredCell]:
        (one, own), (other, theirs) = (self._side(match, row, place) for place in (0, 1))
        for player, opponent, colour, result in (
            (one, other, own, results[0]),
            (other, one, theirs, results[1]),
        ):
            if player is not None:
                side = player, round_, opponent, result, colour
                yield from kit.one_side(*side, board=board, line=row.line)

    def _side(self, match: _Match, row: Row, place: int) -> tuple[str | None, kit.Colour | None]:
        """Return the number and colour of the player on one side of a board, if there is one."""
        column, (team, _) = match.columns[place], match.teams[place]
        text, title = row.cell(column), row.cell(column - 1)
        colour = _COLOURS.get(text[:3])
        if not (name := text[3:].strip() if colour else text):
            return None, None
        national = match.row.cell(column + 1).casefold().startswith(("dwz", "nwz"))
        player = self.roster.player(
            (team, name),
            name,
            row.line,
            title=title if title in kit.fields.TITLES else "",
            ratings={"DWZ" if national else "FIDE": row.cell(column + 1)},
            table_line=kit.table_line(team=team),
        )
        return player.number, colour

    def _check_score(self, match: _Match, sums: Sequence[float]) -> None:
        """Warn if the score of a match is not the sum of its boards."""
        text, at = match.row.cell(match.score), match.row.line
        stated = [kit.decimal_of(it) for it in text.split(":")]
        (_, one), (_, other) = match.teams
        about = {"one": one, "other": other, "score": text}
        if not match.boards and any(stated):
            message = Message(
                "%(one)s – %(other)s has no boards: take the list of the board pairings", about
            )
            self.file.error(message, at)
        elif None not in stated and stated != [*sums]:
            message = Message(
                "%(one)s – %(other)s: the score is %(score)s, but the boards give %(sums)s",
                about | {"sums": " : ".join(f"{it:g}" for it in sums)},
            )
            self.file.warn(message, at)
