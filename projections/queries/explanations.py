"""Differences in words: their causes, and the occasions from the cause to the player."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Connection, Select, select

from ledger.events import facts
from ledger.events.messages import Message, counted, joined
from ledger.events.streams import tournament_stream
from ledger.events.wording import field_name, result, why_unplayed
from ledger.gc_tuning import reduced_garbage_collection
from ledger.log.effective_events import Recorded, read_streams, recorded_data
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import event
from ledger.log.statements import among, as_parameter, one_of, plain_rows
from ledger.validation.ledger_state import LedgerState
from projections.queries.answer_types import DifferenceRow
from projections.queries.answers import Answers
from projections.queries.differences import Difference, Link, differences, only_days_differ
from projections.queries.event_descriptions import day_in
from projections.queries.presentation import display_name, format_card

# --- naming the subjects of events in plain words: games, tournaments, ratings -------------------

Data = Mapping[str, Any]


class Labels:
    """The names of players and the titles of tournaments, as an answer shows them."""

    def __init__(self, connection: Connection, answers: Answers) -> None:
        self._connection = connection
        self._answers = answers
        self._ledger = LedgerState(connection)
        self._names: dict[str, str | None] = {}
        self._titles: dict[str, str] = {}

    def learn(self, players: Iterable[str]) -> None:
        """Look up the names of several players together."""
        new = [player for player in players if player not in self._names]
        if not new:
            return
        kept = {player: self._ledger.one_person(player) for player in new}
        names = self._answers.names(set(kept.values()))
        self._names |= {player: names.get(kept[player]) for player in new}

    def known(self, player: str) -> str | None:
        """Return a player's name, None if it must not be shown."""
        self.learn([player])
        return self._names[player]

    def name(self, player: str) -> str:
        """Return a player's display name."""
        return display_name(self.known(player))

    def learn_titles(self, tournaments: Iterable[str]) -> None:
        """Look up the titles of several tournaments together."""
        new = [each for each in tournaments if each not in self._titles]
        if not new:
            return
        streams = map(tournament_stream, new)
        standing = read_streams(self._connection, streams, [facts.TournamentSubmitted.type])
        names = {known.fact.tournament: known.fact.name for known in standing.facts()}
        self._titles |= {tournament: names.get(tournament, tournament) for tournament in new}

    def title(self, tournament: str) -> str:
        """Return a tournament's name; its id if it is struck."""
        self.learn_titles([tournament])
        return self._titles[tournament]

    def card(self, card: Data, about: Data) -> str:
        """Return a decided card in the form of the rulebook of its pool and day."""
        own = about["pool"] == self._answers.question.pool
        day = date.fromisoformat(str(about["from_day"]))
        return format_card(card, self._answers.rulebook_on(day) if own else None)

    def thing(self, type_: str, data: Data) -> str:
        """Return the subject of an event of a type."""
        if type_ in _THINGS:
            return _THINGS[type_](self, data)
        return Message("an event %(type)s", type=type_)


def _game(labels: Labels, data: Data) -> str:
    values = {
        "white": labels.name(data["white"]),
        "black": Message("a bye") if data.get("black") is None else labels.name(data["black"]),
        "tournament": labels.title(data["tournament"]),
    }
    if data.get("round") is None:
        return Message("the result of %(white)s – %(black)s in %(tournament)s", **values)
    return Message(
        "the result of round %(round)s, %(white)s – %(black)s in %(tournament)s",
        round=data["round"],
        **values,
    )


def _merge(labels: Labels, data: Data) -> str:
    return Message(
        "that %(drop)s is the same person as %(name)s (%(keep)s)",
        {"drop": data["drop"], "name": labels.name(data["keep"]), "keep": data["keep"]},
    )


def _decided(labels: Labels, data: Data) -> str:
    return Message(
        "the rating %(figure)s of %(name)s from %(day)s",
        figure=labels.card(data["card"], data),
        name=labels.name(data["player"]),
        day=day_in(data, "from_day"),
    )


def _adopted(labels: Labels, data: Data) -> str:
    return Message(
        "the rating %(figure)s of %(name)s, list of %(day)s",
        figure=f"{data['system']} {data['figure']}",
        name=labels.name(data["player"]),
        day=day_in(data, "list_date"),
    )


