"""Links from the players of a file to the register: by external number, by name if allowed.

A player is linked by the submitter's choice, by an earlier version of the same file, or by a
number in an external register (FIDE, the German federation, EGD).  A name leads to a proposal,
with the evidence for it and against it, for a person to decide on.  Name and year of birth, or a
name that nobody else has, suffice if the submitter says so (decision 0075, decision 0141).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

import attrs

from ledger.events.messages import Message, RequestField, joined
from ledger.importing.formats.fields import IDENTIFYING
from ledger.importing.formats.tournament_report import Findings, PlayerReport, TournamentReport
from ledger.importing.matching.evidence import (
    Accept,
    Evidence,
    Proposal,
    Strength,
    accepted_player,
    of_a_similar_name,
    of_the_same_name,
    only_likely_player,
    ranked,
    strength_of,
)
from ledger.importing.matching.names import fold, plain_name
from ledger.importing.matching.recorded_tournament import RecordedTournament
from ledger.importing.matching.register import Registered, RememberedRegister
from ledger.validation.persons import is_implausible_age, is_nobody

# --- candidates for a file's player, with reasons; a person decides ------------------------------

MOST_SIMILAR = 5

PlayedBefore = Callable[[Collection[str]], AbstractSet[str]]
"""Of some candidates those who played in the pools before."""
PLAYED_BEFORE = Message("played in the rating list before")


@attrs.frozen
class Proposer:
    """Proposes persons of the register for the players of one file.

    ``taken`` are the persons of other players of the file, who are not proposed for a
    similar name; ``names`` counts the uses of each name in the file.
    """

    register: RememberedRegister
    taken: Collection[str]
    names: Mapping[str, int]

    def proposals(self, player: PlayerReport) -> Sequence[Proposal]:
        """Those with the same name or one of his numbers; else those he may be nevertheless."""
        found = {each.player: each for each in self._namesakes(player)}
        for each in _misplaced_numbers(player, self.register):
            known = found.get(each.player)
            reasons = () if known is None else known.reasons
            found[each.player] = attrs.evolve(known or each, reasons=(*reasons, *each.reasons))
        return (
            list(found.values())
            or list(self._namesakes(player, of_another_year=True))
            or self._similarly_named(player)
            or list(self._in_another_script(player))
        )

    def _namesakes(
        self, player: PlayerReport, *, of_another_year: bool = False
    ) -> Iterator[Proposal]:
        """Yield those of the same name; of another year only those whom no number tells apart."""
        namesakes = self.register.with_name(player.name)
        alone = len(namesakes) == self.names[fold(player.name)] == 1
        for candidate, known_as in sorted(namesakes.items()):
            known = self.register.get(candidate)
            if known is None:
                continue
            evidence = Evidence(player, known)
            if evidence.other_year != of_another_year or (
                of_another_year and evidence.other_numbers
            ):
                continue
            others = [Message("another player of the file")] if candidate in self.taken else []
            yield of_the_same_name(candidate, evidence, known_as, others, alone=alone)

    def _similarly_named(self, player: PlayerReport) -> list[Proposal]:
        """Return the most similar ones without evidence that they are other people."""
        found = []
        for candidate, similar in sorted(self.register.with_similar_name(player.name).items()):
            known = self.register.get(candidate)
            if known is None or candidate in self.taken:
                continue
            evidence = Evidence(player, known)
            if not evidence.contradicts:
                found.append(of_a_similar_name(known.player, evidence, similar))
        return ranked(found)[:MOST_SIMILAR]

    def _in_another_script(self, player: PlayerReport) -> Iterator[Proposal]:
        """Yield those of his year and club whose names cannot be compared with his."""
        about = player.name, player.birth_year, player.club
        for candidate in sorted(self.register.in_another_script(*about) - set(self.taken)):
            known = self.register.get(candidate)
            if known is not None and not (evidence := Evidence(player, known)).contradicts:
                reasons = Message("name in another script"), *evidence.reasons()
                yield Proposal(candidate, reasons, tuple(evidence.against()), doubtful=True)


def proposals_for(
    players: Sequence[PlayerReport], proposer: Proposer, played_before: PlayedBefore
) -> Iterator[tuple[PlayerReport, tuple[Proposal, ...]]]:
    """Yield each of the players with the persons he may be, the best reasons first."""
    proposals = {player.number: proposer.proposals(player) for player in players}
    candidates = {each.player for some in proposals.values() for each in some}
    played = played_before(candidates)
    for player in players:
        reasoned = [
            attrs.evolve(each, reasons=(*each.reasons, PLAYED_BEFORE))
            if each.player in played
            else each
            for each in proposals[player.number]
        ]
        yield player, tuple(ranked(reasoned))


def _misplaced_numbers(player: PlayerReport, register: RememberedRegister) -> Iterator[Proposal]:
    """Numbers entered in the wrong field."""
    for namespace, id_ in sorted(player.ids.items()):
        for other in sorted(IDENTIFYING):
            if other == namespace:
                continue
            reason = Message(
                "the %(other)s number was entered as the %(name)s number",
                {"other": other, "name": namespace},
            )
            for candidate in sorted(register.with_number(other, id_)):
                yield Proposal(candidate, (reason,))


# --- matching the players of a changed file with those of the earlier version --------------------

EarlierPlayers = Mapping[str, str]
"""Ids of the register by the file's own numbers."""

