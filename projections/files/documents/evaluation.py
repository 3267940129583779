"""A tournament's evaluation: for people as the page has it, as CSV as federations print it.

A rulebook defines the columns of the CSV (``Rulebook.printed``); without them the fields of the
rows are the columns, under the contract's names.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

from ledger.events.messages import Message, as_message, marked
from ledger.importing.formats.csv_cells import CsvWriter
from projections.engine.history.as_of import AsOf
from projections.files.documents.document import Part, Table
from projections.files.documents.formats import page
from projections.files.documents.heading import FileHeading, file_heading
from projections.files.documents.sheet_table import SheetTable
from projections.files.documents.workbook import Sheet, as_workbook
from projections.files.exports.tournament_reports import numbers_of
from projections.i18n.languages import Language
from projections.queries.answer_types import (
    EvaluationRow,
    FinalTable,
    FinalTableRow,
    GameRow,
    TableGame,
    TeamMatch,
    TeamRow,
    TournamentEvaluation,
)
from projections.queries.answers import Answers
from projections.queries.columns import BOARDS, PLACE, TEXT, Column, Columns, Kind, Spelling
from projections.queries.evaluated_rows import (
    OF_A_TOURNAMENT,
    Evaluated,
    columns_shown,
    evaluated_rows,
)
from projections.queries.listings import games_of_tournament
from projections.queries.presentation import (
    display_name,
    printed_columns,
    symbols_of,
    table_row,
)
from projections.queries.team_table import line_ups, match_results, percent_of
from projections.queries.tie_break_labels import label_of
from projections.queries.tournament_table import final_table, shown_table, team_lines
from projections.rulebooks.evaluation import PrintedColumn


@attrs.frozen(kw_only=True)
class Evaluation:
    """A tournament's evaluation in a language.

    ``about``: the list, day and rulebook, and why the tournament is not rated, if it is not;
    ``symbols``: those of the headings in words; ``results``: the final table; of
    teams theirs, the matches of each round, and the line-ups.
    """

    name: str
    heading: FileHeading
    about: Sequence[str]
    players: SheetTable[Evaluated]
    symbols: Sequence[tuple[str, str]]
    not_rated: Table
    results: Sequence[Part]


def evaluation_of(answers: Answers, tournament: str, spoken: Language) -> Evaluation:
    """The evaluation of a tournament at the cut and under the rulebook that are asked about."""
    document, said = answers.tournament(tournament), spoken.translate_text
    rulebook, heading = document["rulebook"], file_heading(answers)
    table = final_table(answers, document["tournament"])
    games = {game["game"]: game for game in games_of_tournament(answers, document["tournament"])}
    places = {row["player"]: place for place, row in enumerate(table["players"])}
    rows = sorted(document["players"], key=lambda row: places[row["player"]])
    evaluated = evaluated_rows(rows, rulebook)
    columns = (*OF_A_TOURNAMENT.people_read(), *columns_shown(evaluated, rulebook))
    headings = {each.heading for each in columns}
    spelling = Spelling(spoken, rulebook, decimals=2)
    return Evaluation(
        name=answers.submitted(tournament).name_of(tournament),
        heading=heading,
        about=[*_about(heading, document, spoken)],
        players=SheetTable(said(marked("Ratings")), Columns(*columns), evaluated, spelling),
        symbols=[(it, said(text)) for it, text in symbols_of(rulebook).items() if it in headings],
        not_rated=_not_rated(games, document, spoken),
        results=_of_teams(table, games, spelling, spoken)
        if table.get("teams")
        else [Part(said(marked("Standings")), (_results(table, spelling),))],
    )


Games = Mapping[str, GameRow]


def _of_teams(table: FinalTable, games: Games, spelling: Spelling, spoken: Language) -> list[Part]:
    """The table of the teams, the matches of each round with their boards, the line-ups."""
    said, teams = spoken.translate_text, {row["team"]: row for row in table["teams"]}
    parts = [Part(said(marked("Teams")), (_teams(table, spelling),))]
    for number, matches in groupby(table["matches"], key=lambda match: match["round"]):
        heading = spoken.translate(Message("Round %(number)s", number=number))
        found = tuple(_match(match, teams, games, spelling) for match in matches)
        parts.append(Part(str(heading), found))
    found = tuple(
        _line_up(teams[team]["name"], players, spelling, spoken)
        for team, players in line_ups(table).items()
    )
    return [*parts, Part(said(marked("Line-ups")), found)]


def _match(
    match: TeamMatch, teams: Mapping[int, TeamRow], games: Games, spelling: Spelling
) -> Table:
    """The boards of a match under its teams and their points; a circle has the colour."""
    speech, own = spelling.speech, teams[match["team"]]
    rows = []
    for place, game in enumerate(map(games.__getitem__, match["games"]), start=1):
        black = spelling.name(game["black_name"]) if game["black"] else "–"
        sides = [
            ("white", spelling.name(game["white_name"]), game["white_points"]),
            ("black", black, game["black_points"]),
        ]
        if game["white"] not in own["players"]:
            sides.reverse()
        (left, one, its), (right, two, others) = sides
        unplayed = "" if game["played"] else f" {speech.translate_text(marked('ff'))}"
        result = f"{SIDES[left]}{speech.points(its)} : {speech.points(others)}{SIDES[right]}"
        rows.append((f"{game['board'] or place}. {one}", result + unplayed, two))
    points = f"{speech.points(match['points'])} : {speech.points(match['opponent_points'])}"
    return Table((own["name"], points, teams[match["opponent"]]["name"]), tuple(rows), frozenset())


def _line_up(
    team: str, players: Sequence[FinalTableRow], spelling: Spelling, spoken: Language
) -> Table:
    """The players of a team with their boards, points, games and per cent."""
    said = spoken.translate_text
    rows = tuple(
        (
            BOARDS.write(row["boards"], spelling),
            said(display_name(row["name"])),
            spoken.points(row["points"]),
            str(len(row["games"])),
            spoken.fixed(percent_of(row), 1),
        )
        for row in players
    )
    figures = (said(marked("Points")), said(marked("Games")), "%")
    return Table((said(marked("Board")), team, *figures), rows, frozenset({0, 2, 3, 4}))


def _teams(table: FinalTable, spelling: Spelling) -> Table:
    """The places and points of the teams, and their matches in board points."""
    shown = team_lines(table)
    points, results = spelling.speech.points, match_results(table["matches"])
    signs = ("+", "=", "−") if results else ()
    rows = tuple(
        (
            PLACE.write(line.row["place"], spelling),
            line.row["name"],
            *map(str, results[line.row["team"]] if signs else ()),
            points(line.row["match_points"]),
            points(line.row["board_points"]),
            *(
                " ".join(
                    f"{'' if shown.by_opponent else f'{at}: '}{points(own)}" for _, at, own in cell
                )
                for cell in line.cells
            ),
        )
        for line in shown.lines
    )
    words = (marked("Place"), marked("Team"), *signs, marked("MP"), marked("BP"))
    spoken = map(spelling.speech.translate_text, words)
    return Table((*spoken, *map(str, shown.headings)), rows, frozenset({0, *range(2, len(words))}))


def _results(table: FinalTable, spelling: Spelling) -> Table:
    """The places, points and games; each with the opponent's line if it is not a crosstable."""
    shown, speech = shown_table(table), spelling.speech

    def result(game: TableGame) -> str:
        opponent = shown.numbers.get(game["opponent"] or "")
        has_line = opponent is not None and not shown.by_opponent
        line = f"{opponent}{SIDES[game['colour']]}" if has_line else ""
        unplayed = "" if game["played"] else f" {speech.translate_text(marked('ff'))}"
        return f"{line}{speech.points(game['points'])}{unplayed if opponent else ''}"

    rows = tuple(
        (
            PLACE.write(line.row["place"], spelling) if line.row["place"] else "",
            spelling.name(line.row["name"]),
            speech.points(line.row["points"]),
            *map(speech.points, line.row["tie_breaks"]),
            *(" ".join(map(result, cell)) for cell in line.cells),
        )
        for line in shown.lines
    )
    words = map(speech.translate_text, (marked("Place"), marked("Name"), marked("Points")))
    broken = [label_of(each).heading for each in table["tie_breaks"]]
    headings = (*words, *broken, *map(str, shown.headings))
    return Table(headings, rows, frozenset({0, *range(2, 3 + len(broken))}))


