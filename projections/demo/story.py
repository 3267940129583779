"""The story: what is handed in, on which day, and which answers show what it did.

The clock of the ledger stands still at the day of each chapter, so that the story can be asked
about as it was known on a day, and nothing in it depends on when it is told.
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
from projections.demo.chapter import Chapter, Exhibit
from projections.demo.exhibits import (
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
THE_END = date(1996, 1, 8)


def story(engine: Engine) -> Iterator[Chapter]:
    """The chapters in their order, each handed in and asked about as it is told."""
    yield _dortmund(engine)
    yield _spring(engine)
    yield _autumn(engine)
    yield _late_summer(engine)
    yield _correction(engine)
    yield _why(engine)


def _dortmund(engine: Engine) -> Chapter:
    day = date(1995, 7, 24)
    receipt = _hand_in(engine, "dortmund_1995.jsonl", MASTERS, day)
    with _asking(engine, MASTERS) as answers:
        exhibits = [evaluation(answers, "dortmund-1995", "Dortmund 1995, under DWZ 1995")]
    return Chapter(
        title="A real tournament: Dortmund 1995",
        told=(
            "Ten grandmasters, nine rounds. Nobody has a German rating, so their Elo of July 1995 "
            "is adopted (DWZ 6.1.2); with no evaluation behind it (index 0) it moves far. "
            "We: expected points, Rh: performance."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        exhibits=exhibits,
    )


def _spring(engine: Engine) -> Chapter:
    day = date(1995, 8, 1)
    receipt = _hand_in(engine, "club_spring.jsonl", CLUB, day)
    with _asking(engine, CLUB) as answers:
        exhibits = [
            rating_list(answers, "The club after the spring"),
            residual_games(answers, "rosa", "Rosa's residual games"),
        ]
    return Chapter(
        title="A club joins",
        told=(
            "The Schachfreunde Beispielstadt, who are made up, hand in their list and their "
            "spring tournament. Rosa Remis has no rating yet, and three games are too few for a "
            "first one (DWZ 4.3.2): they are kept as residual games (DWZ 4.4)."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        exhibits=exhibits,
    )


def _autumn(engine: Engine) -> Chapter:
    day = date(1995, 11, 27)
    receipt = _hand_in(engine, "club_autumn.jsonl", CLUB, day)
    with _asking(engine, CLUB) as answers:
        exhibits = [evaluation(answers, "autumn-1995", "The autumn tournament")]
    return Chapter(
        title="The autumn tournament",
        told=(
            "Four more games: with the three that were kept, Rosa Remis has enough for a first "
            "rating. Patrick Patt gets his likewise."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        exhibits=exhibits,
    )


def _late_summer(engine: Engine) -> Chapter:
    day = date(1995, 12, 11)
    known = _head(engine)
    receipt = _hand_in(engine, "club_late_summer.jsonl", CLUB, day)
    title = "The list of 25 November, before and after the summer open arrived"
    exhibits = [_changes_since(engine, known, title)]
    return Chapter(
        title="A tournament arrives late",
        told=(
            "In December the summer open turns up. It ended in August, so it takes its place "
            "before the autumn tournament, and that one is worked out again (DWZ 4.10). Rosa now "
            "had her first rating in August. Whoever differs since the autumn only was not in the "
            "open: their figures changed because their opponents' did."
        ),
        handed_in_on=day,
        appended=receipt.appended,
        exhibits=exhibits,
    )


def _correction(engine: Engine) -> Chapter:
    known = _head(engine)
    receipt = _hand_in(engine, "club_correction.jsonl", CLUB, THE_END)
    title = "The list of 25 November, before and after the correction"
    exhibits = [_changes_since(engine, known, title)]
    return Chapter(
        title="A result is corrected",
        told=(
            "Rosa's win against Berta in the spring was read from the wrong side of the slip: "
            "Berta won. The correction is an event of its own, with its reason; the wrong result "
            "stays in the log. What followed from it, in three tournaments, follows anew."
        ),
        handed_in_on=THE_END,
        appended=receipt.appended,
        exhibits=exhibits,
    )


def _why(engine: Engine) -> Chapter:
    with _asking(engine, CLUB, _head(engine) - 1) as before, _asking(engine, CLUB) as after:
        title = "Dorothea's autumn games, before the correction and now"
        exhibits = [
            opponents(before, after, "dorothea", "autumn-1995", title),
            working(after, "dorothea", "autumn-1995"),
        ]
    return Chapter(
        title="Why?",
        told=(
            "Dorothea Dame had no part in the corrected game, and yet her rating changed. In the "
            "autumn she beat Rosa, who counts for less than was thought. The audit shows every "
            "step with its paragraph."
        ),
        exhibits=exhibits,
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


def _changes_since(engine: Engine, known: int, title: str) -> Exhibit:
    with engine.connect() as connection:
        before = Answers(connection, Question(CLUB, THE_END, Cut(known_at=known)))
        after = Answers(connection, Question(CLUB, THE_END))
        return changes(connection, before, after, title)


@contextmanager
def _asking(engine: Engine, pool: str, known_at: int | None = None) -> Iterator[Answers]:
    with engine.connect() as connection:
        yield Answers(connection, Question(pool, THE_END, Cut(known_at=known_at)))
