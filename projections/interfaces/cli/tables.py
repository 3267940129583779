"""Answers as tables for people.

Programs read the documents themselves; this module only lays them out.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, cast

import attrs
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.layout import PLAIN, Listing, listing
from projections.queries import answer_types as shapes
from projections.queries import columns as declared
from projections.queries.calculator_request import shown_points as points
from projections.queries.evaluated_rows import (
    OF_A_RECORD,
    OF_A_TOURNAMENT,
    evaluated_rows,
    evaluation_columns,
)
from projections.queries.labels import Labels
from projections.queries.presentation import MEMBERSHIPS, display_name, format_card
from projections.queries.team_table import is_by_boards
from projections.watch.scope import TITLES

MOST_EXPLAINED = 20


def show_list(
    context: CommandContext,
    columns: declared.Columns[declared.RowT],
    rows: Sequence[declared.RowT],
    title: str,
) -> None:
    """Answer with a list that people see as a table."""
    context.answer_list(
        cast("Sequence[Mapping[str, Any]]", rows),
        lambda console: console.print(listing(columns, rows, title)),
    )


def rating_list(
    rows: Sequence[shapes.RatingRow], title: str, rulebook: str | None, labels: Labels
) -> Listing:
    """A rating list: place, name, card as its rulebook writes it, until when it holds."""
    proposes = any(row.get("proposal") for row in rows)
    further = [name for name in declared.RATING_LIST.optional if rows and name in rows[0]]
    names = [*LISTED, *(["proposal"] if proposes else []), *further]
    columns = declared.RATING_LIST.named(list(dict.fromkeys(names)))
    spelling = attrs.evolve(PLAIN, rulebook=rulebook, labels=labels)
    return listing(columns, rows, title, spelling, in_lines=True)


def irregularities(console: Console, document: shapes.Watch, labels: Labels) -> None:
    """Signals under the headings of their kinds: what was seen, of whom, and where."""
    days = f"from {document['first_day']} to {document['last_day']}"
    asked = sum(family["asked"] for family in document["families"])
    console.print(f"{document['tournaments']} tournaments {days}: {asked} questions asked")
    for kind in dict.fromkeys(row["kind"] for row in document["signals"]):
        console.print(f"\n{TITLES[kind]}", style="bold")
        rows = [row for row in document["signals"] if row["kind"] == kind]
        for row in rows[:MOST_EXPLAINED]:
            _signal(console, row, labels)
        if (more := len(rows) - MOST_EXPLAINED) > 0:
            console.print(f"  and {more} more (--format json has all)")
    console.print(
        "\nA signal is a question, not a verdict. Of those with a chance at most "
        f"{document['false_share']:.0%} are false alarms."
    )


MOST_NAMED = 3


def _signal(console: Console, row: shapes.IrregularityRow, labels: Labels) -> None:
    names = [display_name(name) for name in row["names"]]
    events = [labels.tournament(each) for each in row["tournaments"]]
    chance = "" if row["chance"] is None else f" (1 in {_two_digits(1 / row['chance'])})"
    for text in (
        f"{row['signal']}  {': '.join(filter(None, (_few(names), row['sentence'])))}{chance}",
        *([f"in {_few(events)}"] if events else []),
        *([f"in order: {row['answer']['reason']}"] if row["answer"] else []),
    ):
        indent = 2 if text.startswith(row["signal"]) else 20
        console.print(Padding(Text(text), (0, 0, 0, indent), expand=False))


def _two_digits(number: float) -> str:
    return f"{float(f'{number:.1e}'):,.0f}"


def _few(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_NAMED
    return "; ".join(texts[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


LISTED = ("place", "player", "name", "rating", "last_event", "valid_until", "status")


def record(
    console: Console, document: shapes.PlayerRecord, governing: str | None, labels: Labels
) -> None:
    """One player's record; ``governing``: the rulebook of the day."""
    held = format_card(document["card"], governing) or "no rating"
    until = document["valid_until"]
    validity = f", valid until {until}" if until else ""
    console.print(heading(console, document))
    proposed = f", {document['proposal']} proposed" if document.get("proposal") else ""
    console.print(f"{held} ({document['status']}{validity}{proposed})")
    spelling = attrs.evolve(PLAIN, labels=labels)
    for rulebook in dict.fromkeys(row["rulebook"] for row in document["history"]):
        history = [row for row in document["history"] if row["rulebook"] == rulebook]
        columns = declared.Columns(*OF_A_RECORD, *evaluation_columns(rulebook))
        rows, title = evaluated_rows(history, rulebook), f"Evaluations under {rulebook}"
        console.print(listing(columns, rows, title, spelling))
    if waiting := document["residual_games"]:
        console.print(listing(declared.RESIDUAL_GAMES, waiting, "Residual games", spelling))


