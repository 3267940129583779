"""A tournament is typed into a crosstable, shown in a preview, then submitted.

It uses the command ``enter``: the typed data become a file of the canonical form.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import orjson
from starlette.responses import Response

from ledger.events.messages import marked
from ledger.events.problems import Problem, Refused
from ledger.importing.manual_entry import tournament_form
from ledger.importing.manual_entry.tournament import Participant, TypedTournament
from projections.api import Ledger
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.pages.officer.confirmation import (
    ACTION,
    NOT_ASKED,
    Step,
    next_step,
    pool_field,
)
from projections.interfaces.pages.officer.fields import FormField, form_of
from projections.interfaces.pages.officer.officer_request import (
    OfficerRequest,
    redirect_after_write,
)
from projections.interfaces.pages.officer.operation_form import no_list_chosen
from projections.interfaces.pages.officer.players import about
from projections.interfaces.pages.officer.submissions import imported, verdicts, waiting_or_at_once
from projections.queries.arguments import Upload
from projections.queries.presentation import as_known

PLAYERS, WHO = "players", "who."
MOST_NAMESAKES = 12
GAMES_OF_A_SWISS = marked(
    "`3 1-0 5` with White first, `4 = 2`, `6 + 1` without a game, `7 bye`; an empty line between "
    "two rounds."
)
PLAYERS_OF_A_TOURNAMENT = marked("A name or id of the register, or: `new Adler, Anna, born 1970`")
GRID = "grid"
"""The field that says for which players the cells were typed."""


@attrs.frozen
class GridCell:
    """A cell of the crosstable: ``field`` to type into, or the other side's sign of the game."""

    text: str
    field: str | None = None
    wrong: Sequence[str] = ()


def tournament(request: OfficerRequest) -> Response:
    """The form with its grid, what it would mean, and its submission."""
    if not request.texts:
        return _shown(request, tournament_form.ReadForm((), None, ()), NOT_ASKED)
    request.texts = _with_chosen_namesakes(request.texts)
    read = _read(request)
    if read.tournament is None:
        wanted = request.texts.get(ACTION) != PLAYERS
        problems = [each for each in read.problems if wanted or each.field == "players"]
        return _shown(request, read, Step(problems=problems, status=422 if problems else 200))
    if request.texts.get(ACTION) == PLAYERS:
        return _shown(request, read, NOT_ASKED)
    typed = read.tournament

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        if not request.text("pool"):
            raise no_list_chosen()
        if dry_run or request.is_officer:
            return _imported(request, ledger, typed, dry_run=dry_run)
        file, links = Upload(_file(typed), typed.content()), dict(typed.links())
        return {"submission": waiting_or_at_once(request, file, file_format="csv", links=links)}

    step = next_step(request, work)
    if step.done is not None:
        if "submission" in step.done:
            return redirect_to(f"/desk/{step.done['submission']}")
        first, last = step.done["effect"]["first"], step.done["effect"]["last"]
        return redirect_after_write(last, first=first, pools=[request.text("pool")])
    return _shown(request, read, step)


def _read(request: OfficerRequest) -> tournament_form.ReadForm:
    """Return the form's content, with its cells moved along with players."""
    read = tournament_form.read_form(request.texts, request.ledger)
    if not read.players:
        return read
    before, now = _players_of_form(request), tournament_form.keys_of(read.players)
    request.texts = {**request.texts, GRID: orjson.dumps(now).decode()}
    if not before or before == now:
        return read
    request.texts = tournament_form.moved_results(request.texts, before, now)
    return tournament_form.read_form(request.texts, request.ledger)


# --- lines that may mean several players: one of them is chosen by year and club -----------------


@attrs.frozen
class Namesakes:
    """The players that a line may mean: by their ids, each with year, club and rating."""

    field: str
    text: str
    options: Sequence[tuple[str, str]]


