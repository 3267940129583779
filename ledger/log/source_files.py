"""Source files: the tournament files as submitted, to look results up.

A file is kept in the table ``paper`` under the SHA-256 of its bytes, which the event of the
tournament carries; so the log proves the file without holding it.  The bytes are compressed
with zlib: tables of names and results shrink to a fifth.  A file contains names.  It is therefore
kept beside the log, as personal data are, and erased with the first of its players who is
forgotten (decision 0021).
"""

import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256

import attrs
import orjson
from sqlalchemy import Connection, func, or_, select

from ledger.events.facts import CorrectionSubmitted, PlayerForgotten, TournamentSubmitted
from ledger.events.problems import refusal
from ledger.events.streams import player_stream
from ledger.log.effective_events import COLUMNS, Recorded
from ledger.log.schema import event, paper
from ledger.log.statements import among


@attrs.frozen
class SourceFile:
    """A file as submitted: its name without folders, and its bytes."""

    name: str
    content: bytes


def digest_of(content: bytes) -> str:
    """Return the key of a file's bytes: their SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


NAMELESS = "sha256:"
"""The beginning of a source that is a digest, in place of a file's name."""


def nameless_source(digest: str) -> str:
    """Return the source of events whose file is called after a person: a part of its digest."""
    return NAMELESS + digest[:16]


def keep(connection: Connection, digest: str, position: int, name: str, content: bytes) -> None:
    """Keep the bytes of a file in the transaction that appends its events.

    ``position`` is that of the last event of its tournament that came with it.  An existing
    file is left unchanged.
    """
    if connection.execute(select(paper.c.digest).where(paper.c.digest == digest)).first() is None:
        row = {"digest": digest, "position": position, "name": name}
        connection.execute(paper.insert().values(**row, content=zlib.compress(content)))


def content_of(connection: Connection, digest: str) -> SourceFile | None:
    """Return the file with this digest, None if none is kept.

    Raises :class:`~ledger.events.problems.Refused` if the kept bytes do not have the digest.
    """
    row = connection.execute(
        select(paper.c.name, paper.c.content).where(paper.c.digest == digest)
    ).one_or_none()
    if row is None:
        return None
    content = unpacked(row.content, digest)
    if content is None:
        message = f"the paper kept as {digest} was changed in the database: its hash is another"
        raise refusal("paper-changed", f"{message}; restore it from a backup")
    return SourceFile(row.name, content)


def unpacked(stored: bytes, digest: str) -> bytes | None:
    """Return the bytes of a stored file; None if they do not have its digest."""
    try:
        content = zlib.decompress(stored)
    except (zlib.error, TypeError):  # a damaged row may contain text
        return None
    return content if digest_of(content) == digest else None


def tournament_of(connection: Connection, digest: str) -> str | None:
    """Return the tournament that was submitted with a file, None if no such file is kept."""
    stream = connection.execute(
        select(event.c.stream)
        .join(paper, paper.c.position == event.c.position)
        .where(paper.c.digest == digest)
    ).scalar()
    return None if stream is None else stream.removeprefix("tournament/")


def position_of(connection: Connection, digest: str) -> int | None:
    """Return the last event that came with a file, None if no such file is kept."""
    query = select(paper.c.position).where(paper.c.digest == digest)
    return connection.execute(query).scalar()


def forgotten_among(connection: Connection, players: Sequence[str]) -> list[str]:
    """Return the forgotten ones among the players: a file that names them must not be kept."""
    streams = connection.execute(
        select(event.c.stream).where(
            among(connection, event.c.stream, map(player_stream, players)),
            event.c.type == PlayerForgotten.type,
        )
    )
    return sorted(stream.removeprefix("player/") for stream in streams.scalars())


def erase_of_players(connection: Connection, players: Sequence[str]) -> None:
    """Erase every file of the tournaments in which one of these players is or was named."""
    digests = sorted(set(_of_players(connection, players)))
    if digests:
        connection.execute(paper.delete().where(among(connection, paper.c.digest, digests)))


def _of_players(connection: Connection, players: Sequence[str]) -> Iterator[str]:
    """Yield the digests in all tournaments that mention a player: a slow scan of the log."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    named = (find(event.c.payload, orjson.dumps(player).decode()) > 0 for player in players)
    of_tournaments = event.c.stream.startswith("tournament/", autoescape=True)
    streams = select(event.c.stream).where(of_tournaments, or_(*named)).distinct()
    with_files = select(*COLUMNS).where(
        event.c.stream.in_(streams),
        event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
        find(event.c.payload, '"paper"') > 0,
    )
    for row in connection.execute(with_files):
        yield from digests_in(Recorded(*row).data)


def digests_in(data: dict[str, object]) -> Iterator[str]:
    """The digest in the data of a tournament, or of a correction of one, however nested."""
    found, replacement = data.get("paper"), data.get("replacement")
    if isinstance(found, str):
        yield found
    if isinstance(replacement, dict):
        yield from digests_in(replacement)
