"""How answers look to people: tables in the words of the club room.

Programs read the documents as they are; this module only lays them out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from ledger.console.columns import Column, identifier, lesser, prose
from ledger.console.tables import Columns, Listing, table
from projections.presentation import columns_of, record_row, shown, spelt, table_row

Row = Mapping[str, Any]
MOST_EXPLAINED = 20


def rating_list(rows: Sequence[Row], title: str, rulebook: str | None) -> Listing:
    """A rating list: place, name, card as its rulebook writes it, until when it holds."""
    drawn = [
        {
            "place": place if row["figure"] is not None else None,
            "player": row["player"],
            "name": shown(row["name"]),
            "card": spelt(row["card"], rulebook),
            "from": row["last_event"],
            "until": row["valid_until"],
            "status": row["status"],
            "proposal": row.get("proposal"),
        }
        for place, row in enumerate(rows, start=1)
    ]
    columns: Columns = {
        "place": "",
        "player": identifier("Player"),
        "name": prose("Name"),
        "card": "Rating",
        "from": identifier("From"),
        "until": "Valid until",
        "status": "Status",
    }
    if any(row["proposal"] for row in drawn):
        columns["proposal"] = "P&D"
    return table(drawn, columns, title)


def pools(rows: Sequence[Row]) -> Listing:
    """The pools of a ledger."""
    columns: Columns = {
        "pool": "Pool",
        "rulebook": "Rulebook",
        "horizon": "Last day",
        "players": "Players",
        "tournaments": "Tournaments",
    }
    return table(rows, columns, "Pools")


def tournaments(rows: Sequence[Row]) -> Listing:
    """Tournaments of a pool, newest first."""
    drawn = [{**row, "rated": "yes" if row["rated"] else "no"} for row in rows]
    columns: Columns = {
        "ended_on": "Ended",
        "tournament": identifier("Tournament"),
        "name": prose("Name"),
        "rated": "Rated",
        "players": "Players",
        "games": "Games",
    }
    return table(drawn, columns, "Tournaments")


def players(rows: Sequence[Row]) -> Listing:
    """Players found by name or id."""
    drawn = [{**row, "name": shown(row["name"])} for row in rows]
    columns: Columns = {
        "player": identifier("Player"),
        "name": prose("Name"),
        "figure": "Figure",
        "status": "Status",
    }
    return table(drawn, columns, "Players")


def games(rows: Sequence[Row]) -> Listing:
    """The games of a tournament."""
    drawn = [
        {
            **row,
            "white": shown(row["white_name"]),
            "black": "" if row["black"] is None else shown(row["black_name"]),
            "points": f"{_points(row['white_points'])}–{_points(row['black_points'])}",
            "how": "" if row["played"] else row["reason"] or "not played",
        }
        for row in rows
    ]
    columns: Columns = {
        "round": "Round",
        "board": "Board",
        "white": prose("White"),
        "black": prose("Black"),
        "points": "Result",
        "how": prose("Not played"),
        "game": identifier("Game"),
    }
    return table(drawn, columns, "Games")


def _points(points: float) -> str:
    return "½" if points == 0.5 else f"{points:g}"


def record(console: Console, document: Row, governing: str | None) -> None:
    """One player's record; ``governing``: the rulebook of the day."""
    held = spelt(document["card"], governing) or "no figure"
    until = document["valid_until"]
    validity = f", valid until {until}" if until else ""
    name, player = escape(shown(document["name"])), escape(document["player"])
    console.print(f"[bold]{name}[/bold] ({player})")
    proposed = f", {document['proposal']} proposed" if document.get("proposal") else ""
    console.print(f"{held} ({document['status']}{validity}{proposed})")
    for rulebook in dict.fromkeys(row["rulebook"] for row in document["history"]):
        rows = [
            {**record_row(row), "name": shown(row.get("name"))}
            for row in document["history"]
            if row["rulebook"] == rulebook
        ]
        columns: Columns = {
            "tournament": identifier("Tournament"),
            "ended_on": "Ended",
            **_of_evaluations(rulebook),
        }
        console.print(table(rows, columns, f"Evaluations under {rulebook}"))
    if document["residual_games"]:
        waiting: Columns = {
            "game": identifier("Game"),
            "tournament": identifier("Tournament"),
            "opponent": identifier("Opponent"),
            "opponent_rating": "His rating",
            "points": "Points",
            "valid_until": "Valid until",
        }
        console.print(table(document["residual_games"], waiting, "Residual games"))


def _of_evaluations(rulebook: str | None) -> Columns:
    """The columns of a rulebook; of them the figures before and after leave a row last."""
    return {
        field: Column(heading) if {"before", "after"} & {*field.split("_")} else lesser(heading)
        for field, heading in columns_of(rulebook).items()
    }