def heading(console: Console, person: shapes.PlayerRecord | shapes.PlayerProfile) -> str:
    """Return a player's name, with the id on request or if the name is withheld."""
    name, player = escape(display_name(person["name"])), escape(person["player"])
    shows_id = person["name"] is None or getattr(console, "ids", False)
    return f"[bold]{name}[/bold] ({player})" if shows_id else f"[bold]{name}[/bold]"


def profile(console: Console, document: shapes.PlayerProfile, rulebook: str | None) -> None:
    """A player at a glance."""
    console.print(heading(console, document))
    console.print(format_card(document["card"], rulebook) or "no rating", markup=False)
    for rank in document["ranks"]:
        among = "the list" if rank["name"] is None else rank["name"]
        console.print(f"{rank['place']} of {rank['of']} in {among}", markup=False)
    if peak := document["peak"]:
        when = f", {peak['since']}" if peak["since"] else ""
        console.print(f"Peak: {peak['figure']:.0f}{when}", markup=False)
    scores = declared.by_colour(document)
    console.print(listing(declared.COLOURS.with_optional(()), scores, "Games that counted"))
    console.print(listing(declared.CHANGES, document["changes"], "Change per tournament"))
    met = document["opponents"][:MOST_EXPLAINED]
    console.print(listing(declared.OPPONENTS.with_optional(()), met, "Opponents met most often"))


def review(console: Console, document: shapes.SeasonReview) -> None:
    """A season in review."""
    heading = document["name"] or document["player"] or document["pool"]
    console.print(f"[bold]{escape(heading)}[/bold], {document['first']} to {document['last']}")
    console.print(
        f"{document['tournaments']} tournaments, {document['games']} games, "
        f"{document['players']} players"
    )
    for each in (
        listing(declared.GAINS, document["gains"], "Gains"),
        listing(declared.PODIUMS, document["podiums"], "Podiums"),
        listing(declared.UPSETS, document["upsets"], "Upsets"),
        listing(declared.MOST_GAMES, document["most_games"], "Most games"),
        listing(declared.UNBEATEN, document["unbeaten"], "Longest unbeaten runs"),
        listing(declared.AGES, document["youngest"], "Youngest"),
        listing(declared.AGES, document["oldest"], "Oldest"),
    ):
        if each.rows:
            console.print(each)


def evaluation(console: Console, document: shapes.TournamentEvaluation, labels: Labels) -> None:
    """Show how a tournament was rated."""
    about = f"{labels.tournament(document['tournament'])}, ended {document['ended_on']}"
    if not document["rated"]:
        console.print(f"{about}: not rated.", markup=False)
        console.print(document["reason"], markup=False)
        return
    columns = declared.Columns(*OF_A_TOURNAMENT, *evaluation_columns(document["rulebook"]))
    rows = evaluated_rows(document["players"], document["rulebook"])
    console.print(listing(columns, rows, f"{about}, {document['rulebook']}"))
    for each in games_left_out(document["games_not_rated"], labels, "Games not rated"):
        console.print(each)


OFTEN = 4
"""Games with one reason from which it is printed once, above the table."""


def games_left_out(
    rows: Sequence[shapes.UnratedGame], labels: Labels, title: str
) -> Iterator[Listing]:
    """Yield tables of games that do not count: one for each frequent reason, one for the rest.

    A table of a frequent reason has the first games and says how many there are.
    """
    spelling, counted = attrs.evolve(PLAIN, labels=labels), Counter(row["reason"] for row in rows)
    frequent = [reason for reason, count in counted.items() if count >= OFTEN]
    for reason in frequent:
        of_it = [row for row in rows if row["reason"] == reason]
        shown = of_it[:MOST_EXPLAINED]
        first = f", the first {len(shown)} of {len(of_it)}" if len(shown) < len(of_it) else ""
        columns = declared.UNRATED_GAMES.named(["about", "game"])
        yield listing(columns, shown, f"{title}{first}: {reason}", spelling)
    if rest := [row for row in rows if row["reason"] not in frequent]:
        yield listing(declared.UNRATED_GAMES, rest, title, spelling)


def standings(console: Console, document: shapes.Standings) -> None:
    """A tournament's table, best place first."""
    quotient, rows = _QUOTIENTS.get(document["method"]), document["players"]
    further = ["stated_quotient"] if quotient else []
    further += ["remark"] if any(row["remark"] for row in rows) else []
    columns = declared.STANDINGS.with_optional(further).headed({"stated_quotient": quotient or ""})
    homogeneity = document["homogeneity"]
    title = f"Standings by {document['method']}, {document['structure'].replace('_', ' ')}"
    if homogeneity is not None:
        title += f", homogeneity {homogeneity:.2f}"
    console.print(listing(columns, rows, title))