SIDES = {"white": "○", "black": "●", None: ""}


def _about(
    heading: FileHeading, document: TournamentEvaluation, spoken: Language
) -> Sequence[str]:
    ended = Message("ended on %(day)s", day=spoken.day(document["ended_on"]))
    found = [heading.title, str(spoken.translate(ended)), heading.rulebook]
    if (reason := document.get("reason")) is not None:
        unrated = Message("This tournament is not rated: %(reason)s", reason=as_message(reason))
        found.append(str(spoken.translate(unrated)))
    return [each for each in found if each]


def _not_rated(games: Games, document: TournamentEvaluation, spoken: Language) -> Table:
    rows = tuple(
        (_game(games.get(each["game"]), each["game"], spoken), spoken.dated(each["reason"]))
        for each in document["games_not_rated"]
    )
    words = (marked("Game"), marked("Reason"))
    return Table(tuple(map(spoken.translate_text, words)), rows, frozenset())


def _game(game: GameRow | None, id_: str, spoken: Language) -> str:
    """The round and players of a game; its id if it is unknown."""
    if game is None:
        return id_
    names = [spoken.translate_text(display_name(game["white_name"]))]
    if game["black"] is not None:
        names.append(spoken.translate_text(display_name(game["black_name"])))
    players = " – ".join(names)
    if game["round"] is None:
        return players
    numbered = Message("Round %(number)s", number=game["round"])
    return f"{spoken.translate(numbered)}: {players}"


