"""The commands ``audit`` and ``check-audit``: the working behind a figure, and its check."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import click
from rich.console import Console
from rich.markup import escape

from projections.api import check_audit
from projections.interfaces.cli.console import (
    CommandContext,
    exit_refused,
    in_words,
    ledger_command,
)
from projections.interfaces.cli.layout import PLAIN, listing
from projections.interfaces.cli.options import language_option
from projections.interfaces.cli.output_file import overwrite_option, write_file
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.interfaces.cli.tables import games_left_out
from projections.pool_view import PoolView
from projections.queries import columns as declared
from projections.queries.answer_types import AuditDocument, AuditStep, CardValue, EvaluationRow
from projections.queries.labels import Labels
from projections.queries.presentation import display_name, format_card

# --- printing an audit, and the checker's findings -----------------------------------------------


RESTS_ON = declared.Columns[Mapping[str, Any]](
    declared.Column("position", "Position", lambda row: row["position"], declared.ORDINAL),
    declared.Column("about", "What", lambda row: row["about"], declared.PROSE),
    declared.Column("id", "Event", lambda row: row["id"], declared.ID),
    declared.Column("corrected_by", "Corrected by", lambda row: row["corrected_by"], declared.ID),
    declared.Column("recorded_by", "Submitted by", lambda row: row["recorded_by"], declared.PROSE),
    declared.Column("recorded_at", "On", lambda row: row["recorded_at"], folds=1),
    declared.Column("source", "Source", lambda row: row["source"], declared.PROSE),
)

_NAMED = {"opponent": declared.PLAYER, "player": declared.PLAYER, "tournament": declared.EVENT}
_IDS = {"game": 3, "tournament": 3, "event": 3, "opponent": 2, "player": 2}


def subject(document: AuditDocument, labels: Labels) -> str:
    """Return the player, and the tournament if the figure is that after one."""
    name, tournament = document.get("name") or document["player"], document["tournament"]
    return name if tournament is None else f"{name} in {labels.tournament(tournament)}"


def working(console: Console, title: str, steps: Sequence[AuditStep], labels: Labels) -> None:
    """The working behind a figure: every step with its paragraph."""
    console.print(f"[bold]{escape(title)}[/bold]")
    for number, step in enumerate(steps, start=1):
        console.print(f"{number:3}. [bold]{step['rule']}[/bold]  {escape(step['text'])}")
        _step(console, step["given"], step["result"], labels)


def whole(
    console: Console, document: AuditDocument, labels: Labels, sources: Sequence[str]
) -> None:
    """The working, what came of it, what was left out, and the events that it rests on.

    ``sources``: these events in words.
    """
    working(console, subject(document, labels), document["steps"], labels)
    for line in _outcome(document):
        console.print(line, markup=False)
    for each in games_left_out(document["not_counted"], labels, "Games that do not count"):
        console.print(each)
    for kind, games in document["residual_games"].items():
        if games:
            _games(console, games, f"Residual games {kind}", labels)
    inputs = zip(document["inputs"], sources, strict=True)
    rows = [{**each, "about": about} for each, about in inputs]
    console.print(listing(RESTS_ON, rows, "Rests on"))


def _step(console: Console, given: EvaluationRow, result: object, labels: Labels) -> None:
    """Print tables; print other given values on one line with the result."""
    for value in given.values():
        if _is_table(value):
            _games(console, value, "", labels)
    alone = [f"{name} = {_value(v)}" for name, v in given.items() if not _is_table(v)]
    line = f"       {', '.join(alone)} → {_value(result)}"
    console.print(line.replace("  →", " →"), markup=False)


def _games(console: Console, games: Sequence[EvaluationRow], title: str, labels: Labels) -> None:
    """Print games with players' names, and with ids on request."""
    columns: list[declared.Column[EvaluationRow]] = []
    for field in games[0]:
        if field in _NAMED:
            columns.append(_column(field, _NAMED[field]))
        columns.append(
            _column(field, declared.ID if field in {*_NAMED, "game", "event"} else declared.VALUE)
        )
    if all(each.kind is declared.ID for each in columns):
        columns = [_column(field, declared.VALUE) for field in games[0]]
    console.print(
        listing(declared.Columns(*columns), games, title, attrs.evolve(PLAIN, labels=labels))
    )


def _column(field: str, kind: declared.Kind) -> declared.Column[EvaluationRow]:
    is_name = kind in {declared.PLAYER, declared.EVENT}
    return declared.Column(
        f"{field}_name" if is_name else field,
        field.replace("_", " "),
        lambda row: row.get(field),
        kind,
        folds=0 if is_name else _IDS.get(field, 0),
    )


def labels_of(document: AuditDocument, find: Callable[..., Labels]) -> Labels:
    """Return the names of everybody and every game that an audit shows, as ``find`` has them."""
    residual = [game for games in document["residual_games"].values() for game in games]
    tables = [value for step in document["steps"] for value in step["given"].values()]
    rows = [*residual, *(row for each in tables if _is_table(each) for row in each)]
    players = {str(row[name]) for row in rows for name in ("opponent", "player") if row.get(name)}
    tournaments = {str(row["tournament"]) for row in rows if row.get("tournament")}
    tournaments |= {document["tournament"]} if document["tournament"] else set()
    return find(players, tournaments, [each["game"] for each in document["not_counted"]])


