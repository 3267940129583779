"""The demo's scenario: what is submitted on which day, and which answers show its effect.

The ledger's clock is fixed at the day of each step.  So questions about what was known on a day
have an answer, and the output does not depend on when the demo is run (decision 0020).
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from importlib import resources
from io import BytesIO
from typing import Any, cast

import attrs
from rich.console import Console
from sqlalchemy import Connection, Engine

from ledger.events.json_lines import lines_of
from ledger.log.event_log import Receipt, head_of
from ledger.validation.submission import append
from projections.engine.history.as_of import AsOf
from projections.engine.read_model.generations import catch_up
from projections.engine.registry import RegisteredRulebooks
from projections.interfaces.cli import audit_commands as audit_table
from projections.interfaces.cli.layout import PLAIN, Listing, listing
from projections.queries.answer_types import (
    AuditDocument,
    Card,
    DifferenceRow,
    EvaluationRow,
    RatingRow,
)
from projections.queries.answers import Answers, Question
from projections.queries.audit import audit
from projections.queries.columns import (
    DAY,
    KEY,
    ORDINAL,
    PROSE,
    RATING_LIST,
    SIGNED,
    VALUE,
    Column,
    Columns,
    difference_of,
)
from projections.queries.event_descriptions import labels
from projections.queries.explanations import compared
from projections.queries.player_record import named_record
from projections.queries.presentation import display_name, format_card

# --- one step of the demo: its text, and the tables shown with it --------------------------------


WIDTH = 96


@attrs.frozen
class View:
    """An answer: as a JSON document for programs, and as printed for people."""

    document: object
    show: Callable[[Console], None]


@attrs.frozen(kw_only=True)
class DemoStep:
    """The submissions of a day, and their effect.

    ``appended`` is the number of events submitted, 0 for a step that only queries.
    """

    title: str
    text: str
    submitted_on: date | None = None
    appended: int = 0
    views: Sequence[View]

    def document(self) -> dict[str, object]:
        """The step as JSON; its views have the shapes of the other commands' documents."""
        day = self.submitted_on
        return {
            "title": self.title,
            "told": self.text,
            "handed_in_on": None if day is None else day.isoformat(),
            "appended": self.appended,
            "shown": [view.document for view in self.views],
        }

    def show(self, console: Console, number: int) -> None:
        """Print the step for people."""
        console.print(f"\n[bold]{number}. {self.title}[/bold]")
        paragraph(console, self.text)
        if self.submitted_on is not None:
            events = "1 event" if self.appended == 1 else f"{self.appended} events"
            console.print(f"[dim]Submitted on {self.submitted_on}: {events}.[/dim]")
        for view in self.views:
            console.print()
            view.show(console)


def paragraph(console: Console, text: str) -> None:
    """Print a paragraph, wrapped at ``WIDTH`` columns."""
    console.print(textwrap.fill(text, min(WIDTH, console.width)))


# --- the tables of the demo: query answers reduced to the columns of each step -------------------


def rating_list(answers: Answers, title: str) -> View:
    """The list of the day."""
    rows = answers.ratings()
    columns = RATING_LIST.named(["name", "rating"])
    spelling = attrs.evolve(PLAIN, rulebook=answers.rulebook)
    return _view({"ratings": rows}, listing(columns, rows, title, spelling))


NAME = Column[Mapping[str, Any]]("name", "Name", lambda row: display_name(row["name"]), PROSE)
EVALUATED = Columns[EvaluationRow](
    NAME,
    Column("before", "Before", lambda row: _card(row, "before")),
    Column("points", "Points", lambda row: row["points"], VALUE),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("expected", "We", lambda row: row["expected"], VALUE),
    Column("after", "After", lambda row: _card(row, "after")),
    Column("performance", "Rh", lambda row: row["performance"], VALUE),
)


def evaluation(answers: Answers, tournament: str, title: str) -> View:
    """A tournament as evaluated, the strongest result first."""
    document = answers.tournament(tournament)
    rows = sorted(document["players"], key=lambda row: -(row["performance"] or 0))
    return _view({"tournament": document}, listing(EVALUATED, rows, title))


RESIDUAL = Columns[EvaluationRow](
    Column("opponent", "Opponent", lambda row: row["opponent"], KEY),
    Column("opponent_rating", "Counted as", lambda row: row["opponent_rating"], VALUE),
    Column("points", "Points", lambda row: row["points"], VALUE),
    Column("valid_until", "Kept until", lambda row: row["valid_until"], DAY),
)


