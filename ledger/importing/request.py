"""The request of one call of ``import``, and the files it is about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ledger.importing.formats.archive import packed_files
from ledger.importing.formats.text import LARGEST_FILE
from ledger.importing.formats.tournament_report import SuppliedDetails
from ledger.importing.link_table import file_key
from ledger.importing.matching.player_links import NEW, LinkChoice
from ledger.importing.matching.tournaments import IdentityChoice
from ledger.importing.ports import EffectPort, StatedRatings
from ledger.log.clock import Clock
from ledger.validation.rulebook_port import RulebookPort

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ledger.importing.outcome import FileOutcome

AUTO = "auto"
TABLES = ("tournament.csv", "players.csv", "games.csv")
_PLAYERS, _RESULTS = ".trn", ".sco"
_SWISSPERFECT = (_PLAYERS, _RESULTS, ".ini")


Settle = Callable[["Connection", "FileOutcome"], None]
"""Is given the connection and the outcome of a file that was not refused."""


@attrs.frozen(kw_only=True)
class ImportRequest:
    """The options of one call of ``import``, for all of its files.

    ``links`` are choices for single files, by the file's name and the player's number in it;
    ``effect`` computes the effect of the events, None: it is not computed; ``stated_ratings``:
    None, newcomers get no ratings.  ``settles`` belong to the transaction of each file that is
    not refused: an exception takes its events back.
    """

    format: str
    pools: tuple[str, ...]
    by: str
    rulebooks: RulebookPort
    clock: Clock
    dry_run: bool = False
    supplied: SuppliedDetails = attrs.field(factory=SuppliedDetails)
    choice: LinkChoice = attrs.field(factory=LinkChoice)
    links: Mapping[Path, Mapping[str, str]] = attrs.field(factory=dict)
    identity: IdentityChoice = attrs.field(factory=IdentityChoice)
    reason: str | None = None
    effect: EffectPort | None = None
    stated_ratings: StatedRatings | None = None
    settles: Sequence["Settle"] = ()

    def choice_for(self, file: str) -> LinkChoice:
        """The submitter's links for the players of one file."""
        own = self.links.get(file_key(file), {})
        numbers = (key.rpartition(".")[0] for key in self.choice.new_players)
        new = dict.fromkeys(filter(None, numbers), NEW)
        return attrs.evolve(self.choice, links={**own, **new, **self.choice.links})


@attrs.frozen
class InputFile:
    """A file's name and bytes; ``content`` is None if it could not be read from disk."""

    name: str
    content: bytes | None
    read_error: str = ""


def files_in(names: tuple[str, ...]) -> Iterator[str]:
    """The files named: a folder stands for all files in it, unless these are one tournament."""
    for name in names:
        path = Path(name)
        if not path.is_dir() or _tables_in(path):
            yield name
            continue
        inside = sorted(
            each for each in path.iterdir() if each.is_file() and not each.name.startswith(".")
        )
        with_others = {part for each in inside for part in _parts_with(each)[1:]}
        yield from (str(each) for each in inside if each not in with_others)


def _tables_in(folder: Path) -> Sequence[Path]:
    """The tables that are one tournament: the canonical ones, or a rating report of US Chess."""
    tables = [folder / table for table in TABLES if (folder / table).is_file()]
    if tables:
        return tables
    from ledger.importing.formats.us_chess.reader import MEMBER  # noqa: PLC0415 - seldom asked for

    found = [
        (match, path)
        for path in sorted(folder.iterdir())
        if (match := MEMBER.fullmatch(path.name)) and path.is_file()
    ]
    kinds = [match["table"].upper() for match, _ in found]
    events = {match["event"].casefold() for match, _ in found}
    one_report = "D" in kinds and len(set(kinds)) == len(kinds) and len(events) == 1
    return [path for _, path in found] if one_report else []


def read_file(name: str) -> InputFile:
    """A file from disk; what is one tournament in several files is packed as one.

    These are the tables of a folder, and SwissPerfect's files beside a ``.trn``.
    """
    # Bytes that are not text are shown by signs in their place.
    path, name = Path(name), name.encode(errors="surrogateescape").decode(errors="replace")
    try:
        if path.is_dir():
            return InputFile(name, packed_files(_tables_in(path)))
        if parts := _parts_with(path):
            return InputFile(name, packed_files(parts))
        with path.open("rb") as stream:
            return InputFile(name, stream.read(LARGEST_FILE + 1))
    except OSError as error:
        return InputFile(name, None, f"the file cannot be read: {error.strerror}")


def _parts_with(path: Path) -> Sequence[Path]:
    """The files of the tournament whose players are in a file, which is the first of them.

    None if there are no results beside it.
    """
    if path.suffix.casefold() != _PLAYERS:
        return ()
    parts = {
        each.suffix.casefold(): each
        for each in path.parent.iterdir()
        if each.stem.casefold() == path.stem.casefold()
        and each.suffix.casefold() in _SWISSPERFECT
        and each.is_file()
    }
    parts[_PLAYERS] = path
    return (
        [parts[ending] for ending in _SWISSPERFECT if ending in parts] if _RESULTS in parts else ()
    )
