"""What decides between equal points in a file with ranks: the methods of ``standings``."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from projections.exports.tournament_reports import numbers_of
from projections.history.cut import Cut
from projections.history.history import History
from projections.queries.crosstable import method_values


def tie_breaks(
    connection: Connection, tournament: str, cut: Cut, methods: Sequence[str]
) -> Mapping[str, Sequence[float]]:
    """The values of every player under some methods, by his number in the file.

    Raises :class:`~ledger.events.problems.Refused` for an unknown method.
    """
    values = method_values(connection, cut, tournament, methods, "--ranked-by")
    history = History.about(connection, cut, "", [tournament])
    (submitted,) = history.tournaments("", [tournament])
    return {number: values.get(player, ()) for player, number in numbers_of(submitted).items()}