NO_EARLIER_PLAYERS: EarlierPlayers = {}


def find_earlier_players(
    report: TournamentReport, record: RecordedTournament, register: RememberedRegister
) -> EarlierPlayers:
    """Return the players of a file that are found in the tournament on record.

    The same bytes name the same people in the same order.  In a changed file players may have
    been added and renumbered.  Among the few who played the tournament a unique name
    suffices, and after a corrected spelling, the place.
    """
    fact = record.tournament.stands
    entered = [each.player for each in fact.entrants] if fact is not None else []
    same_bytes = fact is not None and fact.paper == report.digest
    if same_bytes and len(entered) == len(report.players):  # else a player was entered by hand
        pairs = zip(report.players, entered, strict=True)
        return {player.number: id_ for player, id_ in pairs if register.knows(id_)}
    participants = [id_ for id_ in record.participants() if register.knows(id_)]
    by_name = dict(_by_name(report.players, participants, register))
    return {**dict(_by_place(report.players, entered, set(by_name.values()), register)), **by_name}


def _by_name(
    players: Sequence[PlayerReport], participants: Sequence[str], register: RememberedRegister
) -> Iterator[tuple[str, str]]:
    """Those with a name that only one of the file and one of the tournament has."""
    known = {id_: found for id_ in participants if (found := register.get(id_)) is not None}
    names = Counter(plain_name(each.name) for each in known.values())
    owners = {plain_name(each.name): id_ for id_, each in known.items()}
    names_in_file = Counter(plain_name(player.name) for player in players)
    for player in players:
        name = plain_name(player.name)
        if names[name] == names_in_file[name] == 1 and not _is_contradicted(
            player, owners[name], register
        ):
            yield player.number, owners[name]


def _by_place(
    players: Sequence[PlayerReport],
    entered: Sequence[str],
    found: set[str],
    register: RememberedRegister,
) -> Iterator[tuple[str, str]]:
    """Yield players by place: the entry there has part of the name, or no known data."""
    if len(players) != len(entered):
        return
    for player, id_ in zip(players, entered, strict=True):
        if id_ in found or not register.knows(id_) or _is_contradicted(player, id_, register):
            continue
        known = register.get(id_)
        if known is None or Evidence(player, known).shares_a_word:
            yield player.number, id_


def _is_contradicted(player: PlayerReport, id_: str, register: RememberedRegister) -> bool:
    """True if a number or a year of birth says that he is not the one in the register."""
    known = register.get(id_)
    return known is not None and Evidence(player, known).contradicts


# --- linking every player of the file, or asking an open question --------------------------------

