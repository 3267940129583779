"""Answers as tables for people.

Programs read the documents themselves; this module only lays them out.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import attrs
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.layout import (
    Column,
    Headings,
    Listing,
    id_beside_name,
    identifier,
    lesser,
    listing,
    prose,
    table,
)
from projections.queries import columns as answer_columns
from projections.queries.answer_types import (
    Adoption,
    AdoptionAnswer,
    Card,
    CorrectionAnswer,
    DifferenceRow,
    EnteredMember,
    EnteredMembers,
    EvaluationRow,
    FinalTable,
    ForgottenAnswer,
    NamedPlayer,
    ParameterRow,
    PlayerProfile,
    PlayerRecord,
    PublicationAnswer,
    QualityRow,
    QualitySeries,
    RatingEffect,
    RatingRow,
    RegisterEntry,
    RulebookRow,
    Score,
    SeasonReview,
    SiteAnswer,
    Standings,
    TableGame,
    TournamentEvaluation,
    UnratedGame,
    WithheldAnswer,
)
from projections.queries.calculator_request import shown_points as points
from projections.queries.columns import (
    AGES,
    CHANGES,
    DIFFERENCES,
    GAINS,
    MOST_GAMES,
    OPPONENTS,
    RATING_LIST,
    SCORES,
    UNBEATEN,
    UPSETS,
    Columns,
    RowT,
)
from projections.queries.labels import Labels
from projections.queries.presentation import (
    WITHHELD,
    columns_of,
    display_name,
    format_card,
    record_row,
    table_row,
)

MOST_EXPLAINED = 20


@attrs.frozen
class Plain:
    """The spelling of a terminal: English, days as in the log, cards of a rulebook."""

    rulebook: str | None = None
    labels: Labels = attrs.field(factory=Labels)

    def word(self, text: str) -> str:
        """Return the word unchanged."""
        return text.replace("_", " ")

    def name(self, name: str | None) -> str:
        """The name of a player."""
        return display_name(name)

    def day(self, given: str) -> str:
        """Return the day unchanged."""
        return given

    def number(self, given: float) -> str:
        """A number with at most three decimals."""
        return f"{given:.3f}".rstrip("0").rstrip(".") if isinstance(given, float) else str(given)

    def signed(self, given: float) -> str:
        """A change with its sign."""
        return f"{given:+.10g}"

    def points(self, given: float) -> str:
        """Points with their halves."""
        return points(given)

    def percent(self, given: float) -> str:
        """A share in per cent."""
        return f"{given:.0%}"

    def card(self, card: Card) -> str:
        """A card as its rulebook writes it."""
        return format_card(card, self.rulebook)

    def event(self, id_: str) -> str:
        """The name of a tournament; else the id."""
        return self.labels.tournament(id_)


PLAIN = Plain()


def distinguishable_names(rows: Iterable[NamedPlayer]) -> dict[str, str]:
    """Return the players' names, with the id for namesakes and unnamed players."""
    names = {row["player"]: display_name(row["name"]) for row in rows}
    count = Counter(names.values())
    return {
        id_: f"{name} ({id_})" if count[name] > 1 or name == WITHHELD else name
        for id_, name in names.items()
    }


def show_list(
    context: CommandContext, columns: Columns[RowT], rows: Sequence[RowT], title: str
) -> None:
    """Answer with a list that people see as a table."""
    context.answer_list(
        cast("Sequence[Mapping[str, Any]]", rows),
        lambda console: console.print(listing(columns, rows, title, PLAIN)),
    )


def rating_list(
    rows: Sequence[RatingRow], title: str, rulebook: str | None, labels: Labels
) -> Listing:
    """A rating list: place, name, card as its rulebook writes it, until when it holds."""
    proposes = any(row.get("proposal") for row in rows)
    further = [name for name in RATING_LIST.optional if rows and name in rows[0]]
    names = [*LISTED, *(["proposal"] if proposes else []), *further]
    columns = RATING_LIST.named(list(dict.fromkeys(names)))
    return listing(columns, rows, title, Plain(rulebook, labels), in_lines=True)


LISTED = ("place", "player", "name", "rating", "last_event", "valid_until", "status")


