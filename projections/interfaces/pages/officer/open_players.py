"""The players of a file on the page of its hand-in: the open ones in groups, with their answers.

An answer is a field of the form: a choice among the persons proposed (``link.7``), or the name or
id of anybody else (``id.7``), which wins.  The data of a new player are fields, too
(``new.7.club``).  The page holds what was answered, nothing is kept.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from ledger.events.messages import Message, counted, marked
from ledger.events.problems import Refused
from ledger.importing.matching.evidence import Strength
from ledger.importing.matching.player_links import NEW, NOBODY
from projections.api import Ledger
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.queries.presentation import as_known

LINK, BY_NAME, OWN = "link.", "id.", "new."
ANSWERED = "answered"
"""The form has a field for everybody who was answered; whoever is not in it is open again."""

ALL = "all-"
WITH_RATINGS = "with_ratings"
FOLDED_FROM = 13
"""Longer groups of players who are answered by one button are folded."""

_BY_ID = re.compile(r".*\((?P<id>[^()]+)\)\s*")
"""``König, Konrad (konrad)``, as a suggestion is written into the field."""

Row = Mapping[str, Any]


@attrs.frozen
class Answers:
    """The identified players, by their numbers, and the reasons of unclear answers.

    ``new_players`` are the data typed for those who are new.
    """

    links: Mapping[str, str]
    problems: Mapping[str, str]
    new_players: Mapping[str, str]


def answers_in(request: OfficerRequest, said_before: Mapping[str, str]) -> Answers:
    """Return what the form says, over what was said with the file."""
    texts = request.texts
    links = {} if ANSWERED in texts else dict(said_before)
    problems = {}
    for name, text in texts.items():
        number = name.removeprefix(LINK)
        if number != name and not texts.get(f"{BY_NAME}{number}", "").strip():
            links[number] = text.strip()
    for name, text in texts.items():
        number = name.removeprefix(BY_NAME)
        if number != name and text.strip():
            try:
                links[number] = _person(request.ledger, text.strip())
            except Refused as refused:
                problems[number] = refused.problems[0].message
                links.pop(number, None)
    typed = {
        name.removeprefix(OWN): text
        for name, text in texts.items()
        if name.startswith(OWN) and links.get(name.split(".")[1]) == NEW
    }
    return Answers({number: who for number, who in links.items() if who}, problems, typed)


def _person(ledger: Ledger, text: str) -> str:
    """The id of the person meant by a name, an id, or a suggestion.

    Raises :class:`~ledger.events.problems.Refused` if there is no such person, or several are.
    """
    if text == NEW:
        return text
    suggested = _BY_ID.fullmatch(text)
    return ledger.find_player(text if suggested is None else suggested["id"], whole=True)


def asks_about_open_player(preview: Row, question: Row) -> bool:
    """True if a question is who an open player is."""
    numbers = {row["number"] for row in preview["players"] if row["linked"] == "open"}
    links = (each["value"] or "" for each in question["answers"] if each["field"] == "link")
    return any(link.partition("=")[0] in numbers for link in links)


def with_group_answer(request: OfficerRequest, preview: Row) -> OfficerRequest:
    """Return the request as if everybody of the group were answered whose button was pressed."""
    strength, _, ticked = request.texts.get("action", "").removeprefix(ALL).partition("-")
    answers = {
        f"{LINK}{row['number']}": NEW if strength == "none" else row["candidate"]
        for row in preview["players"]
        if row["evidence"] == strength and strength in ANSWERED_AT_ONCE
    }
    if ticked == WITH_RATINGS:
        answers[WITH_RATINGS] = "1"
    return attrs.evolve(request, texts={**request.texts, **answers})


ANSWERED_AT_ONCE: tuple[Strength, ...] = ("good", "otherwise", "none")


def _buttons(strength: Strength, count: int, *, with_ratings: bool) -> Iterator[tuple[str, str]]:
    """Yield the buttons that answer all of a group, their actions and words."""
    if words := _words(strength, count):
        yield strength, words
    if strength == "none" and with_ratings:
        yield f"{strength}-{WITH_RATINGS}", Message("… with the ratings of the file")


def _words(strength: Strength, count: int) -> str | None:
    """The words of the button that answers all of a group, None if they are answered singly."""
    if strength == "good":
        return counted(
            "Accept %(count)s with the same name", "Accept all %(count)s with the same name", count
        )
    if strength == "otherwise":
        return counted(
            "Accept %(count)s with another spelling of the name",
            "Accept all %(count)s with another spelling of the name",
            count,
        )
    if strength == "none":
        return counted(
            "Register %(count)s without a similar player",
            "Register all %(count)s without a similar player",
            count,
        )
    return None


HEADINGS: Mapping[Strength, str] = {
    "nobody": marked("The name of nobody"),
    "twice": marked("The same name twice in the file"),
    "several": marked("Several candidates"),
    "weak": marked("A similar name, or evidence against it"),
    "good": marked("The same name, and no evidence against it"),
    "otherwise": marked("The same name, in another spelling"),
    "none": marked("No player found"),
}
"""The groups, those first that have to be looked at one by one."""


NUMBERS_OF: Mapping[str, Sequence[str]] = {"chess": ("fide", "dsb"), "go": ("egd",)}
LABELS: Mapping[str, str] = {
    "name": marked("Name"),
    "birth_date": marked("Born"),
    "sex": marked("Sex"),
    "federation": marked("Federation"),
    "club": marked("Club"),
    "fide": marked("FIDE number"),
    "dsb": marked("DSB number"),
    "egd": marked("EGD number"),
}


@attrs.frozen
class OwnFields:
    """The fields of a player who is new: as typed, else as the file has them."""

    texts: Mapping[str, str]
    discipline: str

    def of(self, row: Row) -> Iterator[tuple[str, str, str]]:
        """Yield name, label and value of each field."""
        numbers = NUMBERS_OF.get(self.discipline, ())
        in_file = {**row, **row["ids"], "birth_date": row["birth_date"] or row["birth_year"]}
        for field, label in LABELS.items():
            if field in row or field in numbers:
                name = f"{OWN}{row['number']}.{field}"
                yield name, label, self.texts.get(name, str(in_file.get(field) or ""))


@attrs.frozen(kw_only=True)
class OpenPlayer:
    """A player of the file who is open: what is chosen for him, what was typed, what is wrong."""

    row: Row
    chosen: str
    typed: str
    problem: str | None


@attrs.frozen(kw_only=True)
class Group:
    """Open players for whom the evidence is as good; each of ``buttons`` answers all of them."""

    strength: Strength
    heading: str
    buttons: Sequence[tuple[str, str]]
    players: Sequence[OpenPlayer]

    @property
    def is_folded(self) -> bool:
        """True if they are many whom one button answers, and nothing typed is wrong."""
        many = bool(self.buttons) and len(self.players) >= FOLDED_FROM
        return many and not any(each.problem or each.typed for each in self.players)


@attrs.frozen(kw_only=True)
class LinkedPlayer:
    """A player of the file with the person he is; ``answer`` if the form says so."""

    row: Row
    answer: str | None
    known: object
    typed: str
    problems: Sequence[str]


@attrs.frozen(kw_only=True)
class PlayersOfFile:
    """All players of a file, as the page shows them; new ones have ``own_fields`` if they may.

    ``nobody`` has the numbers of those who were answered as nobody.
    """

    groups: Sequence[Group]
    linked: Sequence[LinkedPlayer]
    own_fields: OwnFields | None
    nobody: Sequence[str] = ()

    @property
    def open(self) -> int:
        """The number of those who are open."""
        return sum(len(group.players) for group in self.groups)


def players_of_file(
    request: OfficerRequest, preview: Row, answers: Answers, pool: str, *, with_ratings: bool
) -> PlayersOfFile:
    """Return the players of a preview, the open ones in groups.

    ``with_ratings``: newcomers may be given the ratings that the file states.
    """
    rows, problems = preview["players"], problems_of_new(preview)
    linked = [row for row in rows if row["linked"] != "open"]
    known = as_known(
        request.ledger.known_players({row["player"] for row in linked} - {None}, [pool])
    )
    return PlayersOfFile(
        groups=list(_groups(request, rows, answers, with_ratings=with_ratings)),
        linked=[
            LinkedPlayer(
                row=row,
                answer=answers.links.get(row["number"]),
                known=known.get(row["player"]),
                typed=request.text(f"{BY_NAME}{row['number']}"),
                problems=problems.get(row["number"], ()),
            )
            for row in linked
        ],
        nobody=[number for number, who in answers.links.items() if who == NOBODY],
        own_fields=OwnFields(request.texts, (preview["tournament"] or {}).get("discipline", "")),
    )


def problems_of_new(preview: Row) -> dict[str, list[str]]:
    """Return the messages about the typed data of new players, by their numbers."""
    found: dict[str, list[str]] = {}
    for question in preview["questions"]:
        for answer in question["answers"][:1]:
            if answer["field"] == "new_player":
                number = answer["value"].rpartition(".")[0]
                found.setdefault(number, []).append(question["message"])
    return found


def _groups(
    request: OfficerRequest, rows: Sequence[Row], answers: Answers, *, with_ratings: bool
) -> Iterator[Group]:
    for strength, heading in HEADINGS.items():
        players = [
            OpenPlayer(
                row=row,
                chosen=row["candidate"] if strength == "good" else "",
                typed=request.text(f"{BY_NAME}{row['number']}"),
                problem=answers.problems.get(row["number"]),
            )
            for row in rows
            if row["linked"] == "open" and row["evidence"] == strength
        ]
        if players:
            yield Group(
                strength=strength,
                heading=heading,
                buttons=list(_buttons(strength, len(players), with_ratings=with_ratings)),
                players=players,
            )