NEW, YES, NOBODY = "new", "yes", "nobody"
"""Answers other than an id: register the player, accept the proposal, not a player."""

LinkSource = Literal["said", "before", "number", "accepted", "new", "open"]


@attrs.frozen
class Link:
    """The person that a player of the file was found to be; ``player`` is None while that is open.

    ``question``: the issue that asks who he is, if one does; ``doubt``: the reason to ask if no
    proposal is one.
    """

    number: str
    player: str | None
    how: LinkSource
    proposals: tuple[Proposal, ...] = ()
    question: str = ""
    doubt: Strength | None = None

    @property
    def evidence(self) -> Strength | None:
        """Return the strength of the evidence for the proposed player; None if nobody asks."""
        return (self.doubt or strength_of(self.proposals)) if self.how == "open" else None

    @property
    def candidate(self) -> str | None:
        """The only person who is likely; None if several are, or nobody asks."""
        only = only_likely_player(self.proposals) if self.how == "open" else None
        return None if only is None else only.player


@attrs.frozen(kw_only=True)
class LinkChoice:
    """The submitter's decisions: links by file number (or ``new``, ``yes``, ``nobody``), and more.

    ``accept``: the evidence that suffices for a proposed person.  ``new_players`` are data of
    players who are registered, as ``7.birth_date``, in place of those in the file.
    """

    links: Mapping[str, str] = attrs.field(factory=dict)
    new_players: Mapping[str, str] = attrs.field(factory=dict)
    register_new: bool = False
    accept: Accept | None = None

    @property
    def nobody(self) -> set[str]:
        """Return the numbers of those who are nobody."""
        return {number for number, target in self.links.items() if target == NOBODY}


def link_players(  # noqa: PLR0913, PLR0917 - what a link may rest on
    report: TournamentReport,
    register: RememberedRegister,
    choice: LinkChoice,
    earlier: EarlierPlayers,
    played_before: PlayedBefore,
    findings: Findings,
) -> list[Link]:
    """Every player of the report with the link found for him; what is open is an error.

    ``earlier`` are the players of an earlier version of the tournament by their numbers; it is
    empty for a tournament that is new.
    """
    in_file = {player.number for player in report.players}
    for number in choice.links.keys() - in_file - choice.nobody:
        findings.error(not_in_file(number))
    found = {
        player.number: _by_choice(player, register, choice, findings)
        or _by_earlier_version(player, earlier)
        or _by_number(player, register, findings)
        for player in report.players
    }
    unknown = [player for player in report.players if found[player.number] is None]
    taken = {link.player for link in found.values() if link is not None and link.player}
    names = Counter(fold(player.name) for player in report.players)
    proposer = Proposer(register, taken, names)
    twins = _twins([each for each in report.players if not _is_linked(found[each.number])])
    for player, proposals in proposals_for(unknown, proposer, played_before):
        twin = twins.get(player.number)
        found[player.number] = _by_proposal(player, proposals, twin, choice, findings)
    _check_years(report, found.values(), choice, findings)
    links = [link for link in found.values() if link is not None]
    if len(links) == len(report.players):  # else a number is used twice, which was reported before
        _check_distinct(report, links, findings)
    return links


def _is_linked(link: Link | None) -> bool:
    return link is not None and link.player is not None


def _twins(players: Sequence[PlayerReport]) -> Mapping[str, PlayerReport]:
    """Return those who may be an earlier player of the file, with him, by their numbers."""
    twins, first_of = {}, dict[tuple[str, int | None], PlayerReport]()
    for player in players:
        first = first_of.setdefault((fold(player.name), player.birth_year), player)
        evidence = Evidence(player, first)
        other = evidence.other_numbers if evidence.same_year else any(evidence.against())
        if first is not player and not other:
            twins[player.number] = first
    return twins


