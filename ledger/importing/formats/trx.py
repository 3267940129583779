"""TRX, the file of the Norwegian TurneringsService: XML with everything in attributes.

Each group is a tournament of its own.  Known from programs that read it, not from real files.
"""

import re
from collections.abc import Iterator, Mapping

from ledger.events.messages import Message
from ledger.importing.formats import kit

_RESULTS = kit.results_of(
    win="1", draw="=", loss="0", forfeit_win="+", forfeit_loss="-", forfeit_draw="d"
)
_OPEN = frozenset({"A", "?", ""})
_NUMBER = re.compile("(?!0+$)[0-9]{1,4}")
_CLOCK = re.compile(r"(?P<hours>[0-9]):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9])")
_NOBODY = frozenset({"-1", "0", ""})
_SYSTEMS: Mapping[str, kit.System] = {"monrad": "swiss", "swiss": "swiss", "berger": "round-robin"}
_SEXES = {"male": "m", "female": "f"}


def read_trx(file: kit.File) -> kit.TournamentReport:
    """The report of one group of a TRX file."""
    root = file.xml("Tournament")
    groups = root.listed("Groups", "Group")
    group = file.chosen([((each.attributes.get("Event", ""),), each) for each in groups])
    head = {**root.attributes, **{k: v for k, v in group.attributes.items() if v.strip()}}
    first, last = (
        kit.written(head.get(name, ""), group.line, group.column)
        for name in ("StartDate", "EndDate")
    )
    days = file.days(first, last)
    players = list(group.below("Player"))
    cells = (cell for each in players for cell in _cells(each, file))
    is_team = root.attributes.get("TeamEvent", "").upper() == "Y"
    return file.report(
        days,
        [_player(each, file) for each in players],
        _in_rounds(kit.games_of_cells(cells, file), group, days),
        name=" ".join(dict.fromkeys(each.get("Event") for each in (root, group))),
        place=head.get("Site"),
        country=head.get("Federation"),
        system="team" if is_team else _SYSTEMS.get(head.get("Pairing", "").casefold()),
        thinking_time=kit.thinking_time_of(
            _time_control(group, file), "TimeFinish", file, group.line
        ),
        arbiter=_arbiter(head),
    )


def _arbiter(head: Mapping[str, str]) -> str:
    """Return the arbiter, with FIDE's number in brackets if there is one."""
    name, number = (kit.tidy(head.get(each, ""))[:100] for each in ("Arbiter", "ArbiterFideId"))
    return f"{name} ({number})" if name and number.strip("0 ") else name


def _player(element: kit.Element, file: kit.File) -> kit.PlayerReport:
    sex = element.get("sex")
    return file.player(
        element.get("StartNo"),
        element.get("Ln"),
        element.get("Gn"),
        line=element.line,
        sex=_SEXES.get(sex.casefold(), sex),
        birth=element.get("Born"),
        year=element.get("BornYear"),
        federation=element.get("Federation"),
        club=element.get("Club"),
        title=element.get("Title"),
        ids={"fide": element.get("FideId")},
        ratings={"FIDE": element.get("FideRating"), "NOR": element.get("LocalRating")},
    )


def _cells(player: kit.Element, file: kit.File) -> Iterator[kit.MirroredCell]:
    number = player.get("StartNo")[:10]
    for element in player.below("Game"):
        round_, opponent, result, table = map(element.get, ("Rd", "Opnt", "Res", "Table"))
        is_bye = opponent in _NOBODY
        known = result in _RESULTS or result in _OPEN
        if not (known and _is_number(round_) and (is_bye or _is_number(opponent))):
            _report_wrong_game(element, round_, opponent, result, file)
            continue
        colour = kit.COLOURS.get(element.get("Clr").upper())
        named = None if is_bye else opponent
        side = number, int(round_), named, _RESULTS.get(result), colour
        board, line, column = kit.ordinal_of(table), element.line, element.column
        yield from kit.one_side(*side, board=board, line=line, column=column)


def _report_wrong_game(
    element: kit.Element, round_: str, opponent: str, result: str, file: kit.File
) -> None:
    """Report every attribute of a game that cannot be read."""
    wrong = [
        f"{name} {text[:10]!r}"
        for name, text, right in (
            ("Rd", round_, _is_number(round_)),
            ("Opnt", opponent, opponent in _NOBODY or _is_number(opponent)),
            ("Res", result, result in _RESULTS or result in _OPEN),
        )
        if not right
    ]
    message = Message("a game has %(wrong)s: correct it", wrong=kit.joined_with_and(wrong))
    file.error(message, element.line, element.column)


def _in_rounds(
    games: Iterator[kit.GameReport], group: kit.Element, span: kit.Span
) -> Iterator[kit.GameReport]:
    """Yield the games with the days of their rounds; unrated rounds are rated for nobody."""
    rounds = list(group.listed("Rounds", "Rd"))
    days = {n: kit.unambiguous_date(it.get("StartDate")) for n, it in enumerate(rounds, start=1)}
    unrated = {n for n, it in enumerate(rounds, start=1) if it.get("IsRated").upper() == "N"}
    for game in kit.dated(games, days, span):
        is_unrated = game.played and game.round in unrated
        yield kit.replace(game, rated_for="none") if is_unrated else game


def _time_control(group: kit.Element, file: kit.File) -> str | None:
    """Return the time of every round in words, if all of them have the same.

    TimeFinish is written h:mm:ss; the unit of AdditionPerMove is certain in that form only.
    """
    rounds = [each.attributes for each in group.listed("Rounds", "Rd")]
    times = {(each.get("TimeFinish", ""), each.get("AdditionPerMove", "")) for each in rounds}
    if len(times) > 1:
        message = Message(
            "the rounds have different thinking times: give the shortest as %(minutes)s",
            minutes=kit.RequestField("minutes", "MINUTES"),
        )
        file.warn(message, group.line)
    if len(times) != 1:
        return None
    ((finish, addition),) = times
    clock, seconds = _CLOCK.fullmatch(finish.strip()), _CLOCK.fullmatch(addition.strip())
    if clock is None or clock["seconds"] != "00":
        return finish.strip() or None
    minutes = 60 * int(clock["hours"]) + int(clock["minutes"])
    if seconds is not None and seconds["hours"] == "0":
        increment = 60 * int(seconds["minutes"]) + int(seconds["seconds"])
        return f"{minutes} min + {increment} s"
    return f"{minutes}+{addition.strip()}" if addition.strip() else f"{minutes} min"


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None
