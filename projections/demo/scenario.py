"""The demo's scenario: what is submitted on which day, and which answers show its effect.

The ledger's clock is fixed at the day of each step.  So questions about what was known on a day
have an answer, and the output does not depend on when the demo is run.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from importlib import resources
from io import BytesIO

from sqlalchemy import Engine

from ledger.admission.submission import append
from ledger.events.json_lines import lines_of
from ledger.log.event_log import Receipt, head_of
from projections.demo.step import DemoStep, View
from projections.demo.views import (
    changes,
    evaluation,
    opponents,
    rating_list,
    residual_games,
    working,
)
from projections.history.cut import Cut
from projections.queries.answers import Answers, Question
from projections.read_model.generations import catch_up
from projections.registry import RegisteredRulebooks

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
    receipt = _hand_in(engine, "dortmund_1995.jsonl", MASTERS, day)
    with _answers(engine, MASTERS) as answers:
        views = [evaluation(answers, "dortmund-1995", "Dortmund 1995, under DWZ 1995")]
    return DemoStep(
        title="A real tournament: Dortmund 1995",
        text=(
            "Ten grandmasters, nine rounds. Nobody has a German rating, so their Elo of July 1995 "
            "is adopted (DWZ 6.1.2); with no evaluation behind it (index 0) it moves far. "
            "We: expected points, Rh: performance."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        views=views,
    )


def _spring(engine: Engine) -> DemoStep:
    day = date(1995, 8, 1)
    receipt = _hand_in(engine, "club_spring.jsonl", CLUB, day)
    with _answers(engine, CLUB) as answers:
        views = [
            rating_list(answers, "The club after the spring"),
            residual_games(answers, "rosa", "Rosa's residual games"),
        ]
    return DemoStep(
        title="A club joins",
        text=(
            "The Schachfreunde Beispielstadt, who are made up, hand in their list and their "
            "spring tournament. Rosa Remis has no rating yet, and three games are too few for a "
            "first one (DWZ 4.3.2): they are kept as residual games (DWZ 4.4)."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        views=views,
    )


def _autumn(engine: Engine) -> DemoStep:
    day = date(1995, 11, 27)
    receipt = _hand_in(engine, "club_autumn.jsonl", CLUB, day)
    with _answers(engine, CLUB) as answers:
        views = [evaluation(answers, "autumn-1995", "The autumn tournament")]
    return DemoStep(
        title="The autumn tournament",
        text=(
            "Four more games: with the three that were kept, Rosa Remis has enough for a first "
            "rating. Patrick Patt gets his likewise."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        views=views,
    )


def _late_summer(engine: Engine) -> DemoStep:
    day = date(1995, 12, 11)
    known = _head(engine)
    receipt = _hand_in(engine, "club_late_summer.jsonl", CLUB, day)
    title = "The list of 25 November, before and after the summer open arrived"
    views = [_changes_since(engine, known, title)]
    return DemoStep(
        title="A tournament arrives late",
        text=(
            "In December the summer open turns up. It ended in August, so it takes its place "
            "before the autumn tournament, and that one is worked out again (DWZ 4.10). Rosa now "
            "had her first rating in August. Whoever differs since the autumn only was not in the "
            "open: their figures changed because their opponents' did."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        views=views,
    )


def _correction(engine: Engine) -> DemoStep:
    known = _head(engine)
    receipt = _hand_in(engine, "club_correction.jsonl", CLUB, LAST_DAY)
    title = "The list of 25 November, before and after the correction"
    views = [_changes_since(engine, known, title)]
    return DemoStep(
        title="A result is corrected",
        text=(
            "Rosa's win against Berta in the spring was read from the wrong side of the slip: "
            "Berta won. The correction is an event of its own, with its reason; the wrong result "
            "stays in the log. What followed from it, in three tournaments, follows anew."
        ),
        handed_in_on=LAST_DAY,
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


def _hand_in(engine: Engine, file: str, pool: str, day: date) -> Receipt:
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
        before = Answers(connection, Question(CLUB, LAST_DAY, Cut(known_at=known)))
        after = Answers(connection, Question(CLUB, LAST_DAY))
        return changes(connection, before, after, title)


@contextmanager
def _answers(engine: Engine, pool: str, known_at: int | None = None) -> Iterator[Answers]:
    with engine.connect() as connection:
        yield Answers(connection, Question(pool, LAST_DAY, Cut(known_at=known_at)))
