"""The calculator: a form whose address can be shared, and what the rulebook makes of it."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.problems import Problem, Refused
from projections.files.documents.audit import steps_of_calculation
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries import calculator_request
from projections.queries.arguments import id_of
from projections.queries.presentation import typed_example

OPPONENT, RESULT = "opponent.", "result."
PARAMETERS = (calculator_request.CalculatorRequest, OPPONENT, RESULT)
RESULTS = ("", "1", "½", "0")
FEWEST_ROWS, SPARE_ROWS = 6, 2
_CONDITIONS = ("system", "minutes", "increment", "country", "class_", "grade")
_Asked = tuple[tuple[str, object], ...]


@attrs.frozen
class Row:
    """A row of the form: an opponent and the result as they were typed, and what is wrong."""

    opponent: str = ""
    result: str = ""


def calculator(page: PageRequest) -> Response:
    """The form, with the evaluation of the games that it names."""
    pool, asked = page.id("pool"), _asked(page)
    state = page.ask(pool, state_of)
    found: Any = None
    problems: Sequence[Problem] = ()
    if asked["game"]:
        try:
            found = page.ask(pool, _calculation, tuple(sorted(asked.items()))).rows
        except Refused as refused:
            problems = refused.problems
    return page.render(
        "calculator.html",
        400 if problems else 200,
        state=state,
        asked=asked,
        rows=[*_rows(asked["game"])],
        results=RESULTS,
        systems=calculator_request.SYSTEMS,
        has_conditions=any(asked[name] for name in _CONDITIONS[1:]) or bool(asked["flag"]),
        found=found,
        parts=() if found is None else steps_of_calculation(found),
        faults=_faults(problems),
        example=typed_example(state.rulebook),
        shown_points=calculator_request.shown_points,
        address=_address(page, asked) if asked["game"] else "",
    )


def _calculation(view: PoolView, asked: _Asked) -> Answer:
    given: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in asked
    }
    return Answer(state_of(view), view.calculation(calculator_request.CalculatorRequest(**given)))


def _asked(page: PageRequest) -> dict[str, Any]:
    """Return the address's request: games as ``game``, or as the rows of the form."""
    given = {name: id_of(page.parameter(name.removesuffix("_"))) for name in _CONDITIONS}
    born = page.parameter("born")
    query = page.request.query_params
    return {
        **given,
        "system": given["system"] or "swiss",
        "player": id_of(page.parameter("player")),
        # An invalid year is refused by the calculation, together with all other faults.
        "born": int(born) if born.isdecimal() and len(born) < 9 else born or None,
        "game": tuple(map(id_of, [*query.getlist("game"), *_typed(page)])),
        "flag": tuple(map(id_of, query.getlist("flag"))),
    }


def _typed(page: PageRequest) -> Iterator[str]:
    query = page.request.query_params
    numbers = (name.removeprefix(OPPONENT) for name in query if name.startswith(OPPONENT))
    for number in numbers:
        opponent, result = query[OPPONENT + number].strip(), query.get(RESULT + number, "")
        if opponent:
            yield f"{opponent}={result}" if "=" not in opponent and result else opponent


def _rows(games: Sequence[str]) -> Iterator[Row]:
    """The games as rows of the form, and empty ones for more."""
    for text in games:
        yield _row(text)
    empty = max(FEWEST_ROWS - len(games), SPARE_ROWS)
    for _ in range(min(empty, calculator_request.MOST_GAMES - len(games))):
        yield Row()


def _row(text: str) -> Row:
    try:
        game = calculator_request.game_of(text)
    except ValueError:
        return Row(text)
    if game.points is None or not game.played or game.stones or game.is_black:
        return Row(text)
    return Row(game.opponent, calculator_request.shown_points(game.points))


def _faults(problems: Sequence[Problem]) -> dict[str, list[str]]:
    """Return the faults, by the field of the form."""
    faults: dict[str, list[str]] = {}
    for each in problems:
        faults.setdefault(each.field or "", []).append(each.message)
    return faults


def _address(page: PageRequest, asked: dict[str, object]) -> str:
    """The address of this calculation, to be shared."""
    given = {
        name.removesuffix("_"): list(value) if isinstance(value, tuple) else value
        for name, value in asked.items()
        if value not in (None, "", "swiss", ())
    }
    return page.link(page.id("pool"), "calculate", **given)