_THINGS: Mapping[str, Callable[[Labels, Data], str]] = {
    facts.GameSubmitted.type: _game,
    facts.TournamentSubmitted.type: lambda _, data: Message(
        "%(title)s (ended %(day)s)", title=data["name"], day=day_in(data, "ended_on")
    ),
    facts.PlayersMerged.type: _merge,
    facts.RatingDecided.type: _decided,
    facts.RatingAdopted.type: _adopted,
    facts.PlayerRegistered.type: lambda labels, data: Message(
        "the registration of %(name)s", name=labels.name(data["player"])
    ),
    facts.MembershipDeclared.type: lambda labels, data: Message(
        "the membership of %(name)s from %(day)s",
        {"name": labels.name(data["player"]), "day": day_in(data, "from_day")},
    ),
    facts.RulebookAdopted.type: lambda _, data: Message(
        "%(rulebook)s from %(day)s", rulebook=data["rulebook"], day=day_in(data, "from_day")
    ),
    facts.DecisionRecorded.type: lambda _, data: Message(
        "the decision under %(rule)s", rule=data["rule"]
    ),
    facts.EvaluationRecorded.type: lambda labels, data: Message(
        "the evaluation of %(name)s in %(tournament)s",
        {"name": labels.name(data["player"]), "tournament": data["tournament"]},
    ),
}


# --- describing an event in a sentence: submitter, subject, day and reason -----------------------

WITH_A_REASON = {facts.PlayersMerged.type, facts.DecisionRecorded.type, facts.RatingDecided.type}
MOST_SENTENCES = 3


_OF_PLAYERS = {facts.PlayerRegistered.type, facts.MembershipDeclared.type}
_WITH_RESULTS = {facts.GameSubmitted.type, facts.TournamentSubmitted.type}


