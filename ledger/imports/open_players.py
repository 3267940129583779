"""The open players of a file, beside those whom the register proposes for them."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.formats.tournament_report import PlayerReport, TournamentReport
from ledger.imports.matching.player_links import Link
from ledger.imports.register_port import KnownPlayer

MOST_SHOWN = 100


def open_player_lines(
    report: TournamentReport, links: Sequence[Link], known: Mapping[str, KnownPlayer]
) -> Iterator[str]:
    """A line for each of them with the file's data, one for each proposal with the register's."""
    players = {player.number: player for player in report.players}
    for link in links[:MOST_SHOWN]:
        player = players[link.number]
        yield f"Player {link.number} is open: {'; '.join(_in_the_file(player))}"
        for proposal in link.proposals:
            shown = known.get(proposal.player, KnownPlayer())
            facts = "; ".join([proposal.player, *_in_the_register(shown)])
            yield f"    perhaps {facts} ({', '.join(proposal.reasons)})"
    if len(links) > MOST_SHOWN:
        yield f"… and {len(links) - MOST_SHOWN} more open players: --proposals FILE lists them all"


def figure_in_the_file(player: PlayerReport) -> str:
    """The ratings and the grade that a file gives a player."""
    ratings = [f"{system} {figure}" for system, figure in player.ratings.items()]
    return ", ".join([*ratings, *([player.grade] if player.grade else [])])


def _in_the_file(player: PlayerReport) -> Iterator[str]:
    yield player.name
    if player.birth_year is not None:
        yield f"born {player.birth_year}"
    yield from filter(None, (player.club, figure_in_the_file(player)))


def _in_the_register(known: KnownPlayer) -> Iterator[str]:
    if known.name is not None:
        yield known.name
    if known.birth_year is not None:
        yield f"born {known.birth_year}"
    yield from filter(None, (known.club, known.figure))