_QUOTIENTS = {"points": "p/P", "gelbfuss": "s1/S1"}


def operations(console: Console, document: shapes.Standings) -> None:
    """The Kennziffern s of each operation until the rule of thumb stops, and their places."""
    names = {row["player"]: row["name"] for row in document["players"]}
    for group in document["groups"]:
        sums = [f"{operation['S']:.0f}" for operation in group["operations"]]
        title = f"Group {group['group']}: the rule of thumb does not stop"
        if sums:
            title = f"Group {group['group']}: operations (places), sums {', '.join(sums)}"
        rows: list[_InOperations] = [
            {"player": player, "name": names[player], "numbers": [*_in_each(group, place)]}
            for place, player in enumerate(group["players"])
        ]
        numbers = (_number_in(operation) for operation in range(len(sums)))
        console.print(listing(declared.Columns(*declared.OF_A_PLAYER, *numbers), rows, title))


class _InOperations(shapes.NamedPlayer):
    numbers: Sequence[str]


def _in_each(group: shapes.StandingsGroup, player: int) -> Iterator[str]:
    for each in group["operations"]:
        yield f"{each['s'][player]:.0f} ({declared.PLACE.write(each['places'][player], PLAIN)})"


def _number_in(operation: int) -> declared.Column[_InOperations]:
    name = f"s{operation + 1}"
    return declared.Column(name, name, lambda row: row["numbers"][operation], declared.ORDINAL)


FINAL_TABLE = declared.Columns[shapes.FinalTableRow](
    declared.Column("place", "", lambda row: row["place"], declared.PLACE),
    declared.Column("player", "Id", lambda row: row["player"], declared.ID),
    declared.Column("name", "Name", lambda row: display_name(row["name"]), declared.PROSE),
    declared.Column("points", "Points", lambda row: row["points"], declared.POINTS),
)
BOARDS = declared.Column[shapes.FinalTableRow](
    "boards", "Board", lambda row: row["boards"], declared.BOARDS
)
RATING_EFFECT = declared.Columns[shapes.FinalTableRow](
    declared.Column(
        "before", "Before", lambda row: row["rating"] and row["rating"]["before"], declared.WHOLE
    ),
    declared.Column(
        "after", "After", lambda row: row["rating"] and row["rating"]["after"], declared.WHOLE
    ),
    declared.Column(
        "change",
        "Change",
        lambda row: row["rating"] and row["rating"]["change"],
        declared.Kind(lambda change, _: f"{change:+.0f}", is_number=True),
    ),
)


TEAMS = declared.Columns[shapes.TeamRow](
    declared.Column("place", "", lambda row: row["place"], declared.PLACE),
    declared.Column("name", "Team", lambda row: row["name"], declared.PROSE),
    declared.Column(
        "match_points", "Match points", lambda row: row["match_points"], declared.POINTS
    ),
    declared.Column(
        "board_points", "Board points", lambda row: row["board_points"], declared.POINTS
    ),
)


def final_table(console: Console, document: shapes.FinalTable) -> None:
    """A tournament's final table, results by opponent or by round."""
    players = document["players"]
    numbers = {row["player"]: number for number, row in enumerate(players, start=1)}
    if document["layout"] == "crosstable":
        results = [_results_against(*each) for each in numbers.items()]
    else:
        rounds = {game["round"] or 0 for row in players for game in row["games"]}
        results = [_results_in(round_, numbers) for round_ in sorted(rounds)]
    columns = declared.Columns(*_of_players(document), *results, *RATING_EFFECT)
    title = f"{document['name']}, ended {document['ended_on']}"
    if teams := document.get("teams"):
        console.print(listing(TEAMS, teams, title))
    console.print(listing(columns, players, title))
    if document["source"] == "submitted":
        other = sum(row["place"] != row["calculated_place"] for row in players)
        by = ", ".join(["points", *(it.removesuffix("-fide") for it in document["calculated_by"])])
        differ = f"Calculated by {by}, {other} of {len(players)} places differ."
        console.print(f"The table as it was submitted. {differ}", markup=False)
    if unused := document.get("unused_tie_breaks"):
        console.print(f"Stated, but not evaluated: {', '.join(unused)}", markup=False)


