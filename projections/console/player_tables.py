"""How the register looks to people."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from ledger.console.columns import identifier, prose
from ledger.console.tables import Columns, table
from projections.presentation import shown, spelt

Row = Mapping[str, Any]


def entered(console: Console, document: Row, dry_run: bool) -> None:
    """Who is entered, and who was known; how the columns were read; what was done."""
    drawn = [
        {
            **row,
            "player": row["player"] or "new",
            "what": "known" if not row["new"] else "",
            "figure": "keeps his own" if row["keeps"] else spelt(row["card"]),
            "why": "" if row["new"] else ", ".join(row["reasons"]),
        }
        for row in document["members"]
    ]
    columns: Columns = {
        "row": "Row",
        "name": prose("Name"),
        "birth_year": "Born",
        "player": identifier("Player"),
        "figure": prose("Figure"),
    }
    if any(row["why"] for row in drawn):
        columns["why"] = prose("Known by")
    console.print(table(drawn, columns, "Members"))
    if document["unused"]:
        console.print(f"Columns not used: {escape(', '.join(document['unused']))}.")
    if document["figures"]:
        since = f"hold in {document['pool']} from {document['from_day']} on"
        console.print(f"Figures carried over {escape(since)}.")
    registered, figures = document["registered"], document["figures"]
    known = len(document["members"]) - registered
    counted = f"{registered} new, {known} known, {_number(figures, 'figure')} carried over"
    if dry_run:
        console.print(f"{counted}: nothing was written.")
    else:
        console.print(f"{counted}: {_number(document['appended'], 'event')} appended.")


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def entry(console: Console, document: Row) -> None:
    """One player of the register, a line for each thing known."""
    name = "(forgotten)" if document["forgotten"] else shown(document["name"])
    console.print(f"[bold]{escape(name)}[/bold] ({escape(document['player'])})")
    ids = document["ids"] or {}
    lines = {
        "Born": document["birth_date"] or document["birth_year"],
        "Sex": document["sex"],
        "Federation": document["federation"],
        "Club": document["club"],
        "Numbers": ", ".join(f"{name.upper()} {number}" for name, number in ids.items()),
        "Registered as": ", ".join(document["registrations"][1:]),
    }
    for heading, value in lines.items():
        if value:
            console.print(f"  {heading}: {value}", markup=False)
    for each in document["figures"]:
        figure = spelt(each["card"])
        console.print(f"  In {each['pool']}: {figure} ({each['status']})", markup=False)


def withheld(console: Console, document: Row) -> None:
    """From when on a name is not shown."""
    until = f" until {document['until']}" if document["until"] else ""
    since = f"from {document['from_day']} on{until}"
    console.print(f"The name of {document['player']} is withheld {since}.", markup=False)


def forgotten(console: Console, document: Row) -> None:
    """That somebody's data are gone."""
    console.print(f"The personal data of {document['player']} are erased.", markup=False)