def record(
    console: Console, document: PlayerRecord, governing: str | None, labels: Labels
) -> None:
    """One player's record; ``governing``: the rulebook of the day."""
    held = format_card(document["card"], governing) or "no rating"
    until = document["valid_until"]
    validity = f", valid until {until}" if until else ""
    console.print(heading(console, document))
    proposed = f", {document['proposal']} proposed" if document.get("proposal") else ""
    console.print(f"{held} ({document['status']}{validity}{proposed})")
    for rulebook in dict.fromkeys(row["rulebook"] for row in document["history"]):
        rows = [
            {**_in_halves(record_row(row)), "title": _occasion(row, labels)}
            for row in document["history"]
            if row["rulebook"] == rulebook
        ]
        columns: Headings = {
            "title": prose("Tournament"),
            "tournament": id_beside_name("Id"),
            "ended_on": "Ended",
            **_of_evaluations(rulebook),
        }
        console.print(table(rows, columns, f"Evaluations under {rulebook}"))
    if document["residual_games"]:
        console.print(_residual_games(document["residual_games"], labels))


def _occasion(row: EvaluationRow, labels: Labels) -> str:
    """Return the name of the tournament of a row, or that its rating was converted."""
    return "converted" if row["tournament"] is None else labels.tournament(row["tournament"])


def _residual_games(rows: Sequence[EvaluationRow], labels: Labels) -> Listing:
    drawn = [
        {
            **_in_halves(row),
            "title": labels.tournament(row["tournament"]),
            "name": labels.player(row["opponent"]),
        }
        for row in rows
    ]
    columns: Headings = {
        "title": prose("Tournament"),
        "name": prose("Opponent"),
        "game": id_beside_name("Game"),
        "tournament": id_beside_name("Id"),
        "opponent": id_beside_name("Opponent's id"),
        "opponent_rating": "His rating",
        "points": Column("Points", right=True),
        "valid_until": "Valid until",
    }
    return table(drawn, columns, "Residual games")


def heading(console: Console, person: PlayerRecord | PlayerProfile) -> str:
    """Return a player's name, with the id on request or if the name is withheld."""
    name, player = escape(display_name(person["name"])), escape(person["player"])
    shows_id = person["name"] is None or getattr(console, "ids", False)
    return f"[bold]{name}[/bold] ({player})" if shows_id else f"[bold]{name}[/bold]"


def profile(console: Console, document: PlayerProfile, rulebook: str | None) -> None:
    """A player at a glance."""
    console.print(heading(console, document))
    console.print(format_card(document["card"], rulebook) or "no rating", markup=False)
    for rank in document["ranks"]:
        among = "the list" if rank["name"] is None else rank["name"]
        console.print(f"{rank['place']} of {rank['of']} in {among}", markup=False)
    if peak := document["peak"]:
        when = f", {peak['ended_on']}" if peak["ended_on"] else ""
        console.print(f"Peak: {_figure(peak['figure'])}{when}", markup=False)
    scores: list[_ColourScore] = [
        {"colour": "All", **document["score"]},
        {"colour": "White", **document["white"]},
        {"colour": "Black", **document["black"]},
    ]
    console.print(listing(_COLOURS, scores, "Games that counted", PLAIN))
    console.print(listing(CHANGES, document["changes"], "Change per tournament", PLAIN))
    met = document["opponents"][:MOST_EXPLAINED]
    console.print(listing(OPPONENTS, met, "Opponents met most often", PLAIN))


class _ColourScore(Score):
    colour: str


_COLOURS = Columns[_ColourScore](
    answer_columns.Column("colour", "Colour", lambda row: row["colour"]), *SCORES
)


def review(console: Console, document: SeasonReview) -> None:
    """A season in review."""
    heading = document["name"] or document["player"] or document["pool"]
    console.print(f"[bold]{escape(heading)}[/bold], {document['first']} to {document['last']}")
    console.print(
        f"{document['tournaments']} tournaments, {document['games']} games, "
        f"{document['players']} players"
    )
    for each in (
        listing(GAINS, document["gains"], "Gains", PLAIN),
        listing(UPSETS, document["upsets"], "Upsets", PLAIN),
        listing(MOST_GAMES, document["most_games"], "Most games", PLAIN),
        listing(UNBEATEN, document["unbeaten"], "Longest unbeaten runs", PLAIN),
        listing(AGES, document["youngest"], "Youngest", PLAIN),
        listing(AGES, document["oldest"], "Oldest", PLAIN),
    ):
        if each.rows:
            console.print(each)