def running_table(console: Console, document: shapes.FinalTable, title: str) -> None:
    """The table of a running tournament as it stands, with the ratings that it would give."""
    columns = declared.Columns(*_of_players(document), *RATING_EFFECT)
    console.print(listing(columns, document["players"], title))


def _of_players(
    document: shapes.FinalTable,
) -> Sequence[declared.Column[shapes.FinalTableRow]]:
    """Places, names, points and tie-breaks; in a board list lines and boards for places."""
    ids, (place, *others) = [row["player"] for row in document["players"]], FINAL_TABLE
    line = declared.Column[shapes.FinalTableRow](
        "line", "", lambda row: 1 + ids.index(row["player"]), declared.ORDINAL
    )
    heads = [line, BOARDS] if is_by_boards(document) else [place]
    tie_breaks = (_tie_break(*each) for each in enumerate(document["tie_breaks"]))
    return [*heads, *others, *tie_breaks]


def _tie_break(place: int, method: str) -> declared.Column[shapes.FinalTableRow]:
    heading = method.removesuffix("-fide").title() if method.endswith("-fide") else method
    return declared.Column(
        method, heading, lambda row: row["tie_breaks"][place], declared.POINTS, folds=1
    )


def _results_against(opponent: str, number: int) -> declared.Column[shapes.FinalTableRow]:
    def results(row: shapes.FinalTableRow) -> str:
        return " ".join(_result(game) for game in row["games"] if game["opponent"] == opponent)

    return declared.Column(f"result {number}", str(number), results, folds=2)


def _results_in(round_: int, numbers: Mapping[str, int]) -> declared.Column[shapes.FinalTableRow]:
    """The results of a round with the opponent's number and colour; 0: of no round."""

    def results(row: shapes.FinalTableRow) -> str:
        return " ".join(
            f"{numbers[game['opponent']]}{game['colour'][0]}{_result(game)}"
            if game["opponent"] and game["colour"]
            else f"bye {_result(game)}"
            for game in row["games"]
            if (game["round"] or 0) == round_
        )

    return declared.Column(f"result {round_}", str(round_ or "–"), results, folds=2)


def _result(game: shapes.TableGame) -> str:
    return points(game["points"]) if game["played"] else f"{points(game['points'])}f"


def quality_series(console: Console, document: shapes.QualitySeries) -> None:
    """Print T of every player, one column per tournament; the status if T is missing."""
    columns = declared.Columns(
        *declared.OF_A_PLAYER, *map(_quality_in, count(), document["tournaments"])
    )
    title = "Turnierqualität T, the average of a tournament being 1"
    console.print(listing(columns, document["players"], title))
    if not document["same_group"]:
        console.print("Not the same players in all: T of different groups cannot be compared.")


def _quality_in(
    place: int, tournament: shapes.QualityTournament
) -> declared.Column[shapes.QualitySeriesRow]:
    def quality(row: shapes.QualitySeriesRow) -> str | float:
        each = row["series"][place]
        return each["status"].replace("_", " ") if each["T"] is None else each["T"]

    name = tournament["tournament"]
    return declared.Column(name, name, quality, declared.VALUE, folds=1)


def differences(console: Console, rows: Sequence[shapes.DifferenceRow]) -> None:
    """Print the players who differ with the amounts; below, the reasons for each."""
    if not rows:
        console.print("No rating differs.")
        return
    optional = declared.DIFFERENCES.optional if "pool" in rows[0] else ()
    columns = declared.DIFFERENCES.with_optional(optional)
    table = listing(columns, rows, "Differences")
    console.print(table)
    for row, cells in zip(rows[:MOST_EXPLAINED], table.rows, strict=False):
        console.print(f"\n[bold]{escape(cells['name'])}[/bold]")
        for sentence in row["told"]:
            console.print(f"  {escape(sentence)}", highlight=False)
    if len(rows) > MOST_EXPLAINED:
        console.print("\nWhy the others differ: --player PLAYER, or --format json.")


def publication(console: Console, document: shapes.PublicationAnswer) -> None:
    """Print a publication."""
    console.print(
        f"The list of {document['day']} is published at position {document['published_at']}: "
        f"{document['players']} players."
    )
    console.print(f"Digest: {document['digest']}")


def amended(console: Console, document: shapes.CorrectionAnswer) -> None:
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


# --- printing the register -----------------------------------------------------------------------