def residual_games(answers: Answers, player: str, title: str) -> View:
    """The games that wait for a first rating."""
    document = named_record(answers, player)
    return _view({"player": document}, listing(RESIDUAL, document["residual_games"], title))


@attrs.frozen
class _Change:
    """A player of a list with the card before, and how it differs from that of the list before."""

    row: RatingRow
    before: Card | None
    difference: DifferenceRow | None


CHANGED = Columns[_Change](
    Column("name", "Name", lambda it: display_name(it.row["name"]), PROSE),
    Column("before", "Before", lambda it: format_card(it.before)),
    Column("after", "After", lambda it: format_card(it.row["card"])),
    Column("change", "Change", lambda it: it.difference and difference_of(it.difference), SIGNED),
    Column(
        "since",
        "Differs since",
        lambda it: it.difference and it.difference["chain"][0]["occasion"],
        KEY,
    ),
)


def changes(connection: Connection, before: Answers, after: Answers, title: str) -> View:
    """The list as known before and after a submission, and whose rating changed.

    The last column names the tournament in which a player's card first came out differently.
    """
    found = {row["player"]: row for row in compared(connection, before, after)}
    cards = {row["player"]: row["card"] for row in before.ratings()}
    rows = [
        _Change(row, cards.get(row["player"]), found.get(row["player"])) for row in after.ratings()
    ]
    return _view({"changed": list(found.values())}, listing(CHANGED, rows, title))


def opponents(before: Answers, after: Answers, player: str, tournament: str, title: str) -> View:
    """A player's games in a tournament, with each opponent's rating then and now."""
    then = {game["game"]: game["opponent_rating"] for game in _games(before, player, tournament)}
    rows = [
        {**game, "opponent_rating_before": then.get(game["game"])}
        for game in _games(after, player, tournament)
    ]
    return _view({"games": rows}, listing(OPPONENTS, rows, title))


OPPONENTS = Columns[EvaluationRow](
    Column("opponent", "Opponent", lambda row: row["opponent"], KEY),
    Column("before", "Counted as", lambda row: row["opponent_rating_before"], ORDINAL),
    Column("opponent_rating", "Counts as", lambda row: row["opponent_rating"], ORDINAL),
    Column("points", "Points", lambda row: row["points"], VALUE),
    Column("expected", "Expected", lambda row: row["expected"], VALUE),
)


def working(answers: Answers, player: str, tournament: str) -> View:
    """Show the calculation of a figure, paragraph by paragraph."""
    document = cast("AuditDocument", audit(answers, player, tournament).document())
    named = audit_table.labels_of(
        document,
        lambda players, tournaments, games: labels(
            answers.connection, players, tournaments, answers.question.today, games
        ),
    )
    title = audit_table.subject(document, named)
    return View(
        {"audit": document},
        lambda console: audit_table.working(console, title, document["steps"], named),
    )


def _view(document: Mapping[str, object], shown_table: Listing) -> View:
    def show(console: Console) -> None:
        console.print(shown_table)

    return View(document, show)


def _games(answers: Answers, player: str, tournament: str) -> Iterable[EvaluationRow]:
    for row in answers.tournament(tournament)["players"]:
        if row["player"] == player:
            yield from row["games_used"]


def _card(row: EvaluationRow, when: str) -> str:
    rating, index = row[f"rating_{when}"], row[f"index_{when}"]
    return format_card(None if rating is None else {"rating": rating, "index": index})


CLUB = "club"
MASTERS = "dortmund"
LAST_DAY = date(1996, 1, 8)


def scenario(engine: Engine) -> Iterator[DemoStep]:
    """The steps in order; each submits its events when it is reached, and queries the result."""
    yield _dortmund(engine)
    yield _spring(engine)
    yield _autumn(engine)
    yield _late_summer(engine)
    yield _correction(engine)
    yield _why(engine)


def _dortmund(engine: Engine) -> DemoStep:
    day = date(1995, 7, 24)
    receipt = _submit(engine, "dortmund_1995.jsonl", MASTERS, day)
    with _answers(engine, MASTERS) as answers:
        views = [evaluation(answers, "dortmund-1995", "Dortmund 1995, under DWZ 1995")]
    return DemoStep(
        title="A real tournament: Dortmund 1995",
        text=(
            "Ten grandmasters, nine rounds. None has a German rating, so their Elo of July 1995 "
            "is adopted (DWZ 6.1.2); with no evaluation behind it (index 0) it moves far. "
            "We: expected points, Rh: performance."
        ),
        submitted_on=day,
        appended=receipt.appended,
        views=views,
    )