def _in_halves(row: EvaluationRow) -> EvaluationRow:
    given = row.get("points")
    return row if given is None else {**row, "points": points(given)}


def _of_evaluations(rulebook: str | None) -> Headings:
    """The columns of a rulebook; of them the figures before and after leave a row last."""
    return {
        field: Column(
            heading,
            beneath=0 if {"before", "after"} & {*field.split("_")} else 1,
            right=field == "points",
        )
        for field, heading in columns_of(rulebook).items()
    }


def evaluation(console: Console, document: TournamentEvaluation, labels: Labels) -> None:
    """Show how a tournament was rated."""
    about = f"{labels.tournament(document['tournament'])}, ended {document['ended_on']}"
    if not document["rated"]:
        console.print(f"{about}: not rated.", markup=False)
        console.print(document["reason"], markup=False)
        return
    names = distinguishable_names(
        [{"player": row["player"], "name": row["name"]} for row in document["players"]]
    )
    rows = [
        {**_in_halves(table_row(row, document["rulebook"])), "name": names[row["player"]]}
        for row in document["players"]
    ]
    columns: Headings = {
        "player": id_beside_name("Id"),
        "name": prose("Name"),
        **_of_evaluations(document["rulebook"]),
    }
    console.print(table(rows, columns, f"{about}, {document['rulebook']}"))
    for each in games_left_out(document["games_not_rated"], labels, "Games not rated"):
        console.print(each)


OFTEN = 4
"""Games with one reason from which it is printed once, above the table."""


def games_left_out(rows: Sequence[UnratedGame], labels: Labels, title: str) -> Iterator[Listing]:
    """Yield tables of games that do not count: one for each frequent reason, one for the rest.

    A table of a frequent reason has the first games and says how many there are.
    """
    columns: Headings = {"about": prose("Game"), "game": id_beside_name("Id")}
    drawn = [{**row, "about": labels.game(row["game"])} for row in rows]
    counted = Counter(row["reason"] for row in rows)
    frequent = [reason for reason, count in counted.items() if count >= OFTEN]
    for reason in frequent:
        of_it = [row for row in drawn if row["reason"] == reason]
        shown = of_it[:MOST_EXPLAINED]
        first = f", the first {len(shown)} of {len(of_it)}" if len(shown) < len(of_it) else ""
        yield table(shown, columns, f"{title}{first}: {reason}")
    if rest := [row for row in drawn if row["reason"] not in frequent]:
        yield table(rest, {**columns, "reason": prose("Why")}, title)


def standings(console: Console, document: Standings) -> None:
    """A tournament's table, best place first."""
    names = distinguishable_names(document["players"])
    rows = [
        {
            **row,
            "place": _place(row["place"]),
            "name": names[row["player"]],
            "status": row["status"].replace("_", " "),
        }
        for row in document["players"]
    ]
    columns: Headings = {
        "place": "",
        "player": id_beside_name("Id"),
        "name": prose("Name"),
        "points": "Points",
        "value": "Value",
        "stated_quotient": _QUOTIENTS.get(document["method"], ""),
        "t": "t",
        "T": "T",
        "status": "Status",
    }
    if not columns["stated_quotient"]:
        del columns["stated_quotient"]
    if any(row["remark"] for row in rows):
        columns["remark"] = prose("Remark")
    homogeneity = document["homogeneity"]
    title = f"Standings by {document['method']}, {document['structure'].replace('_', ' ')}"
    if homogeneity is not None:
        title += f", homogeneity {homogeneity:.2f}"
    console.print(table(rows, columns, title))


_QUOTIENTS = {"points": "p/P", "gelbfuss": "s1/S1"}