def _by_choice(
    player: PlayerReport, register: RememberedRegister, choice: LinkChoice, findings: Findings
) -> Link | None:
    target = choice.links.get(player.number)
    if target is None or target == YES:  # the player is known once one is proposed
        return None
    if target == NEW:
        return Link(player.number, None, "new")
    if not register.knows(target):
        message = Message(
            "%(link)s: there is no such player in the register", link=_link(player, target)
        )
        findings.error(message, player.line)
        return Link(player.number, None, "open", question=message)
    return Link(player.number, target, "said")


def _by_earlier_version(player: PlayerReport, earlier: EarlierPlayers) -> Link | None:
    target = earlier.get(player.number)
    return None if target is None else Link(player.number, target, "before")


def _by_number(
    player: PlayerReport, register: RememberedRegister, findings: Findings
) -> Link | None:
    found = {
        person_
        for namespace, id_ in player.ids.items()
        if namespace in IDENTIFYING
        for person_ in register.with_number(namespace, id_)
    }
    if not found:
        return None
    if len(found) > 1:
        message = Message(
            "the numbers of %(name)s lead to %(players)s: correct them, or give %(link)s",
            name=player.name,
            players=", ".join(sorted(found)),
            link=_link(player, "PLAYER"),
        )
        findings.error(message, player.line)
        numbered = tuple(Proposal(each, (Message("same number"),)) for each in sorted(found))
        return Link(player.number, None, "open", numbered, message)
    link = Link(player.number, found.pop(), "number")
    known = register.get(link.player or "")
    return link if known is None else _link_by_number(link, player, known, findings)


def _link_by_number(
    link: Link, player: PlayerReport, known: Registered, findings: Findings
) -> Link:
    """A link by a number, open if it leads to another year; another name is worth a look."""
    evidence = Evidence(player, known)
    if evidence.other_year:
        message = Message(
            "the number of %(name)s leads to %(player)s, born %(known)s, not %(stated)s: correct "
            "it, or give %(link)s",
            name=player.name,
            player=known.player,
            known=known.birth_year,
            stated=player.birth_year,
            link=_link(player, known.player),
        )
        findings.error(message, player.line)
        proposal = Proposal(known.player, (Message("same number"),), tuple(evidence.against()))
        return Link(player.number, None, "open", (proposal,), message)
    if not evidence.shares_a_word:
        message = Message(
            "%(name)s is linked to %(player)s by number, but has another name",
            {"name": player.name, "player": known.player},
        )
        findings.warn(message, player.line)
    return link


def _by_proposal(
    player: PlayerReport,
    proposals: tuple[Proposal, ...],
    twin: PlayerReport | None,
    choice: LinkChoice,
    findings: Findings,
) -> Link:
    if is_nobody(player.name):
        return _doubted(player, "nobody", _no_person(player), findings)
    if choice.links.get(player.number) == YES:
        return _link_by_consent(player, proposals, findings)
    accepted = accepted_player(proposals, choice.accept)
    if accepted is not None:
        return Link(player.number, accepted, "accepted", proposals)
    if twin is not None and all(each.doubtful for each in proposals):
        return _doubted(player, "twice", _same_person(player, twin), findings)
    if choice.register_new and all(each.doubtful for each in proposals):
        if proposals:
            findings.warn(_register_despite_proposals(player, proposals), player.line)
        return Link(player.number, None, "new", proposals)
    question = _question(player, proposals)
    findings.error(question, player.line)
    return Link(player.number, None, "open", proposals, question)


def _doubted(player: PlayerReport, doubt: Strength, question: Message, findings: Findings) -> Link:
    findings.error(question, player.line)
    return Link(player.number, None, "open", (), question, doubt)


def _no_person(player: PlayerReport) -> Message:
    return Message(
        "player %(number)s is called %(name)s: give %(nobody)s if that is a bye or an empty "
        "place, or %(new)s if it is a person",
        number=player.number,
        name=repr(player.name),
        nobody=_link(player, NOBODY),
        new=_link(player, NEW),
    )


def _same_person(player: PlayerReport, twin: PlayerReport) -> Message:
    return Message(
        "players %(first)s and %(number)s are both %(name)s%(born)s: give %(new)s if they are two "
        "persons, else correct the file",
        first=twin.number,
        number=player.number,
        name=player.name,
        born="" if player.birth_year is None else f" ({player.birth_year})",
        new=_link(player, NEW),
    )