MEMBERS = declared.Columns[shapes.EnteredMember](
    declared.Column("row", "Row", lambda row: row["row"], declared.ORDINAL),
    declared.Column("name", "Name", lambda row: row["name"], declared.PROSE),
    declared.Column("birth_year", "Born", lambda row: row["birth_year"], declared.ORDINAL),
    declared.Column("player", "Player", lambda row: row["player"] or "new", declared.KEY),
    declared.Column(
        "card",
        "Rating",
        lambda row: "keeps his own" if row["keeps"] else format_card(row["card"]),
        declared.PROSE,
    ),
    declared.Column(
        "reasons",
        "Known by",
        lambda row: None if row["new"] else ", ".join(row["reasons"]),
        declared.PROSE,
        optional=True,
    ),
)
_MEMBERSHIP = declared.Columns[shapes.MembershipRow](
    declared.Column("row", "Row", lambda row: row["row"], declared.ORDINAL, optional=True),
    declared.Column(
        "name",
        "Name",
        lambda row: declared.Person(row["player"] or "", row["name"]),
        declared.PERSON,
    ),
    declared.Column("before", "From", lambda row: row["before"], declared.PROSE, optional=True),
    declared.Column("club", "To", lambda row: row["club"], declared.PROSE, optional=True),
    declared.Column("day", "Day", lambda row: row["day"], optional=True),
    declared.Column("until", "Until", lambda row: row["until"], optional=True),
)


def memberships(console: Console, document: shapes.EnteredMembers, most: int | None) -> None:
    """Print the changes of memberships by kind, at most so many of each, and the notes."""
    for kind, heading in MEMBERSHIPS.items():
        rows = [row for row in document["memberships"] if row["kind"] == kind]
        if not rows:
            continue
        filled = {name for row in rows for name, value in row.items() if value is not None}
        columns = _MEMBERSHIP.with_optional([it for it in _MEMBERSHIP.optional if it in filled])
        console.print(listing(columns, rows[:most], f"{heading}: {len(rows)}"))
        if len(rows[:most]) < len(rows):
            console.print(f"{len(rows) - len(rows[:most])} more are not listed: --all lists them.")
    for note in document["notes"]:
        console.print(escape(note))


def entered(
    console: Console,
    document: shapes.EnteredMembers,
    members: Sequence[shapes.EnteredMember],
    dry_run: bool,
) -> None:
    """Print some ``members`` of a list, the reading of its columns, and the outcome."""
    is_known = any(not row["new"] for row in members)
    columns = MEMBERS.with_optional(["reasons"] if is_known else [])
    hidden = len(document["members"]) - len(members)
    if members:
        title = "Members who are known" if hidden else "Members"
        console.print(listing(columns, members, title))
    if hidden:
        new = "" if document["memberships"] else "new "
        console.print(f"{hidden} {new}members are not listed: --all lists them.")
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


def _counted(document: shapes.EnteredMembers) -> str:
    registered, figures = document["registered"], document["figures"]
    known = len(document["members"]) - registered
    return f"{registered} new, {known} known, {_number(figures, 'rating')} carried over"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def entry(console: Console, document: shapes.RegisterEntry) -> None:
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


def withheld(console: Console, document: shapes.WithheldAnswer) -> None:
    """Print the days on which a name is withheld."""
    until = f" until {document['until']}" if document["until"] else ""
    since = f"from {document['from_day']} on{until}"
    console.print(f"The name of {document['player']} is withheld {since}.", markup=False)


def site(console: Console, document: shapes.SiteAnswer) -> None:
    """The settings of the site that were made, then the titles of its lists."""
    texts = {name: document[name] for name in ("name", "accent", "logo", "imprint", "privacy")}
    for name, text in texts.items():
        console.print(f"{name}: {text if text is not None else '–'}", markup=False)
    for each in document["lists"]:
        text = ": ".join(filter(None, (each["title"], each["description"])))
        console.print(f"list {each['pool']}: {text}", markup=False)


def forgotten(console: Console, document: shapes.ForgottenAnswer) -> None:
    """Print that a player's data are erased, and which data remain."""
    console.print(
        f"The name, day of birth, sex and register numbers of {document['player']} are erased. "
        "The year of birth, the federation and the clubs stay in the log.",
        markup=False,
    )


# --- printing pools and rulebooks in 80 columns --------------------------------------------------


INDENT = 4


def adopted(console: Console, document: shapes.AdoptionAnswer) -> None:
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


def adoptions(console: Console, rows: Sequence[shapes.Adoption]) -> None:
    """The rulebooks of a pool, by their days."""
    for row in rows:
        _say(console, f"From {row['from_day']} on: {row['rulebook']}.")
        _details(console, row)


def _details(console: Console, row: shapes.Adoption) -> None:
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


def rulebooks(console: Console, rows: Sequence[shapes.RulebookRow]) -> None:
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


def as_set(parameter: shapes.ParameterRow) -> str:
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
