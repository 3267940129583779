"""What the command line asks to be done with a player list."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import attrs

from ledger.importing.federation_lists.new_player_ids import RandomBytes
from ledger.importing.federation_lists.proposals import Mark
from ledger.log.clock import Clock
from ledger.validation.rulebook_port import RulebookPort


@attrs.frozen(kw_only=True)
class EnrolmentRequest:
    """The options of one call of ``enrol``.

    ``pool`` is the rating list to propose ratings for (None: no ratings), ``day`` the date of the
    list where the file does not state it, ``only`` the federations from which unregistered people
    are proposed (empty: all).  ``register`` and ``adopt`` accept every proposal of their kind,
    ``marks`` single ones by their ids.
    """

    format: str
    file: Path
    by: str
    rulebooks: RulebookPort
    clock: Clock
    random_bytes: RandomBytes
    pool: str | None = None
    day: date | None = None
    only: frozenset[str] = frozenset()
    register: bool = False
    adopt: bool = False
    marks: Mapping[str, Mark] = attrs.field(factory=dict)
    dry_run: bool = False