def _check_years(
    report: TournamentReport, links: Iterable[Link | None], choice: LinkChoice, findings: Findings
) -> None:
    """Ask for a newcomer's year of birth if nobody born then could play, unless it was given."""
    new = {link.number for link in links if link is not None and link.how == "new"}
    for player in report.players:
        field = f"{player.number}.birth_date"
        if player.number not in new or field in choice.new_players or report.ended_on is None:
            continue
        if is_implausible_age(player.birth_year, report.ended_on):
            message = Message(
                "player %(number)s, %(name)s, cannot be born in %(year)s and have played on "
                "%(day)s: give %(birth)s, an empty one if it is not known",
                number=player.number,
                name=player.name,
                year=player.birth_year,
                day=report.ended_on,
                birth=RequestField("new_player", f"{field}=YEAR"),
            )
            findings.error(message, player.line)


def _link_by_consent(
    player: PlayerReport, proposals: tuple[Proposal, ...], findings: Findings
) -> Link:
    only = only_likely_player(proposals)
    if only is not None:
        return Link(player.number, only.player, "said", proposals)
    values = {"number": player.number, "name": player.name}
    if proposals:
        question = Message(
            "player %(number)s, %(name)s, may be %(proposals)s: give %(link)s, not yes",
            proposals=_listed(proposals),
            link=_link(player, proposals[0].player),
            **values,
        )
    else:
        question = Message(
            "there is no proposal for player %(number)s, %(name)s: give %(link)s, not yes",
            link=_link(player, "PLAYER"),
            **values,
        )
    findings.error(question, player.line)
    return Link(player.number, None, "open", proposals, question)


def _register_despite_proposals(player: PlayerReport, proposals: Sequence[Proposal]) -> Message:
    return Message(
        "player %(number)s, %(name)s, is new; perhaps he is %(proposals)s: give "
        "%(link)s, or merge the two later",
        number=player.number,
        name=player.name,
        proposals=_listed(proposals),
        link=_link(player, proposals[0].player),
    )


def _question(player: PlayerReport, proposals: Sequence[Proposal]) -> Message:
    values = {"number": player.number, "name": player.name}
    if not proposals:
        return Message(
            "who is player %(number)s, %(name)s? He is not in the register: "
            "give %(link)s or %(new)s",
            link=_link(player, "PLAYER"),
            new=RequestField("register_new"),
            **values,
        )
    return Message(
        "who is player %(number)s, %(name)s? Perhaps %(proposals)s: give %(link)s or %(new)s",
        proposals=_listed(proposals),
        link=_link(player, proposals[0].player),
        new=_link(player, NEW),
        **values,
    )


def _link(player: PlayerReport, target: str) -> RequestField:
    return RequestField("link", f"{player.number}={target}")


def _listed(proposals: Sequence[Proposal]) -> str:
    return joined("; ", [_proposed(each) for each in proposals[:3]])


def _proposed(proposal: Proposal) -> str:
    reasons = joined(", ", list(proposal.reasons))
    return Message.of("%(player)s (%(reasons)s)", {"player": proposal.player, "reasons": reasons})


def not_in_file(number: str) -> Message:
    """Return the message that an answer is about no player of the file."""
    return Message(
        "%(link)s: there is no player %(number)s in the file",
        {"link": RequestField("link", number), "number": number},
    )


def _check_distinct(report: TournamentReport, links: Sequence[Link], findings: Findings) -> None:
    taken: dict[str, str] = {}
    for player, link in zip(report.players, links, strict=True):
        if link.player is None:
            continue
        first = taken.setdefault(link.player, link.number)
        if first != link.number:
            message = Message(
                "players %(first)s and %(second)s are both %(player)s: correct one of the links",
                {"first": first, "second": link.number, "player": link.player},
            )
            findings.error(message, player.line)
