"""Corrections of one stream that follow each other: they are checked after the last of them."""

from collections.abc import Mapping, Sequence

import attrs

from ledger.events.codec import Submission, read_data
from ledger.events.facts import CorrectionSubmitted, GameSubmitted
from ledger.log.standing_events import Recorded


@attrs.frozen
class CorrectionRun:
    """Corrections of one stream that follow each other.

    ``last`` has the events that they are about in the end, by their ids, each with the last line
    that corrects it; ``problems`` is how many had been found before.
    """

    stream: str
    problems: int
    last: dict[str, tuple[Submission, Recorded]] = attrs.field(factory=dict)

    def add(self, line: Submission, root: Recorded) -> None:
        """Add one more of them."""
        self.last.pop(root.id, None)
        self.last[root.id] = line, root

    @property
    def roots(self) -> Sequence[Recorded]:
        """The events that they are about in the end."""
        return [root for _, root in self.last.values()]

    def replaced_games(self) -> Mapping[str, GameSubmitted] | None:
        """The games as they stand after these corrections, by their ids.

        None where something else than a game was corrected or struck, or a correction of one:
        what stands then must be read from the log.
        """
        games = {}
        for line, root in self.last.values():
            fact = line.fact
            if not isinstance(fact, CorrectionSubmitted) or fact.corrects != root.id:
                return None
            game = read_data(root.type, fact.replacement, "")
            if not isinstance(game, GameSubmitted):
                return None
            games[game.game] = game
        return games