def _sources(view: PoolView, document: AuditDocument) -> Sequence[str]:
    """The events that an audit rests on in words; those that are struck as recorded."""
    inputs = document["inputs"]
    entries = [{"type": it["event"], "data": it["data"] or it["recorded"]} for it in inputs]
    return view.descriptions(entries)


def _outcome(document: AuditDocument) -> Iterator[str]:
    before, after = document["card_before"], document["card_after"]
    if after is not None:
        cards = [_card(standing, document["rulebook"]) for standing in (before, after)]
        until = after["valid_until"]
        validity = f", valid until {until}" if until else ""
        name = display_name(document["name"])
        yield f"{name}: {' → '.join(cards)} ({after['status']}{validity})"


def _card(standing: CardValue | None, rulebook: str | None) -> str:
    return (format_card(standing["card"], rulebook) if standing is not None else "") or "no rating"


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    if isinstance(value, list):
        return f"({', '.join(map(_value, value))})"
    return "none" if value is None else str(value)


def verdict(console: Console, checked: Mapping[str, Any]) -> None:
    """Print the checker's findings: a line per step, then the contradictions."""
    about = f" in {checked['tournament']}" if checked["tournament"] else ""
    console.print(listing(VERDICTS, checked["steps"], f"{checked['player']}{about}"))
    for misfit in checked["misfits"]:
        console.print(f"Does not fit: {misfit}.", markup=False)
    console.print(
        f"{checked['confirmed']} steps confirmed, {checked['contradicted']} contradicted, "
        f"{checked['not_known']} not known to the checker."
    )
    console.print("Numbers are checked; the words beside them are not.")
    for line in _not_recomputed(checked):
        console.print(line, markup=False)
    if "unchecked" in checked:
        console.print(f"{_sentence(checked['unchecked'])}.", markup=False)
        sentence = "What the document states fits together."
        console.print(sentence if checked["holds"] else "The document does not hold.")
        return
    console.print("The document holds." if checked["holds"] else "The document does not hold.")


def _not_recomputed(checked: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers only stated, by the reason, and the parts that an older document lacks."""
    places: dict[str, list[str]] = {}
    for each in checked["stated"]:
        keys = [str(key + 1) if isinstance(key, int) else key for key in each["place"]]
        about = " ".join(key for key in keys if key != "*").replace("_", " ")
        places.setdefault(each["why"], []).append(about)
    for why, named in places.items():
        yield f"Stated, not recomputed: {', '.join(named)} ({why})."
    for part in checked["lacking"]:
        yield f"Lacking, so not checked: {part}."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _why(step: Mapping[str, Any]) -> str:
    if step["verdict"] != "contradicted":
        return ""
    if step["changed"]:
        return f"{', '.join(step['changed'])} as in no step before"
    return f"says {_value(step['result'])}, should be {_value(step['found'])}"


VERDICTS = declared.Columns[Mapping[str, Any]](
    declared.Column("step", "", lambda row: row["step"], declared.ORDINAL),
    declared.Column("rule", "Rule", lambda row: row["rule"]),
    declared.Column("verdict", "Verdict", lambda row: row["verdict"]),
    declared.Column("why", "Why", _why, declared.PROSE),
)
FORMS = (".html", ".md", ".pdf")


@asks("audit_of_tournament", optional={"tournament"})
@click.option(
    "--document",
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write it as a document to send, FILE.html, FILE.md or FILE.pdf.",
)
@language_option
@overwrite_option
def audit_command(
    context: CommandContext, request: ReadRequest, *, path: Path | None, lang: str, overwrite: bool
) -> None:
    """Show the calculation of a rating."""
    if path is not None and path.suffix not in FORMS:
        message = f"{path.name!r} does not end in {', '.join(FORMS[:-1])} or {FORMS[-1]}"
        raise click.BadParameter(message, param_hint="--document")
    view, about = request.view(), request.subjects
    document = request.answer(view)
    if path is not None:
        form = path.suffix[1:]
        file = view.export_audit(about["player"], about["tournament"], form, lang=lang)
        write_file(path, file.content, "--document", overwrite=overwrite)
    context.answer(
        document,
        lambda console: whole(
            console, document, labels_of(document, view.labels), _sources(view, document)
        ),
        rows=_steps(document),
    )


def _steps(document: Any) -> list[dict[str, object]]:
    """Return one row per step; given values in words, since they differ by rule."""
    return [
        {
            "step": number,
            **step,
            "given": in_words(step["given"]),
            "result": in_words(step["result"]),
        }
        for number, step in enumerate(document["steps"], start=1)
    ]


@click.command("check-audit")
@ledger_command
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def check_audit_command(context: CommandContext, path: Path) -> None:
    """Recompute the numbers of an audit document from the document alone."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""
    found = check_audit(text, str(path))
    context.answer(found, lambda console: verdict(console, found), rows=found["steps"])
    if not found["holds"]:
        exit_refused()