class EventSentences:
    """Events of the log in sentences."""

    def __init__(self, connection: Connection, labels: Labels) -> None:
        self._connection = connection
        self._labels = labels
        self._known: dict[tuple[str, ...], list[str]] = {}

    def sentences(self, ids: tuple[str, ...]) -> list[str]:
        """Return a sentence for each event, but none for what a tournament among them stands for.

        It stands for its games, and for the clubs of its players, who may be hundreds.
        """
        if ids not in self._known:
            self._known[ids] = self._sentences(ids)
        return self._known[ids]

    def _sentences(self, ids: Sequence[str]) -> list[str]:
        query = _kinds(self._connection.dialect.name)
        given = {"ids": as_parameter(self._connection, ids)}
        rows = plain_rows(self._connection.execute(query, given))
        tournaments = {
            stream for _, type_, stream in rows if type_ == facts.TournamentSubmitted.type
        }
        games = Counter(stream for _, type_, stream in rows if type_ == facts.GameSubmitted.type)
        many = {stream for stream, number in games.items() if number > MOST_SENTENCES}
        told_of: dict[str, str] = {}  # the games of one tournament have one sentence
        for id_, type_, stream in rows:
            if tournaments and type_ in _OF_PLAYERS:
                continue
            if type_ != facts.GameSubmitted.type:
                told_of[id_] = ""
            elif stream not in tournaments:
                told_of.setdefault(stream if stream in many else id_, id_)
        sentences = [
            self._results(entry, games[entry.stream])
            if entry.stream in many and entry.type in _WITH_RESULTS
            else self._sentence(entry)
            for entry in self._read([told_of[it] or it for it in [*told_of][:MOST_SENTENCES]])
        ]
        if len(told_of) > MOST_SENTENCES:
            more = counted(
                "%(count)s more event had a part in it.",
                "%(count)s more events had a part in it.",
                len(told_of) - MOST_SENTENCES,
            )
            sentences.append(more)
        return sentences

    def _results(self, entry: Entry, number: int) -> Message:
        """Return the sentence about so many results: of one of them, or of their tournament."""
        if entry.type == facts.TournamentSubmitted.type:
            return counted(
                "%(thing)s was submitted on %(day)s by %(account)s, with %(count)s result.",
                "%(thing)s was submitted on %(day)s by %(account)s, with %(count)s results.",
                number,
                thing=self._labels.thing(entry.type, recorded_data(entry)),
                day=entry.recorded.date(),
                account=entry.recorded_by,
            ).with_capital()
        return counted(
            "%(count)s result of %(tournament)s was submitted on %(day)s by %(account)s.",
            "%(count)s results of %(tournament)s were submitted on %(day)s by %(account)s.",
            number,
            tournament=self._labels.title(recorded_data(entry)["tournament"]),
            day=entry.recorded.date(),
            account=entry.recorded_by,
        )

    # --- one event ---------------------------------------------------------------------------

    def _sentence(self, entry: Entry) -> str:
        recorded = {"day": entry.recorded.date(), "account": entry.recorded_by}
        if entry.type != facts.CorrectionSubmitted.type:
            thing = self._labels.thing(entry.type, recorded_data(entry))
            return _submitted(entry, {"thing": thing, **recorded}).with_capital()
        root, before, after = self._corrected(entry)
        thing = self._labels.thing(root.type, after or before or root.data)
        values = {"thing": thing, **recorded, "reason": recorded_data(entry)["reason"]}
        if after is None:
            form = Message(
                "%(thing)s was struck on %(day)s by %(account)s (%(reason)s).", **values
            )
        elif before is None:
            form = Message(
                "%(thing)s was restored on %(day)s by %(account)s (%(reason)s).", **values
            )
        else:
            form = Message(
                "%(thing)s was corrected on %(day)s by %(account)s: %(changes)s (%(reason)s).",
                changes=joined("; ", list(self._changes(root.type, before, after))),
                **values,
            )
        return form.with_capital()

    def _corrected(self, entry: Entry) -> tuple[Recorded, Data | None, Data | None]:
        """Return the final target of a correction, and the data before and after it."""
        standing = read_streams(self._connection, [entry.stream], known_at=entry.position)
        before = standing.as_known_at(entry.position - 1)
        root = standing.settled(standing.original(entry.id))
        return root.recorded, before.settled(root.recorded.id).data, root.data

    def _changes(self, type_: str, before: Data, after: Data) -> Iterable[str]:
        changed = [
            name
            for name in (*before, *(name for name in after if name not in before))
            if before.get(name) != after.get(name) and name != "commitment"
        ]
        if type_ == facts.GameSubmitted.type and {"white_points", "black_points"} & set(changed):
            now, then = _result(after), _result(before)
            yield Message("%(after)s instead of %(before)s", after=now, before=then)
            changed = [name for name in changed if not name.endswith("_points")]
        for name in changed:
            now, then = (self._value(name, data) for data in (after, before))
            yield Message(
                "%(field)s %(after)s instead of %(before)s",
                {"field": Message(field_name(name)), "after": now, "before": then},
            )
        if before.get("commitment") != after.get("commitment"):
            yield Message("personal data")

    def _value(self, name: str, data: Data) -> str:
        value = data.get(name)
        if value is None:
            return Message("none")
        if name in {"white", "black"}:
            return self._labels.name(value)
        if name == "card":
            return self._labels.card(value, data)
        return value if isinstance(value, str) else orjson.dumps(value).decode()

    def _read(self, ids: Sequence[str]) -> list[Entry]:
        query = select(event).where(among(self._connection, event.c.id, ids))
        rows = self._connection.execute(query.order_by(event.c.position))
        return [entry_of(row) for row in rows]


@lru_cache
def _kinds(dialect: str) -> Select[Any]:
    """Select the kind of some events, in the order of the log."""
    columns = (event.c.id, event.c.type, event.c.stream)
    return select(*columns).where(one_of(dialect, event.c.id, "ids")).order_by(event.c.position)


def _result(data: Data) -> str:
    reason = why_unplayed(data)
    return result(data) + ("" if reason is None else f" ({reason})")


def _submitted(entry: Entry, values: Mapping[str, Any]) -> Message:
    if entry.type not in WITH_A_REASON:
        return Message("%(thing)s was submitted on %(day)s by %(account)s.", **values)
    return Message(
        "%(thing)s was submitted on %(day)s by %(account)s (%(reason)s).",
        reason=recorded_data(entry)["reason"],
        **values,
    )


MOST_STEPS = 8
KINDS: Mapping[str, Callable[[date], Message]] = {
    "decision": lambda day: Message("the decision of %(day)s", day=day),
    "summary": lambda day: Message("the evaluation known by its summary of %(day)s", day=day),
    "day": lambda day: Message("the day of the rulebook's calendar of %(day)s", day=day),
    "rulebook": lambda day: Message("the change of rulebooks of %(day)s", day=day),
    "start": lambda day: Message("the beginning of a report of %(day)s", day=day),
    "list": lambda day: Message("the list of %(day)s", day=day),
}


