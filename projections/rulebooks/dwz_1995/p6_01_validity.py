"""DWZ 6.1.1: how long a rating and a residual game hold."""

from collections.abc import Sequence
from datetime import MAXYEAR, date
from functools import lru_cache

from ledger.events.messages import Message
from projections.rulebooks.document import is_recorded
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Adopted, DwzCard, Held, Residual
from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.dwz_1995.readings import Readings

_VALID, _LAPSED = Message("valid"), Message("lapsed")


@lru_cache(maxsize=8_192)  # tournaments of one day are many, and each is asked for again
@dwz.within("6.1.1")
def last_day(on: date, years: int) -> date | None:
    """The last day on which what dates from ``on`` holds (R3); None: it never lapses."""
    if years == 0:
        return None
    if on.year + years > MAXYEAR:
        return date.max
    try:
        return on.replace(year=on.year + years)
    except ValueError:  # 29 February
        return on.replace(year=on.year + years, day=28)


def holds(until: date | None, day: date) -> bool:
    """Whether something that holds until then still holds on ``day``."""
    return until is None or day <= until


@dwz.within("6.1.1")
@dwz.within("6.1.2")
def valid_figure(card: DwzCard | None, day: date, rules: Chapters) -> Held | None:
    """The DWZ valid on ``day``; without one the valid figure adopted."""
    if card is None:
        return None
    own = _own(card, rules)
    if own is not None and holds(own.until, day):
        return own
    foreign = _foreign(card, rules)
    return foreign if foreign is not None and holds(foreign.until, day) else None


def figure_before(card: DwzCard, day: date, rules: Chapters) -> Held | None:
    """The figure with which a player enters a tournament that ended on ``day``."""
    figure = valid_figure(card, day, rules)
    if figure is not None:
        _note_figure(figure, figure.paragraph, day, _VALID)
    elif (lapsed := last_lapsed(card, rules)) is not None:
        _note_figure(lapsed, "6.1.1", day, _LAPSED)
    return figure


def last_lapsed(card: DwzCard | None, rules: Chapters) -> Held | None:
    """Of figures that have all lapsed, the one that did so last."""
    if card is None:
        return None
    figures = [held for held in (_own(card, rules), _foreign(card, rules)) if held is not None]
    return max(figures, key=lambda held: held.until or date.max, default=None)


def _own(card: DwzCard, rules: Chapters) -> Held | None:
    own = card.figure
    if own is None:
        return None
    until = last_day(own.on, rules.readings.validity_years)
    return Held(own.rating, own.index, until, own.source, "6.1.1")


def _foreign(card: DwzCard, rules: Chapters) -> Held | None:
    foreign = card.adopted
    if foreign is None:
        return None
    index = rules.adopted_index(foreign, rules.readings)
    until = last_day(foreign.on, rules.readings.validity_years)
    return Held(foreign.rating, index, until, foreign.source, "6.1.2")


@dwz.within("4.9.3")
def adopted_index(adopted: Adopted, readings: Readings) -> int:
    """A figure of another system enters with index 0."""
    del adopted, readings  # a later edition asks which system it is
    return 0


@dwz.within("6.1.1")
def valid_residual_games(
    games: Sequence[Residual], day: date, readings: Readings
) -> tuple[Residual, ...]:
    """The residual games not yet thrown away on ``day``."""
    years = readings.residual_years
    return tuple(game for game in games if holds(last_day(game.ended_on, years), day))


def residual_games_before(
    games: Sequence[Residual], day: date, readings: Readings
) -> tuple[Residual, ...]:
    """The residual games with which an unrated player enters a tournament."""
    valid = valid_residual_games(games, day, readings)
    if len(valid) < len(games):
        dwz.note(
            "6.1.1",
            "Residual games are thrown away after their last day.",
            {"games": [game.game for game in games if game not in valid], "day": str(day)},
            Message("thrown away"),
        )
    return valid


def _note_figure(figure: Held, paragraph: str, day: date, result: str) -> None:
    if not is_recorded():
        return
    given = {
        "rating": figure.rating,
        "index": figure.index,
        "from": figure.source,
        "until": figure.until and str(figure.until),
        "day": str(day),
    }
    text = Message("A rating holds up to and including its last day.")
    if paragraph == "6.1.2":
        text = Message(
            "Without a valid DWZ a verified figure of another system is Ro, with index %(index)s.",
            index=figure.index,
        )
    dwz.note(paragraph, text, given, result)