def evaluation(console: Console, document: Row) -> None:
    """One tournament's evaluation."""
    heading = f"{document['tournament']}, ended {document['ended_on']}"
    if not document["rated"]:
        console.print(f"{heading}: not rated.", markup=False)
        console.print(document["reason"], markup=False)
        return
    rows = [_drawn(row, document["rulebook"]) for row in document["players"]]
    columns: Columns = {
        "player": identifier("Player"),
        "name": prose("Name"),
        **_of_evaluations(document["rulebook"]),
    }
    console.print(table(rows, columns, f"{heading}, {document['rulebook']}"))
    if document["games_not_rated"]:
        left_out: Columns = {"game": identifier("Game"), "reason": prose("Why")}
        console.print(table(document["games_not_rated"], left_out, "Games not rated"))


def standings(console: Console, document: Row) -> None:
    """A tournament's table, best place first."""
    rows = [
        {
            **row,
            "place": _place(row["place"]),
            "name": shown(row["name"]),
            "status": row["status"].replace("_", " "),
        }
        for row in document["players"]
    ]
    columns: Columns = {
        "place": "",
        "player": identifier("Player"),
        "name": prose("Name"),
        "points": "Points",
        "value": "Value",
        "t": "t",
        "T": "T",
        "status": "Status",
    }
    if any(row["remark"] for row in rows):
        columns["remark"] = prose("Remark")
    homogeneity = document["homogeneity"]
    title = f"Standings by {document['method']}, {document['structure'].replace('_', ' ')}"
    if homogeneity is not None:
        title += f", homogeneity {homogeneity:.2f}"
    console.print(table(rows, columns, title))


def quality_series(console: Console, document: Row) -> None:
    """T of every player, a column for each tournament; a word where he has none."""
    rows = [
        {
            "player": row["player"],
            "name": shown(row["name"]),
            **{each["tournament"]: _quality(each) for each in row["series"]},
        }
        for row in document["players"]
    ]
    columns: Columns = {"player": identifier("Player"), "name": prose("Name")}
    columns |= {each["tournament"]: lesser(each["tournament"]) for each in document["tournaments"]}
    console.print(table(rows, columns, "Turnierqualität T, the average of a tournament being 1"))
    if not document["same_group"]:
        console.print("Not the same players in all: T of different groups cannot be compared.")


def _quality(each: Row) -> Any:
    return each["status"].replace("_", " ") if each["T"] is None else each["T"]


def differences(console: Console, rows: Sequence[Row]) -> None:
    """Who differs and by how much; below, why each of them does."""
    if not rows:
        console.print("No figure differs.")
        return
    drawn = [{**row, "name": shown(row["name"]), "change": _change(row)} for row in rows]
    columns: Columns = {
        "player": identifier("Player"),
        "name": prose("Name"),
        "before": "Before",
        "after": "After",
        "change": "Change",
    }
    if any("pool" in row for row in drawn):
        columns = {"pool": "Pool", **columns}
    console.print(table(drawn, columns, "Differences"))
    for row in rows[:MOST_EXPLAINED]:
        console.print(f"\n[bold]{escape(shown(row['name']))}[/bold] ({escape(row['player'])})")
        for sentence in row["told"]:
            console.print(f"  {escape(sentence)}", highlight=False)
    if len(rows) > MOST_EXPLAINED:
        console.print("\nWhy the others differ: --player PLAYER, or --format json.")


def publication(console: Console, document: Row) -> None:
    """What was published."""
    console.print(
        f"The list of {document['day']} is published at position {document['published_at']}: "
        f"{document['players']} players."
    )
    console.print(f"Digest: {document['digest']}")


def publications(rows: Sequence[Row]) -> Listing:
    """The published lists, and how far the ledger would say something else today."""
    drawn = [
        {**row, "proven": "yes" if row["proven"] else "no", "differ": len(row["differences"])}
        for row in rows
    ]
    columns: Columns = {
        "day": "List of",
        "position": "Known at",
        "published_at": "Published at",
        "players": "Players",
        "proven": "Reproduced",
        "differ": "Differ today",
        "digest": identifier("Digest"),
    }
    return table(drawn, columns, "Published lists")


def _change(row: Row) -> str:
    if row["before"] is None or row["after"] is None:
        return ""
    return f"{row['after'] - row['before']:+}"


def amended(console: Console, document: Row) -> None:
    """What a correction did, or would do."""
    if document["appended"]:
        console.print(f"Corrected, at position {document['last']}.")
    else:
        console.print("Nothing was written.")
    if document["changed"]:
        differences(console, document["changed"])
    else:
        console.print("No figure changes.")


def _place(place: Any) -> str:
    if place is None:
        return ""
    first, last = place
    return str(first) if first == last else f"{first}–{last}"


def _drawn(row: Row, rulebook: str | None) -> Row:
    """A row with what the columns of its rulebook show."""
    return {**table_row(row, rulebook), "name": shown(row.get("name"))}
