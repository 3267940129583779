"""Who the players of a file are: links to the register, by external number and never by name.

A player is linked by the submitter's choice, by an earlier version of the same file, or by a
number in an external register (FIDE, the German federation, EGD).  A name
alone only leads to a proposal, with its reasons, for a person to decide on; name and year of
birth together are enough where the submitter says so.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal

import attrs

from ledger.events.messages import Message, joined
from ledger.importing.formats.tournament_report import Findings, PlayerReport, TournamentReport
from ledger.importing.matching.earlier_players import EarlierPlayers
from ledger.importing.matching.names import Similarity, plain_name
from ledger.importing.matching.player_index import Register, Registered

# Who a player of a file may be, with the reasons, for a person to decide on.


MOST_SIMILAR = 5

PlayedBefore = Callable[[Collection[str]], Mapping[str, str]]
"""Of some candidates those who played in the pools before, each with a sentence saying where."""


@attrs.frozen
class Proposal:
    """A registered player who may be the file's player, with the reasons.

    ``certain``: he has the same name and year of birth.  ``likeness``, from 0 to 1, is that of a
    name that is spelt otherwise; ``doubtful``: only that, or a part of the name, speaks for him.
    """

    player: str
    reasons: tuple[str, ...]
    certain: bool = False
    likeness: float | None = None
    doubtful: bool = False


def proposals_for(
    players: Sequence[PlayerReport],
    register: Register,
    taken: Collection[str],
    played_before: PlayedBefore,
) -> Iterator[tuple[PlayerReport, tuple[Proposal, ...]]]:
    """Whoever each of the players may be, the best reasons first.

    Nobody is proposed for a like name who is ``taken`` by another player of the file.
    """
    proposals = {player.number: list(_proposals(player, register, taken)) for player in players}
    candidates = {each.player for some in proposals.values() for each in some}
    played = played_before(candidates) if candidates else {}
    for player in players:
        reasoned = [
            attrs.evolve(each, reasons=(*each.reasons, played[each.player]))
            if each.player in played
            else each
            for each in proposals[player.number]
        ]
        yield player, tuple(sorted(reasoned, key=_by_weight))


def the_certain_one(proposals: Sequence[Proposal]) -> str | None:
    """The player with the same name and year of birth, unless a namesake may be meant."""
    likely = [each for each in proposals if not each.doubtful]
    return likely[0].player if len(likely) == 1 and likely[0].certain else None


def _by_weight(proposal: Proposal) -> tuple[int, float]:
    return -len(proposal.reasons), -(proposal.likeness or 0)


def _proposals(
    player: PlayerReport, register: Register, taken: Collection[str]
) -> Iterator[Proposal]:
    """Those with the same name or one of his numbers; where there are none, with a like name."""
    found = [
        *_namesakes(player, register),
        *(
            proposal
            for namespace, id_ in sorted(player.ids.items())
            for proposal in _in_other_namespaces(namespace, id_, register)
        ),
    ]
    yield from found or _similarly_named(player, register, taken)


def _namesakes(player: PlayerReport, register: Register) -> Iterator[Proposal]:
    for candidate in sorted(register.named(player.name)):
        known = register.get(candidate)
        if known is not None and _may_be_as_old(player, known):
            certain = _born_in_the_same_year(player, known)
            yield Proposal(candidate, (Message("same name"), *_reasons(player, known)), certain)


def _in_other_namespaces(namespace: str, id_: str, register: Register) -> list[Proposal]:
    """Numbers entered in the wrong field."""
    return [
        Proposal(
            candidate,
            (Message("his %(other)s number stands as %(name)s", other=other, name=namespace),),
        )
        for other in ("fide", "dsb", "egd")
        if other != namespace
        for candidate in sorted(register.with_number(other, id_))
    ]


def _similarly_named(
    player: PlayerReport, register: Register, taken: Collection[str]
) -> list[Proposal]:
    """The most alike; numbers of one kind that differ say that it is somebody else."""
    found = []
    for candidate, similar in sorted(register.similarly_named(player.name).items()):
        known = register.get(candidate)
        if known is None or candidate in taken or not _may_be_as_old(player, known):
            continue
        shared = known.ids.keys() & player.ids.keys()
        if all(known.ids[name] == player.ids[name] for name in shared):
            found.append(_similar_proposal(player, known, similar))
    return sorted(found, key=_by_weight)[:MOST_SIMILAR]


def _similar_proposal(player: PlayerReport, known: Registered, similar: Similarity) -> Proposal:
    reasons = (similar.reason, *_reasons(player, known))
    doubtful = not (similar.is_abbreviation or _born_in_the_same_year(player, known))
    return Proposal(known.player, reasons, likeness=similar.likeness, doubtful=doubtful)


def _reasons(player: PlayerReport, known: Registered) -> Iterator[str]:
    if _born_in_the_same_year(player, known):
        yield Message("same year of birth")
    if player.club and player.club == known.club:
        yield Message("same club")


def _born_in_the_same_year(player: PlayerReport, known: Registered) -> bool:
    return player.birth_year is not None and player.birth_year == known.birth_year


def _may_be_as_old(player: PlayerReport, known: Registered) -> bool:
    return not player.birth_year or not known.birth_year or player.birth_year == known.birth_year


NEW = "new"
LinkSource = Literal["said", "before", "number", "accepted", "new", "open"]


@attrs.frozen
class Link:
    """What a player of the file was found to be; ``player`` is None while that is open.

    ``question``: the issue that asks who he is, if one does.
    """

    number: str
    player: str | None
    how: LinkSource
    proposals: tuple[Proposal, ...] = ()
    question: str = ""


@attrs.frozen(kw_only=True)
class LinkChoice:
    """What the submitter decides: links by file number (or ``new``), and the rest.

    ``accept_certain``: whoever has the same name and year of birth is taken for him.
    """

    links: Mapping[str, str] = attrs.field(factory=dict)
    register_new: bool = False
    accept_certain: bool = False


def link_players(  # noqa: PLR0913, PLR0917 - what a link may rest on
    report: TournamentReport,
    register: Register,
    choice: LinkChoice,
    earlier: EarlierPlayers,
    played_before: PlayedBefore,
    findings: Findings,
) -> list[Link]:
    """Every player of the report with the link found for him; what is open is an error.

    ``earlier`` are the players of an earlier version of the tournament by their numbers; it is
    empty for a tournament that is new.
    """
    for number in choice.links.keys() - {player.number for player in report.players}:
        message = Message(
            "--link %(number)s: there is no player %(number)s in the file", number=number
        )
        findings.error(message)
    found = {
        player.number: _by_choice(player, register, choice, findings)
        or _by_earlier_version(player, earlier)
        or _by_number(player, register, findings)
        for player in report.players
    }
    unknown = [player for player in report.players if found[player.number] is None]
    taken = {link.player for link in found.values() if link is not None and link.player}
    for player, proposals in proposals_for(unknown, register, taken, played_before):
        found[player.number] = _by_proposal(player, proposals, choice, findings)
    links = [link for link in found.values() if link is not None]
    if len(links) == len(report.players):  # else a number is used twice, which was found before
        _check_distinct(report, links, findings)
    return links


def _by_choice(
    player: PlayerReport, register: Register, choice: LinkChoice, findings: Findings
) -> Link | None:
    target = choice.links.get(player.number)
    if target is None:
        return None
    if target == NEW:
        return Link(player.number, None, "new")
    if not register.knows(target):
        message = Message(
            "--link %(number)s=%(player)s: there is no such player in the register",
            number=player.number,
            player=target,
        )
        findings.error(message, player.line)
        return Link(player.number, None, "open", question=message)
    return Link(player.number, target, "said")


def _by_earlier_version(player: PlayerReport, earlier: EarlierPlayers) -> Link | None:
    target = earlier.get(player.number)
    return None if target is None else Link(player.number, target, "before")


def _by_number(player: PlayerReport, register: Register, findings: Findings) -> Link | None:
    found = {
        person_
        for namespace, id_ in player.ids.items()
        for person_ in register.with_number(namespace, id_)
    }
    if not found:
        return None
    if len(found) > 1:
        message = Message(
            "the numbers of %(name)s lead to %(players)s: correct them, or say "
            "--link %(number)s=PLAYER",
            name=player.name,
            players=", ".join(sorted(found)),
            number=player.number,
        )
        findings.error(message, player.line)
        return Link(player.number, None, "open")
    link = Link(player.number, found.pop(), "number")
    known = register.get(link.player or "")
    if known is not None and _contradicts(player, known, findings):
        return Link(player.number, None, "open")
    return link


def _contradicts(player: PlayerReport, known: Registered, findings: Findings) -> bool:
    """A number that leads to somebody born in another year; another name is worth a look."""
    if player.birth_year and known.birth_year and player.birth_year != known.birth_year:
        message = Message(
            "the number of %(name)s leads to %(player)s, born %(known)s, not %(stated)s: correct "
            "it, or say --link %(number)s=%(player)s",
            name=player.name,
            player=known.player,
            known=known.birth_year,
            stated=player.birth_year,
            number=player.number,
        )
        findings.error(message, player.line)
        return True
    words = set(plain_name(player.name).split()), set(plain_name(known.name).split())
    if not words[0] & words[1]:
        message = Message(
            "%(name)s is linked to %(player)s by number, but is named otherwise",
            name=player.name,
            player=known.player,
        )
        findings.warn(message, player.line)
    return False


def _by_proposal(
    player: PlayerReport, proposals: tuple[Proposal, ...], choice: LinkChoice, findings: Findings
) -> Link:
    certain = the_certain_one(proposals) if choice.accept_certain else None
    if certain is not None:
        return Link(player.number, certain, "accepted", proposals)
    if choice.register_new and all(each.doubtful for each in proposals):
        if proposals:
            findings.warn(_registered_all_the_same(player, proposals), player.line)
        return Link(player.number, None, "new", proposals)
    question = _question(player, proposals)
    findings.error(question, player.line)
    return Link(player.number, None, "open", proposals, question)


def _registered_all_the_same(player: PlayerReport, proposals: Sequence[Proposal]) -> Message:
    return Message(
        "player %(number)s, %(name)s, is new; perhaps he is %(proposals)s: say "
        "--link %(number)s=%(first)s, or merge the two later",
        number=player.number,
        name=player.name,
        proposals=_listed(proposals),
        first=proposals[0].player,
    )


def _question(player: PlayerReport, proposals: Sequence[Proposal]) -> Message:
    said = {"number": player.number, "name": player.name}
    if not proposals:
        return Message(
            "who is player %(number)s, %(name)s? He is not in the register: "
            "say --link %(number)s=PLAYER or --register-new",
            **said,
        )
    return Message(
        "who is player %(number)s, %(name)s? Perhaps %(proposals)s: "
        "say --link %(number)s=%(first)s or --link %(number)s=new",
        proposals=_listed(proposals),
        first=proposals[0].player,
        **said,
    )


def _listed(proposals: Sequence[Proposal]) -> str:
    return joined("; ", [_proposed(each) for each in proposals[:3]])


def _proposed(proposal: Proposal) -> str:
    reasons = joined(", ", list(proposal.reasons))
    return Message.of("%(player)s (%(reasons)s)", {"player": proposal.player, "reasons": reasons})


def _check_distinct(report: TournamentReport, links: Sequence[Link], findings: Findings) -> None:
    taken: dict[str, str] = {}
    for player, link in zip(report.players, links, strict=True):
        if link.player is None:
            continue
        first = taken.setdefault(link.player, link.number)
        if first != link.number:
            message = Message(
                "players %(first)s and %(second)s are both %(player)s: correct one of the links",
                first=first,
                second=link.number,
                player=link.player,
            )
            findings.error(message, player.line)