def evaluation_page(answers: Answers, tournament: str, spoken: Language, address: str = "") -> str:
    """The evaluation as one page of HTML that needs nothing else; ``address``: of its page."""
    evaluation = evaluation_of(answers, tournament, spoken)
    return page("evaluation.html", spoken, evaluation=evaluation, address=address)


def evaluation_workbook(answers: Answers, tournament: str, spoken: Language) -> bytes:
    """The evaluation as a workbook, with the games that do not count on a sheet of their own."""
    evaluation = evaluation_of(answers, tournament, spoken)
    sheets = [evaluation.players.sheet]
    if evaluation.not_rated.rows:
        columns = [(heading, 40) for heading in evaluation.not_rated.headings]
        name = spoken.translate_text(marked("Games that do not count"))
        sheets.append(Sheet(name, columns, evaluation.not_rated.rows))
    return as_workbook(evaluation.heading, evaluation.name, evaluation.about, sheets)


# --- the table as CSV for programs: the columns that a federation prints, in English -------------


def evaluation_as_csv(answers: Answers, tournament: str) -> bytes:
    """The rows after RFC 4180, each with what it is part of at its end; UTF-8.

    No cell is a formula to a spreadsheet; the headings, of which some begin with a sign, are ours.
    """
    document = answers.tournament(tournament)
    history = answers.submitted(tournament)
    (submitted,) = history.tournaments(answers.question.pool, [tournament])
    numbers = numbers_of(history.submission(tournament), submitted)
    rows = [
        {"number": int(numbers[row["player"]]), **_printed_row(row, document["rulebook"])}
        for row in document["players"]
    ]
    rows.sort(key=lambda row: (row["number"], row.get("part", 1)))
    columns, head = columns_for(document["rulebook"], rows), _head(answers, document)
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow([*columns.headings.values(), *head])
    writer = CsvWriter(text, line_end="\r\n")
    writer.rows([*columns.cells(row), *head.values()] for row in rows)
    return text.getvalue().encode()


def _head(answers: Answers, document: TournamentEvaluation) -> Mapping[str, str]:
    as_of: AsOf = answers.question.as_of
    return {
        "tournament": document["tournament"],
        "ended on": document["ended_on"],
        "pool": answers.question.pool,
        "rulebook": document["rulebook"] or "none",
        "as of": "everything" if as_of.day is None else as_of.day.isoformat(),
        "known at": str(answers.card_history.position),
    }


def columns_for(rulebook: str | None, rows: Sequence[EvaluationRow]) -> Columns[EvaluationRow]:
    """The columns of a rulebook's evaluations; the fields of the rows if it prints none."""
    keys = dict.fromkeys(key for row in rows for key in row if key not in _WHO.names)
    fields = [PrintedColumn(key.replace("_", " "), key, 3) for key in keys]
    return Columns(*_WHO, *map(_column, printed_columns(rulebook) or fields))


def _printed_row(row: EvaluationRow, rulebook: str | None) -> EvaluationRow:
    """A row with what the printed columns name; without them just the row."""
    return table_row(row, rulebook) if printed_columns(rulebook) else row


def _column(printed: PrintedColumn) -> Column[EvaluationRow]:
    kind = Kind(TEXT.write, cell=lambda value: _cell_text(value, printed.decimals))
    return Column(printed.field, printed.heading, lambda row: row[printed.field], kind)


def _cell_text(value: Any, decimals: int) -> str:
    """A value as a table shows it; games are counted."""
    if isinstance(value, float):
        return f"{value:.{decimals}f}"
    return str(len(value)) if isinstance(value, (list, tuple)) else str(value)


_WHO = Columns[EvaluationRow](
    Column("number", "No.", lambda row: row["number"]),
    Column("name", "Player", lambda row: display_name(row["name"])),
    Column("player", "Id", lambda row: row["player"]),
)