def operations(console: Console, document: Standings) -> None:
    """The Kennziffern s of each operation until the rule of thumb stops, and their places."""
    names = distinguishable_names(document["players"])
    for group in document["groups"]:
        cells = [
            [
                f"{s:.0f} ({_place(place)})"
                for s, place in zip(each["s"], each["places"], strict=True)
            ]
            for each in group["operations"]
        ]
        rows = [
            {
                "player": player,
                "name": names[player],
                **{f"s{k}": column[i] for k, column in enumerate(cells, start=1)},
            }
            for i, player in enumerate(group["players"])
        ]
        columns: Headings = {"player": id_beside_name("Id"), "name": prose("Name")}
        sums = [f"{operation['S']:.0f}" for operation in group["operations"]]
        columns |= {f"s{k}": Column(f"s{k}", right=True) for k in range(1, len(sums) + 1)}
        title = f"Group {group['group']}: the rule of thumb does not stop"
        if sums:
            title = f"Group {group['group']}: operations (places), sums {', '.join(sums)}"
        console.print(table(rows, columns, title))


def final_table(console: Console, document: FinalTable) -> None:
    """A tournament's final table, results by opponent or by round."""
    players = document["players"]
    numbers = {row["player"]: number for number, row in enumerate(players, start=1)}
    by_opponent = document["layout"] == "crosstable"
    rounds = {game["round"] or 0 for row in players for game in row["games"]}
    keys = list(numbers) if by_opponent else sorted(rounds)
    headings = [*numbers.values()] if by_opponent else [each or "–" for each in keys]
    methods = [method.removesuffix("-fide") for method in document["tie_breaks"]]
    rows = [
        {
            "place": _place(row["place"]),
            "player": row["player"],
            "name": display_name(row["name"]),
            "points": points(row["points"]),
            **dict(zip(methods, map(points, row["tie_breaks"]), strict=True)),
            **{
                f"result {place}": _results(row["games"], key, numbers, by_opponent=by_opponent)
                for place, key in enumerate(keys)
            },
            **_rating(row["rating"]),
        }
        for row in players
    ]
    columns: Headings = {
        "place": "",
        "player": id_beside_name("Id"),
        "name": prose("Name"),
        "points": Column("Points", right=True),
        **{method: Column(method.title(), beneath=1, right=True) for method in methods},
        **{f"result {place}": Column(str(each), beneath=2) for place, each in enumerate(headings)},
        "before": Column("Before", right=True),
        "after": Column("After", right=True),
        "change": Column("Change", right=True),
    }
    console.print(table(rows, columns, f"{document['name']}, ended {document['ended_on']}"))


def _results(
    games: Sequence[TableGame], key: object, numbers: Mapping[str, int], *, by_opponent: bool
) -> str:
    """The results against an opponent, or in a round with the opponent's number and colour."""
    if by_opponent:
        return " ".join(_result(game) for game in games if game["opponent"] == key)
    return " ".join(
        f"{numbers[game['opponent']]}{game['colour'][0]}{_result(game)}"
        if game["opponent"] and game["colour"]
        else f"bye {_result(game)}"
        for game in games
        if (game["round"] or 0) == key
    )


def _result(game: TableGame) -> str:
    return points(game["points"]) if game["played"] else f"{points(game['points'])}f"


def _rating(rating: RatingEffect | None) -> Mapping[str, str | None]:
    if rating is None:
        return {}
    change = rating["change"]
    return {
        "before": _figure(rating["before"]),
        "after": _figure(rating["after"]),
        "change": None if change is None else f"{change:+.0f}",
    }


def _figure(figure: float | None) -> str | None:
    return None if figure is None else f"{figure:.0f}"


def quality_series(console: Console, document: QualitySeries) -> None:
    """Print T of every player, one column per tournament; the status if T is missing."""
    names = distinguishable_names(document["players"])
    rows = [
        {
            "player": row["player"],
            "name": names[row["player"]],
            **{each["tournament"]: _quality(each) for each in row["series"]},
        }
        for row in document["players"]
    ]
    columns: Headings = {"player": id_beside_name("Id"), "name": prose("Name")}
    columns |= {each["tournament"]: lesser(each["tournament"]) for each in document["tournaments"]}
    console.print(table(rows, columns, "Turnierqualität T, the average of a tournament being 1"))
    if not document["same_group"]:
        console.print("Not the same players in all: T of different groups cannot be compared.")