def _spring(engine: Engine) -> DemoStep:
    day = date(1995, 8, 1)
    receipt = _submit(engine, "club_spring.jsonl", CLUB, day)
    with _answers(engine, CLUB) as answers:
        views = [
            rating_list(answers, "The club after the spring"),
            residual_games(answers, "rosa", "Rosa's residual games"),
        ]
    return DemoStep(
        title="A club joins",
        text=(
            "The Schachfreunde Beispielstadt, a fictitious club, submit their list and their "
            "spring tournament. Rosa Remis has no rating yet, and three games are too few for a "
            "first one (DWZ 4.3.2): they are kept as residual games (DWZ 4.4)."
        ),
        submitted_on=day,
        appended=receipt.appended,
        views=views,
    )


def _autumn(engine: Engine) -> DemoStep:
    day = date(1995, 11, 27)
    receipt = _submit(engine, "club_autumn.jsonl", CLUB, day)
    with _answers(engine, CLUB) as answers:
        views = [evaluation(answers, "autumn-1995", "The autumn tournament")]
    return DemoStep(
        title="The autumn tournament",
        text=(
            "Four more games: with the three that were kept, Rosa Remis has enough for a first "
            "rating. Patrick Patt gets one, too."
        ),
        submitted_on=day,
        appended=receipt.appended,
        views=views,
    )


def _late_summer(engine: Engine) -> DemoStep:
    day = date(1995, 12, 11)
    known = _head(engine)
    receipt = _submit(engine, "club_late_summer.jsonl", CLUB, day)
    title = "The list of 25 November, before and after the summer open arrived"
    views = [_changes_since(engine, known, title)]
    return DemoStep(
        title="A tournament arrives late",
        text=(
            "In December the summer open turns up. It ended in August, so it takes its place "
            "before the autumn tournament, and that one is evaluated again (DWZ 4.10). Rosa now "
            "had her first rating in August. Players who differ only since the autumn were not in "
            "the open: their ratings changed because their opponents' did."
        ),
        submitted_on=day,
        appended=receipt.appended,
        views=views,
    )


def _correction(engine: Engine) -> DemoStep:
    known = _head(engine)
    receipt = _submit(engine, "club_correction.jsonl", CLUB, LAST_DAY)
    title = "The list of 25 November, before and after the correction"
    views = [_changes_since(engine, known, title)]
    return DemoStep(
        title="A result is corrected",
        text=(
            "Rosa's win against Berta in the spring was read from the wrong side of the slip: "
            "Berta won. The correction is an event of its own, with its reason; the wrong result "
            "stays in the log. What followed from it, in three tournaments, follows anew."
        ),
        submitted_on=LAST_DAY,
        appended=receipt.appended,
        views=views,
    )


def _why(engine: Engine) -> DemoStep:
    with _answers(engine, CLUB, _head(engine) - 1) as before, _answers(engine, CLUB) as after:
        title = "Dorothea's autumn games, before the correction and now"
        views = [
            opponents(before, after, "dorothea", "autumn-1995", title),
            working(after, "dorothea", "autumn-1995"),
        ]
    return DemoStep(
        title="Why?",
        text=(
            "Dorothea Dame had no part in the corrected game, and yet her rating changed. In the "
            "autumn she beat Rosa, who counts for less than was thought. The audit shows every "
            "step with its paragraph."
        ),
        views=views,
    )


def _submit(engine: Engine, file: str, pool: str, day: date) -> Receipt:
    recorded_at = datetime.combine(day, time(12), UTC)
    lines = lines_of(BytesIO(resources.files(__package__).joinpath(file).read_bytes()))
    receipt = append(
        engine, lines, by="demo", rulebooks=RegisteredRulebooks(), clock=lambda: recorded_at
    )
    catch_up(engine, pool)
    return receipt


def _head(engine: Engine) -> int:
    with engine.connect() as connection:
        return head_of(connection).size


def _changes_since(engine: Engine, known: int, title: str) -> View:
    with engine.connect() as connection:
        before = Answers(connection, Question(CLUB, LAST_DAY, AsOf(known_at=known)))
        after = Answers(connection, Question(CLUB, LAST_DAY))
        return changes(connection, before, after, title)


@contextmanager
def _answers(engine: Engine, pool: str, known_at: int | None = None) -> Iterator[Answers]:
    with engine.connect() as connection:
        yield Answers(connection, Question(pool, LAST_DAY, AsOf(known_at=known_at)))
