"""The demo's scenario: what is submitted on which day, and which answers show its effect.

The ledger's clock is fixed at the day of each step.  So questions about what was known on a day
have an answer, and the output does not depend on when the demo is run (decision 0020).
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from functools import partial
from importlib import resources
from io import BytesIO
from typing import Any, cast

import attrs
from rich.console import Console
from sqlalchemy import Engine

from ledger.events.json_lines import lines_of
from ledger.log.event_log import head_of
from ledger.validation.submission import append
from projections.engine.history.as_of import AsOf
from projections.engine.read_model.generations import catch_up
from projections.engine.registry import RegisteredRulebooks
from projections.interfaces.cli import audit_commands as audit_table
from projections.interfaces.cli.layout import PLAIN, Listing, listing
from projections.queries import answer_types as shapes
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

    scene: "Scene"
    appended: int
    views: Sequence[View]

    def document(self) -> dict[str, object]:
        """The step as JSON; its views have the shapes of the other commands' documents."""
        day = self.scene.day
        return {
            "title": self.scene.title,
            "told": self.scene.text,
            "handed_in_on": None if day is None else day.isoformat(),
            "appended": self.appended,
            "shown": [view.document for view in self.views],
        }

    def show(self, console: Console, number: int) -> None:
        """Print the step for people."""
        console.print(f"\n[bold]{number}. {self.scene.title}[/bold]")
        paragraph(console, self.scene.text)
        if self.scene.day is not None:
            events = "1 event" if self.appended == 1 else f"{self.appended} events"
            console.print(f"[dim]Submitted on {self.scene.day}: {events}.[/dim]")
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
EVALUATED = Columns[shapes.EvaluationRow](
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


RESIDUAL = Columns[shapes.EvaluationRow](
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

    row: shapes.RatingRow
    before: shapes.Card | None
    difference: shapes.DifferenceRow | None


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


def changes(before: Answers, after: Answers, title: str) -> View:
    """The list as known before and after a submission, and whose rating changed.

    The last column names the tournament in which a player's card first came out differently.
    """
    found = {row["player"]: row for row in compared(after.connection, before, after)}
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


OPPONENTS = Columns[shapes.EvaluationRow](
    Column("opponent", "Opponent", lambda row: row["opponent"], KEY),
    Column("before", "Counted as", lambda row: row["opponent_rating_before"], ORDINAL),
    Column("opponent_rating", "Counts as", lambda row: row["opponent_rating"], ORDINAL),
    Column("points", "Points", lambda row: row["points"], VALUE),
    Column("expected", "Expected", lambda row: row["expected"], VALUE),
)


def working(answers: Answers, player: str, tournament: str) -> View:
    """Show the calculation of a figure, paragraph by paragraph."""
    document = cast("shapes.AuditDocument", audit(answers, player, tournament).document())
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
    return View(document, lambda console: console.print(shown_table))


def _games(answers: Answers, player: str, tournament: str) -> Iterable[shapes.EvaluationRow]:
    for row in answers.tournament(tournament)["players"]:
        if row["player"] == player:
            yield from row["games_used"]


def _card(row: shapes.EvaluationRow, when: str) -> str:
    rating, index = row[f"rating_{when}"], row[f"index_{when}"]
    return format_card(None if rating is None else {"rating": rating, "index": index})


CLUB = "club"
MASTERS = "dortmund"
LAST_DAY = date(1996, 1, 8)


@attrs.frozen(kw_only=True)
class Scene:
    """The file that is submitted on a day, if any, and what shows its effect.

    ``views`` are made of the answers now, and of those before its last events.
    """

    title: str
    text: str
    file: str = ""
    day: date | None = None
    pool: str = CLUB
    views: Callable[[Answers, Callable[[], Answers]], Sequence[View]]


_SCENES = (
    Scene(
        title="A real tournament: Dortmund 1995",
        text=(
            "Ten grandmasters, nine rounds. None has a German rating, so their Elo of July 1995 "
            "is adopted (DWZ 6.1.2); with no evaluation behind it (index 0) it moves far. "
            "We: expected points, Rh: performance."
        ),
        file="dortmund_1995.jsonl",
        day=date(1995, 7, 24),
        pool=MASTERS,
        views=lambda now, _: [evaluation(now, "dortmund-1995", "Dortmund 1995, under DWZ 1995")],
    ),
    Scene(
        title="A club joins",
        text=(
            "The Schachfreunde Beispielstadt, a fictitious club, submit their list and their "
            "spring tournament. Rosa Remis has no rating yet, and three games are too few for a "
            "first one (DWZ 4.3.2): they are kept as residual games (DWZ 4.4)."
        ),
        file="club_spring.jsonl",
        day=date(1995, 8, 1),
        views=lambda now, _: [
            rating_list(now, "The club after the spring"),
            residual_games(now, "rosa", "Rosa's residual games"),
        ],
    ),
    Scene(
        title="The autumn tournament",
        text=(
            "Four more games: with the three that were kept, Rosa Remis has enough for a first "
            "rating. Patrick Patt gets one, too."
        ),
        file="club_autumn.jsonl",
        day=date(1995, 11, 27),
        views=lambda now, _: [evaluation(now, "autumn-1995", "The autumn tournament")],
    ),
    Scene(
        title="A tournament arrives late",
        text=(
            "In December the summer open turns up. It ended in August, so it takes its place "
            "before the autumn tournament, and that one is evaluated again (DWZ 4.10). Rosa now "
            "had her first rating in August. Players who differ only since the autumn were not in "
            "the open: their ratings changed because their opponents' did."
        ),
        file="club_late_summer.jsonl",
        day=date(1995, 12, 11),
        views=lambda now, before: [
            changes(
                before(), now, "The list of 25 November, before and after the summer open arrived"
            )
        ],
    ),
    Scene(
        title="A result is corrected",
        text=(
            "Rosa's win against Berta in the spring was read from the wrong side of the slip: "
            "Berta won. The correction is an event of its own, with its reason; the wrong result "
            "stays in the log. What followed from it, in three tournaments, follows anew."
        ),
        file="club_correction.jsonl",
        day=LAST_DAY,
        views=lambda now, before: [
            changes(before(), now, "The list of 25 November, before and after the correction")
        ],
    ),
    Scene(
        title="Why?",
        text=(
            "Dorothea Dame had no part in the corrected game, and yet her rating changed. In the "
            "autumn she beat Rosa, who counts for less than was thought. The audit shows every "
            "step with its paragraph."
        ),
        views=lambda now, before: [
            opponents(
                before(),
                now,
                "dorothea",
                "autumn-1995",
                "Dorothea's autumn games, before the correction and now",
            ),
            working(now, "dorothea", "autumn-1995"),
        ],
    ),
)


def scenario(engine: Engine) -> Iterator[DemoStep]:
    """The steps in order; each submits its events when it is reached, and queries the result."""
    for scene in _SCENES:
        appended = _submit(engine, scene.file, scene.pool, scene.day) if scene.day else 0
        with engine.connect() as connection:
            asked = Question(scene.pool, LAST_DAY)
            known = head_of(connection).size - (appended or 1)
            earlier = attrs.evolve(asked, as_of=AsOf(known_at=known))
            views = scene.views(Answers(connection, asked), partial(Answers, connection, earlier))
        yield DemoStep(scene=scene, appended=appended, views=views)


def _submit(engine: Engine, file: str, pool: str, day: date) -> int:
    """Submit the events of a file on a day; return how many there were."""
    recorded_at = datetime.combine(day, time(12), UTC)
    lines = lines_of(BytesIO(resources.files(__package__).joinpath(file).read_bytes()))
    receipt = append(
        engine, lines, by="demo", rulebooks=RegisteredRulebooks(), clock=lambda: recorded_at
    )
    catch_up(engine, pool)
    return receipt.appended