def _quality(each: QualityRow) -> Any:
    return each["status"].replace("_", " ") if each["T"] is None else each["T"]


def differences(console: Console, rows: Sequence[DifferenceRow]) -> None:
    """Print the players who differ with the amounts; below, the reasons for each."""
    if not rows:
        console.print("No rating differs.")
        return
    names = distinguishable_names(rows)
    optional = DIFFERENCES.optional if "pool" in rows[0] else ()
    columns = DIFFERENCES.with_optional(optional)
    console.print(listing(columns, rows, "Differences", PLAIN))
    for row in rows[:MOST_EXPLAINED]:
        console.print(f"\n[bold]{escape(names[row['player']])}[/bold]")
        for sentence in row["told"]:
            console.print(f"  {escape(sentence)}", highlight=False)
    if len(rows) > MOST_EXPLAINED:
        console.print("\nWhy the others differ: --player PLAYER, or --format json.")


def publication(console: Console, document: PublicationAnswer) -> None:
    """Print a publication."""
    console.print(
        f"The list of {document['day']} is published at position {document['published_at']}: "
        f"{document['players']} players."
    )
    console.print(f"Digest: {document['digest']}")


def amended(console: Console, document: CorrectionAnswer) -> None:
    """Print the effect of a correction."""
    if document["appended"]:
        console.print(f"Corrected, at position {document['last']}.")
    elif document["duplicates"]:
        console.print("It says so already: nothing was written.")
    else:
        console.print("Nothing was written.")
    if document["changed"]:
        differences(console, document["changed"])
    else:
        console.print("No rating changes.")


def _place(place: Any) -> str:
    if place is None:
        return ""
    first, last = place
    return str(first) if first == last else f"{first}–{last}"


# --- printing the register -----------------------------------------------------------------------


def entered(
    console: Console, document: EnteredMembers, members: Sequence[EnteredMember], dry_run: bool
) -> None:
    """Print some ``members`` of a list, the reading of its columns, and the outcome."""
    drawn = [
        {
            **row,
            "player": row["player"] or "new",
            "what": "known" if not row["new"] else "",
            "figure": "keeps his own" if row["keeps"] else format_card(row["card"]),
            "why": "" if row["new"] else ", ".join(row["reasons"]),
        }
        for row in members
    ]
    columns: Headings = {
        "row": "Row",
        "name": prose("Name"),
        "birth_year": "Born",
        "player": identifier("Player"),
        "figure": prose("Rating"),
    }
    if any(row["why"] for row in drawn):
        columns["why"] = prose("Known by")
    hidden = len(document["members"]) - len(drawn)
    if drawn:
        console.print(table(drawn, columns, "Members who are known" if hidden else "Members"))
    if hidden:
        console.print(f"{hidden} new members are not listed: --all lists them.")
    if document["unused"]:
        console.print(f"Columns not used: {escape(', '.join(document['unused']))}.")
    if document["unused_sheets"]:
        console.print(f"Sheets not used: {escape(', '.join(document['unused_sheets']))}.")
    for each in document["left_out"]:
        console.print(f"Row {each['row']} is left out: {escape(each['text'])}.")
    if document["figures"]:
        since = f"hold in {document['pool']} from {document['from_day']} on"
        console.print(f"Ratings carried over {escape(since)}.")
    appended = f"{_number(document['appended'], 'event')} appended"
    console.print(f"{_counted(document)}: {'nothing was written' if dry_run else appended}.")


def _counted(document: EnteredMembers) -> str:
    registered, figures = document["registered"], document["figures"]
    known = len(document["members"]) - registered
    return f"{registered} new, {known} known, {_number(figures, 'rating')} carried over"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def entry(console: Console, document: RegisterEntry) -> None:
    """Print a player of the register, one line per field."""
    name = "(erased)" if document["forgotten"] else display_name(document["name"])
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
        figure = format_card(each["card"])
        console.print(f"  In {each['pool']}: {figure} ({each['status']})", markup=False)