def _with_chosen_namesakes(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form with chosen players' ids in place of their lines."""
    lines = [line for line in texts.get(PLAYERS, "").splitlines() if line.strip()]
    for number, _ in enumerate(lines, start=1):
        lines[number - 1] = texts.get(f"{WHO}{number}") or lines[number - 1]
    kept = {name: text for name, text in texts.items() if not name.startswith(WHO)}
    return {**kept, PLAYERS: "\n".join(lines)}


def _namesakes(request: OfficerRequest) -> Iterator[Namesakes]:
    """Yield the choice for each line that may mean several players."""
    lines = [line for line in request.text(PLAYERS).splitlines() if line.strip()]
    for number, line in enumerate(lines, start=1):
        try:
            request.ledger.find_player(line.strip())
        except Refused as refused:
            if refused.problems[0].code != "which-player":
                continue
            with request.ledger.pool(request.pools[0]) as view:  # the register is the same in all
                found = [row["player"] for row in view.players(line, limit=MOST_NAMESAKES)]
            known = as_known(request.ledger.known_players(found, request.pools))
            options = [
                (player, ", ".join(str(it) for it in (who.name, *about(who)) if it))
                for player, who in known.items()
            ]
            yield Namesakes(f"{WHO}{number}", line, options)


def _players_of_form(request: OfficerRequest) -> list[str]:
    """Return the players for whom the form's cells were typed; none if it does not tell."""
    try:
        said = orjson.loads(request.texts.get(GRID, ""))
    except orjson.JSONDecodeError:
        return []
    return [str(each) for each in said] if isinstance(said, list) else []


def _imported(
    request: OfficerRequest, ledger: Ledger, typed: TypedTournament, *, dry_run: bool
) -> Mapping[str, object]:
    """Return the effect of the tournament's file.

    Raises :class:`~ledger.events.problems.Refused` if it cannot be imported.
    """
    document = imported(
        ledger,
        Upload(_file(typed), typed.content()),
        pools=[request.text("pool")],
        format="csv",
        links=dict(typed.links()),
        by=request.by,
        dry_run=dry_run,
        effects=dry_run,
    )
    if problems := document.get("problems"):
        raise Refused([Problem(None, None, "file", it["message"]) for it in problems])
    return document


def _file(typed: TypedTournament) -> str:
    """Return the name of the file: the tournament and its last day."""
    words = re.sub(r"\W+", "-", typed.name.casefold())[:40].strip("-_")
    return f"{words or 'tournament'}-{typed.ended_on}.csv"


def _shown(request: OfficerRequest, read: tournament_form.ReadForm, step: Step) -> Response:
    size, is_swiss = len(read.players), request.text("system").startswith("s")
    wrong: dict[str, list[str]] = {}
    for problem in step.problems:
        wrong.setdefault(problem.field or "", []).append(problem.message)
    fields = _fields(request)
    grid = _grid(request, read.players, wrong) if size > 1 and not is_swiss else []
    others = [it for it in step.problems if not (it.field or "").startswith("cell.")]
    form = form_of(fields, request.texts, others)
    foreseen = step.foreseen
    return request.page(
        "tournament.html",
        step.status,
        form=form,
        step=step,
        grid=grid,
        kept=_kept(request, grid, is_swiss=is_swiss and size > 1),
        players=read.players,
        namesakes=[] if read.players else [*_namesakes(request)],
        is_swiss=is_swiss and size > 1,
        slips=[
            message for field in wrong if field.startswith("cell.") for message in wrong[field]
        ],
        issues=[] if foreseen is None else [it["message"] for it in foreseen["issues"]],
        verdicts=[] if foreseen is None else verdicts(request, foreseen),
    )


def _kept(
    request: OfficerRequest, grid: Sequence[tuple[Participant, Any]], *, is_swiss: bool
) -> list[tuple[str, str]]:
    """Results that were typed and have no field at present, so that they are not lost."""
    shown = {cell.field for _, cells in grid for cell in cells if cell is not None}
    typed = request.texts.items()
    cells = [it for it in typed if it[0].startswith("cell.") and it[1] and it[0] not in shown]
    return cells + [it for it in typed if it[0] == "rounds" and not is_swiss]


def _grid(
    request: OfficerRequest, players: Sequence[Participant], wrong: Mapping[str, Sequence[str]]
) -> list[tuple[Participant, list[GridCell | None]]]:
    """A row for each player: a field against each later one, the mirrored sign against others."""
    size = len(players)
    rows: list[tuple[Participant, list[GridCell | None]]] = []
    for row in range(1, size + 1):
        cells: list[GridCell | None] = []
        for column in range(1, size + 1):
            name = tournament_form.cell_name(min(row, column), max(row, column))
            sign = request.text(name)
            if row == column:
                cells.append(None)
            elif row < column:
                cells.append(GridCell(sign, name, wrong.get(name, ())))
            else:
                cells.append(GridCell(tournament_form.MIRRORED.get(sign, sign)))
        rows.append((players[row - 1], cells))
    return rows


def _fields(request: OfficerRequest) -> list[FormField]:
    return [
        FormField(name="name", label=marked("Name of the tournament"), required=True),
        pool_field(request.pool_options),
        FormField(name="starts_on", label=marked("First day"), kind="date"),
        FormField(name="ended_on", label=marked("Last day"), kind="date", required=True),
        FormField(
            name="system",
            label=marked("System"),
            kind="choice",
            options=[("round-robin", "round-robin"), ("swiss", "swiss")],
            value="round-robin",
        ),
        FormField(name="minutes", label=marked("Minutes for each player and game"), kind="number"),
        FormField(name="increment", label=marked("Seconds added for each move"), kind="number"),
        FormField(
            name="players",
            label=marked("Players, one a line"),
            kind="area",
            hint=PLAYERS_OF_A_TOURNAMENT,
            required=True,
            suggest="/search",
        ),
        FormField(
            name="rounds", label=marked("Games, one a line"), kind="area", hint=GAMES_OF_A_SWISS
        ),
    ]