@reduced_garbage_collection()
def compared(
    connection: Connection, before: Answers, after: Answers, players: Collection[str] | None = None
) -> list[DifferenceRow]:
    """Return the players who differ between two states, in the contract's shape.

    ``told`` gives the reasons, in sentences.  All players, or some ``players``.
    """
    found = differences(connection, before, after, players)
    labels = Labels(connection, after)
    links = [link for each in found for link in each.chain]
    labels.learn({each.player for each in found} | {link.player for link in links})
    labels.learn_titles({link.occasion for link in links if link.kind == "tournament"})
    wording = _Wording(connection, before, after, labels)
    return [
        {
            "player": each.player,
            "name": labels.known(each.player),
            "before": each.before,
            "after": each.after,
            "status_before": each.status_before,
            "status_after": each.status_after,
            "valid_until": each.valid_until,
            "causes": list(each.causes),
            "chain": [link.document() for link in each.chain],
            "told": wording.sentences(each),
        }
        for each in found
    ]


class _Wording:
    """The words for some differences, with the names and titles that occur in them."""

    def __init__(
        self, connection: Connection, before: Answers, after: Answers, labels: Labels
    ) -> None:
        self._before, self._after = before, after
        self._what_if = after.question.what_if
        self._only_days = only_days_differ(before, after)
        self._labels = labels
        self._events = EventSentences(connection, labels)

    def sentences(self, difference: Difference) -> list[str]:
        """The cause, then the differences from occasion to occasion, the player's own last."""
        chain = difference.chain[::-1]
        steps = [self._step(link) for link in _shortened(chain)]
        if len(steps) < len(chain):
            further = len(chain) - len(steps)
            more = counted(
                "… and so on through %(count)s further occasion.",
                "… and so on through %(count)s further occasions.",
                further,
            )
            steps.insert(MOST_STEPS // 2, more)
        if chain and not self._only_days:
            steps = [*self._causes(chain[0]), *steps]
        if "lapsed" in {difference.status_after} - {difference.status_before}:
            until = difference.valid_until
            lapsed = Message("The rating was valid until %(until)s and has lapsed.", until=until)
            steps.append(lapsed)
        return steps

    def _causes(self, link: Link) -> Iterator[str]:
        if link.events:
            yield from self._events.sentences(link.events)
        elif self._what_if:
            readings = [f"{name} = {value}" for name, value in self._what_if.parameters.items()]
            rulebook = self._what_if.rulebook
            assumed = ", ".join([rulebook, *readings] if rulebook else readings)
            yield Message("Calculated with %(readings)s.", readings=assumed)

    def _step(self, link: Link) -> str:
        day = date.fromisoformat(link.day)
        before, after = (
            format_card(card, answers.rulebook_on(day))
            for card, answers in ((link.before, self._before), (link.after, self._after))
        )
        name, occasion = self._labels.name(link.player), self._occasion(link)
        values = {"occasion": occasion, "name": name}
        none = Message("no rating")
        if before == after:
            return self._unseen(after, values)
        if self._only_days:
            change = {"before": before or none, "after": after or none}
            return Message("%(occasion)s: %(name)s %(before)s → %(after)s.", **values, **change)
        if not before:
            return Message(
                "After %(occasion)s: %(name)s %(after)s, unrated before.", after=after, **values
            )
        return Message(
            "After %(occasion)s: %(name)s %(after)s instead of %(before)s.",
            after=after or none,
            before=before,
            **values,
        )

    def _unseen(self, figure: str, values: Mapping[str, Any]) -> Message:
        """Return the message that the difference is not in the visible part of the card."""
        if self._only_days and figure:
            return Message(
                "%(occasion)s: other data of %(name)s differ; the rating is %(figure)s.",
                figure=figure,
                **values,
            )
        if self._only_days:
            return Message("%(occasion)s: the games counted for %(name)s differ.", **values)
        if figure:
            return Message(
                "After %(occasion)s: other data of %(name)s differ; the rating is %(figure)s.",
                figure=figure,
                **values,
            )
        return Message("After %(occasion)s: the games counted for %(name)s differ.", **values)

    def _occasion(self, link: Link) -> str:
        day = date.fromisoformat(link.day)
        if link.kind != "tournament":
            return KINDS[link.kind](day)
        return Message("%(title)s (%(day)s)", title=self._labels.title(link.occasion), day=day)


def _shortened(chain: Sequence[Link]) -> Sequence[Link]:
    """The beginning and the end of a long chain."""
    half = MOST_STEPS // 2
    return chain if len(chain) <= MOST_STEPS else (*chain[:half], *chain[-half:])