def withheld(console: Console, document: WithheldAnswer) -> None:
    """Print the days on which a name is withheld."""
    until = f" until {document['until']}" if document["until"] else ""
    since = f"from {document['from_day']} on{until}"
    console.print(f"The name of {document['player']} is withheld {since}.", markup=False)


def site(console: Console, document: SiteAnswer) -> None:
    """The settings of the site that were made, then the titles of its lists."""
    texts = {name: document[name] for name in ("name", "accent", "logo", "imprint", "privacy")}
    for name, text in texts.items():
        console.print(f"{name}: {text if text is not None else '–'}", markup=False)
    for each in document["lists"]:
        text = ": ".join(filter(None, (each["title"], each["description"])))
        console.print(f"list {each['pool']}: {text}", markup=False)


def forgotten(console: Console, document: ForgottenAnswer) -> None:
    """Print that a player's data are erased, and which data remain."""
    console.print(
        f"The name, day of birth, sex and register numbers of {document['player']} are erased. "
        "The year of birth, the federation and the clubs stay in the log.",
        markup=False,
    )


# --- printing pools and rulebooks in 80 columns --------------------------------------------------


INDENT = 4


def adopted(console: Console, document: AdoptionAnswer) -> None:
    """Print the rulebook that governs a pool now, and its first day."""
    line = f"{document['pool']} follows {document['rulebook']} from {document['from_day']} on"
    if document["appended"]:
        _say(console, f"{line}, at position {document['first']}.")
    else:
        known = "it did already" if document["duplicates"] else "nothing was written"
        _say(console, f"{line}: {known}.")
    _details(console, document)
    for note in document["notes"]:
        _say(console, f"{note}", INDENT)


def adoptions(console: Console, rows: Sequence[Adoption]) -> None:
    """The rulebooks of a pool, by their days."""
    for row in rows:
        _say(console, f"From {row['from_day']} on: {row['rulebook']}.")
        _details(console, row)


def _details(console: Console, row: Adoption) -> None:
    if row["parameters"]:
        chosen = ", ".join(f"{name}={_spelt(value)}" for name, value in row["parameters"].items())
        _say(console, f"Readings: {chosen}.", INDENT)
    if row["conversion"]:
        pieces = "; ".join(map(_piece, row["conversion"]["pieces"]))
        _say(
            console, f"The ratings before become {pieces}{_count_plus(row['conversion'])}.", INDENT
        )
    if row["reason"]:
        _say(console, f"Reason: {row['reason']}.", INDENT)


def _count_plus(conversion: Mapping[str, Any]) -> str:
    rises = conversion.get("count_plus")
    return f"; the number of evaluations rises by {rises}" if rises else ""


def _piece(piece: Mapping[str, Any]) -> str:
    below = piece.get("below")
    sign = "−" if piece["factor"] < 0 else "+"
    formula = f"{piece['plus']:g} {sign} {abs(piece['factor']):g} · rating"
    return formula if below is None else f"{formula} below {below:g}"


def rulebooks(console: Console, rows: Sequence[RulebookRow]) -> None:
    """Rulebooks with their parameters: as ``--set`` takes them, what they mean, their values."""
    for number, row in enumerate(rows):
        if number:
            console.print()
        console.print(Text(row["rulebook"], style="bold"))
        _say(console, row["document"], INDENT)
        card = ", ".join(row["card"])
        converts = f" Converts ratings of {', '.join(row['converts'])}." if row["converts"] else ""
        _say(console, f"A rating is written as {card}.{converts}", INDENT)
        for each in row["parameters"]:
            _say(console, f"{each['parameter']}={as_set(each)}", INDENT)
            _say(console, f"{_sentence(each['meaning'])}Values: {each['values']}.", 2 * INDENT)


def as_set(parameter: ParameterRow) -> str:
    """The default of a parameter as ``--set`` takes it."""
    return _spelt(parameter["default"])


def no_table(console: Console) -> None:
    """Print nothing: the list is for programs."""
    del console


def _spelt(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}. " if text else ""


def _say(console: Console, text: str, indent: int = 0) -> None:
    """A line that wraps under its own beginning."""
    console.print(Padding(Text(text), (0, 0, 0, indent), expand=False))
