"""Columns of answers, each declared once: name, heading, value and kind.

The name is that of JSON and CSV, the heading is translated where it is shown.  A kind writes its
values alike on a terminal, on a printed sheet and on a page; these differ only in the
:class:`Spelling` of days, numbers and words.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import attrs

from ledger.events.messages import marked
from projections.queries.labels import Labels
from projections.queries.presentation import WITHHELD, format_card

if TYPE_CHECKING:
    from projections.queries import answer_types as shapes

RowT = TypeVar("RowT", contravariant=True)  # noqa: PLC0105 - it stands in every signature


class Person(NamedTuple):
    """A player by id, and the name if it may be shown."""

    player: str
    name: str | None


class Speech(Protocol):
    """The words, numbers and days of a language."""

    def translate_text(self, text: str) -> str:
        """A text that the catalogue knows as a whole."""

    def day(self, given: str) -> str:
        """A day."""

    def number(self, given: float, decimals: int) -> str:
        """A number with at most so many decimals."""

    def fixed(self, given: float) -> str:
        """A number with its decimals."""

    def signed(self, given: float, decimals: int) -> str:
        """A change, with its sign."""

    def points(self, given: float) -> str:
        """Points with their halves."""

    def percent(self, given: float) -> str:
        """A share in per cent."""

    def cell(self, value: object) -> str:
        """A value of a rulebook's row: a number, a word, yes or no."""


@attrs.frozen
class Spelling:
    """A language, the rulebook whose cards are written, and the names that are shown for ids.

    ``decimals``: those of a number, at most.
    """

    speech: Speech
    rulebook: str | None = None
    labels: Labels = attrs.field(factory=Labels)
    decimals: int = 3

    def name(self, name: str | None) -> str:
        """The name of a player."""
        return self.speech.translate_text(WITHHELD) if name is None else name

    def number(self, given: float) -> str:
        """A number."""
        return self.speech.number(given, self.decimals)

    def signed(self, given: float) -> str:
        """A change, with its sign."""
        return self.speech.signed(given, self.decimals)


@attrs.frozen
class Kind:
    """The kind of a column's values: ``write`` makes a text, ``cell`` a value of CSV.

    ``is_number``: aligned at the right; None: if a value of the column is a number.  ``wraps``:
    names or sentences, which may be shortened or go on in the next line.
    """

    write: Callable[[Any, Spelling], str]
    cell: Callable[[Any], Any] = lambda value: value
    is_number: bool | None = False
    wraps: bool = False


TEXT = Kind(lambda value, _: str(value))
PROSE = Kind(lambda value, _: str(value), wraps=True)
WORD = Kind(lambda value, spelling: spelling.speech.translate_text(value))
KEY = Kind(lambda value, _: str(value))
ID = Kind(lambda value, _: str(value))
"""An id beside the name that it belongs to, which people see if they ask for ids."""
PERSON = Kind(
    lambda value, spelling: spelling.name(value.name), cell=lambda value: value.name, wraps=True
)
PLAYER = Kind(lambda value, spelling: spelling.labels.player(value), wraps=True)
EVENT = Kind(lambda value, spelling: spelling.labels.tournament(value), wraps=True)
OCCASION = Kind(lambda value, spelling: spelling.labels.occasion(value), wraps=True)
GAME = Kind(lambda value, spelling: spelling.labels.game(value), wraps=True)
CARD = Kind(lambda value, spelling: format_card(value, spelling.rulebook), is_number=True)
DAY = Kind(lambda value, spelling: spelling.speech.day(value))
ORDINAL = Kind(lambda value, _: str(value), is_number=True)
FIGURE = Kind(lambda value, spelling: spelling.number(value), is_number=True)
WHOLE = Kind(lambda value, spelling: spelling.number(round(value)), is_number=True)
POINTS = Kind(lambda value, spelling: spelling.speech.points(value), is_number=True)
FIXED = Kind(lambda value, spelling: spelling.speech.fixed(value), is_number=None)
SIGNED = Kind(lambda value, spelling: spelling.signed(value), is_number=True)
VALUE = Kind(lambda value, spelling: spelling.speech.cell(value), is_number=None)
"""A value of a rulebook's row, whatever it is."""
RESULT = Kind(lambda value, spelling: "–".join(map(spelling.speech.points, value)))
SCORE = Kind(
    lambda value, spelling: " : ".join(map(spelling.speech.points, value)), is_number=True
)
PLACE = Kind(lambda value, _: str(value[0]))
"""The first of the places that equal players share: each of them has it."""
BOARDS = Kind(lambda value, _: "–".join(map(str, dict.fromkeys(value))))
PERCENT = Kind(lambda value, spelling: spelling.speech.percent(value), is_number=True)
YES_OR_NO = Kind(lambda value, spelling: spelling.speech.cell(bool(value)))


def _changed(value: tuple[float | None, str | None], spelling: Spelling) -> str:
    """A change with its sign, ``=`` for none, or the word for an entry into the list."""
    change, entry = value
    if entry is not None:
        return spelling.speech.translate_text(entry)
    return "" if change is None else spelling.signed(change) if change else "="


CHANGES_OF_BOTH = Kind(
    lambda values, spelling: " ".join("–" if it is None else spelling.signed(it) for it in values),
    is_number=True,
)
CHANGE = Kind(_changed, cell=lambda value: value[0], is_number=True)
TREND = Kind(
    lambda values, _: " ".join("–" if it is None else f"{it:g}" for it in values),
    cell=lambda values: " ".join("" if it is None else f"{it:g}" for it in values),
)


@attrs.frozen
class Column(Generic[RowT]):
    """A column of the rows of an answer.

    ``width`` is that in a workbook, in characters.  ``folds``: columns with the highest number
    are the first to be left out or moved where there is little room, those with the same number
    together.  ``optional``: it is in the answer if it was asked for.
    """

    name: str
    heading: str
    value: Callable[[RowT], Any]
    kind: Kind = TEXT
    width: int = 9
    folds: int = 0
    optional: bool = False

    def text(self, row: RowT, spelling: Spelling) -> str:
        """Return the value formatted for display; empty if there is none."""
        value = self.value(row)
        return "" if value is None else self.kind.write(value, spelling)

    def cell(self, row: RowT) -> Any:
        """The value as a cell of a file for programs."""
        value = self.value(row)
        return None if value is None else self.kind.cell(value)


class Columns(Generic[RowT]):
    """The columns of an answer, in their order."""

    def __init__(self, *columns: Column[RowT]) -> None:
        self._columns = columns

    def __iter__(self) -> Iterator[Column[RowT]]:
        """Iterate over the columns."""
        return iter(self._columns)

    def __getitem__(self, name: str) -> Column[RowT]:
        """Return the column of a name."""
        return next(each for each in self._columns if each.name == name)

    @property
    def headings(self) -> Mapping[str, str]:
        """Return their headings by their names."""
        return {each.name: each.heading for each in self._columns}

    @property
    def names(self) -> Sequence[str]:
        """Return their names."""
        return [each.name for each in self._columns]

    def cells(self, row: RowT) -> Sequence[Any]:
        """Return a row as cells of a file for programs."""
        return [each.cell(row) for each in self._columns]

    def record(self, row: RowT) -> dict[str, Any]:
        """Return a row as cells by their names."""
        return dict(zip(self.names, self.cells(row), strict=True))

    def named(self, names: Sequence[str]) -> "Columns[RowT]":
        """Return the columns of these names, in the order of the names."""
        return Columns(*(self[name] for name in names))

    def headed(self, headings: Mapping[str, str]) -> "Columns[RowT]":
        """Return the columns, those that are named under other headings."""
        return Columns(
            *(attrs.evolve(it, heading=headings.get(it.name, it.heading)) for it in self._columns)
        )

    def with_optional(self, names: Collection[str]) -> "Columns[RowT]":
        """Return the columns without those optional ones that are not named."""
        return Columns(*(it for it in self._columns if not it.optional or it.name in names))

    def as_optional(self) -> "Columns[RowT]":
        """Return the columns as those that have to be asked for."""
        return Columns(*(attrs.evolve(each, optional=True) for each in self._columns))

    def people_read(self) -> "Columns[RowT]":
        """Return the columns of a sheet: no ids beside names, none of those that are optional."""
        return Columns(*(it for it in self.with_optional(()) if it.kind is not ID))

    @property
    def optional(self) -> Sequence[str]:
        """The names of the optional columns."""
        return tuple(each.name for each in self._columns if each.optional)


OF_A_PLAYER: "Columns[shapes.NamedPlayer]" = Columns(
    Column("player", marked("Id"), lambda row: row["player"], ID, width=16),
    Column(
        "name", marked("Name"), lambda row: Person(row["player"], row["name"]), PERSON, width=28
    ),
)
FURTHER: "Columns[shapes.RatingRow]" = Columns(
    Column("club", marked("Club"), lambda row: row["club"], PROSE, width=24, folds=1),
    Column("birth_year", marked("Born"), lambda row: row["birth_year"], ORDINAL),
    Column("federation", marked("Federation"), lambda row: row["federation"]),
    Column("sex", marked("Sex"), lambda row: row["sex"]),
    Column("games_of_year", marked("Games"), lambda row: row["games_of_year"], ORDINAL),
    Column("before", marked("Rating before"), lambda row: row["before"], FIGURE),
    Column("change", marked("Change"), lambda row: (row["change"], row.get("entry")), CHANGE),
    Column("place_before", marked("Place before"), lambda row: row["place_before"], ORDINAL),
    Column("entry", marked("Entry"), lambda row: row["entry"], WORD),
    Column("trend", marked("Two years"), lambda row: row["trend"], TREND, width=30, folds=1),
)
"""Those of a rating list that are asked for; ``entry`` is ``new`` or ``back`` on the list."""
RATING_LIST: "Columns[shapes.RatingRow]" = Columns(
    Column("place", marked("Place"), lambda row: row["place"], ORDINAL, optional=True),
    *OF_A_PLAYER,
    Column("rating", marked("Rating"), lambda row: row["card"], CARD),
    Column("last_event", marked("Last event"), lambda row: row["last_event"], EVENT, folds=1),
    Column("valid_until", marked("Valid until"), lambda row: row["valid_until"], DAY, width=12),
    Column("status", marked("Status"), lambda row: row["status"], WORD),
    Column("proposal", "P&D", lambda row: row["proposal"], WORD),
    *FURTHER.as_optional(),
)
POOLS: "Columns[shapes.PoolRow]" = Columns(
    Column("pool", marked("Pool"), lambda row: row["pool"]),
    Column("rulebook", marked("Rulebook"), lambda row: row["rulebook"]),
    Column("horizon", marked("Last day"), lambda row: row["horizon"], DAY),
    Column("players", marked("Players"), lambda row: row["players"], ORDINAL),
    Column("tournaments", marked("Tournaments"), lambda row: row["tournaments"], ORDINAL),
)
TOURNAMENTS: "Columns[shapes.TournamentRow]" = Columns(
    Column("ended_on", marked("Ended"), lambda row: row["ended_on"], DAY),
    Column("name", marked("Tournament"), lambda row: row["name"], PROSE),
    Column("tournament", marked("Id"), lambda row: row["tournament"], ID),
    Column("rated", marked("Rated"), lambda row: row["rated"], YES_OR_NO),
    Column("players", marked("Players"), lambda row: row["players"], ORDINAL),
    Column("games", marked("Games"), lambda row: row["games"], ORDINAL),
)
PLAYERS: "Columns[shapes.PlayerRow]" = Columns(
    *OF_A_PLAYER,
    Column("figure", marked("Rating"), lambda row: row["figure"], FIGURE),
    Column("status", marked("Status"), lambda row: row["status"], WORD),
)
GAMES: "Columns[shapes.GameRow]" = Columns(
    Column("round", marked("Round"), lambda row: row["round"], ORDINAL),
    Column("board", marked("Board"), lambda row: row["board"], ORDINAL),
    Column("white", marked("White"), lambda row: Person(row["white"], row["white_name"]), PERSON),
    Column(
        "black",
        marked("Black"),
        lambda row: row["black"] and Person(row["black"], row["black_name"]),
        PERSON,
    ),
    Column(
        "result",
        marked("Result"),
        lambda row: (row["white_points"], row["black_points"]),
        RESULT,
    ),
    Column(
        "reason",
        marked("Not played"),
        lambda row: None if row["played"] else row["reason"] or marked("not played"),
        WORD,
    ),
    Column("game", marked("Id"), lambda row: row["game"], ID),
)
PENDING: "Columns[shapes.SubmissionRow]" = Columns(
    Column("submission", marked("Id"), lambda row: row["submission"], KEY),
    Column("file", marked("File"), lambda row: row["file"], PROSE),
    Column("pool", marked("List"), lambda row: row["pool"]),
    Column("account", marked("Submitted by"), lambda row: row["account"]),
    Column("submitted_at", marked("At"), lambda row: row["submitted_at"]),
    Column("tournament", marked("Tournament"), lambda row: row["tournament"], PROSE),
    Column("state", marked("State"), lambda row: row["state"], WORD),
    Column("questions", marked("Open"), lambda row: row["questions"], ORDINAL),
)
PUBLISHED: "Columns[shapes.PublishedList]" = Columns(
    Column("day", marked("List of"), lambda row: row["day"], DAY),
    Column("position", marked("Known at"), lambda row: row["position"], ORDINAL),
    Column("published_at", marked("Published at"), lambda row: row["published_at"], ORDINAL),
    Column("players", marked("Players"), lambda row: row["players"], ORDINAL),
    Column("proven", marked("Reproduced"), lambda row: row["proven"], YES_OR_NO),
    Column("differ", marked("Differ today"), lambda row: len(row["differences"]), ORDINAL),
    Column("digest", marked("Digest"), lambda row: row["digest"], KEY),
)


def difference_of(row: "shapes.DifferenceRow") -> int | None:
    """Return the amount by which a rating differs; None if there is none on one side."""
    if row["before"] is None or row["after"] is None:
        return None
    return row["after"] - row["before"]


DIFFERENCES: "Columns[shapes.DifferenceRow]" = Columns(
    Column("pool", marked("Pool"), lambda row: row["pool"], optional=True),
    *OF_A_PLAYER,
    Column("before", marked("Before"), lambda row: row["before"], FIGURE),
    Column("after", marked("After"), lambda row: row["after"], FIGURE),
    Column("change", marked("Change"), lambda row: (difference_of(row), None), CHANGE),
)
CHANGES: "Columns[shapes.ChangeRow]" = Columns(
    Column("ended_on", marked("Ended"), lambda row: row["ended_on"], DAY),
    Column("name", marked("Tournament"), lambda row: row["name"], PROSE),
    Column("points", marked("Points"), lambda row: row["points"], POINTS),
    Column("games", marked("Games"), lambda row: row["games"], ORDINAL),
    Column("before", marked("Before"), lambda row: row["before"], WHOLE),
    Column("after", marked("After"), lambda row: row["after"], WHOLE),
    Column(
        "change",
        marked("Change"),
        lambda row: (row["change"] and round(row["change"]), None),
        CHANGE,
    ),
)


SCORES: "Columns[shapes.Score]" = Columns(
    Column("games", marked("Games"), lambda row: row["games"], ORDINAL),
    Column("points", marked("Points"), lambda row: row["points"], POINTS),
    Column("wins", marked("Won"), lambda row: row["wins"], ORDINAL),
    Column("draws", marked("Drawn"), lambda row: row["draws"], ORDINAL),
    Column("losses", marked("Lost"), lambda row: row["losses"], ORDINAL),
)
OPPONENTS: "Columns[shapes.OpponentRow]" = Columns(
    *OF_A_PLAYER.headed({"name": marked("Opponent")}),
    *SCORES,
    Column(
        "score",
        marked("Score"),
        lambda row: (row["points"], row["games"] - row["points"]),
        SCORE,
        optional=True,
    ),
)


def by_colour(player: "shapes.PlayerGlance") -> "Sequence[shapes.ColourScore]":
    """Return a player's score with both colours, and with each."""
    return [
        {"colour": marked("All"), **player["score"]},
        {"colour": marked("White"), **player["white"]},
        {"colour": marked("Black"), **player["black"]},
    ]


COLOURS: "Columns[shapes.ColourScore]" = Columns(
    Column("colour", marked("Colour"), lambda row: row["colour"], WORD),
    *SCORES.named(["games", "points"]),
    Column(
        "share",
        "%",
        lambda row: row["points"] / row["games"] if row["games"] else None,
        PERCENT,
        optional=True,
    ),
    *SCORES.named(["wins", "draws", "losses"]),
)
RESIDUAL_GAMES: "Columns[shapes.EvaluationRow]" = Columns(
    Column("title", marked("Tournament"), lambda row: row.get("tournament"), EVENT),
    Column("name", marked("Opponent"), lambda row: row.get("opponent"), PLAYER),
    Column("game", marked("Game"), lambda row: row.get("game"), ID),
    Column("tournament", marked("Id"), lambda row: row.get("tournament"), ID),
    Column("opponent", "Opponent's id", lambda row: row.get("opponent"), ID),
    Column("opponent_rating", "His rating", lambda row: row.get("opponent_rating"), VALUE),
    Column("points", marked("Points"), lambda row: row["points"], POINTS),
    Column("valid_until", marked("Valid until"), lambda row: row["valid_until"], DAY),
)
UNRATED_GAMES: "Columns[shapes.UnratedGame]" = Columns(
    Column("about", marked("Game"), lambda row: row["game"], GAME),
    Column("game", marked("Id"), lambda row: row["game"], ID),
    Column("reason", "Why", lambda row: row["reason"], PROSE),
)
STANDINGS: "Columns[shapes.StandingsRow]" = Columns(
    Column("place", "", lambda row: row["place"], PLACE),
    *OF_A_PLAYER,
    Column("points", marked("Points"), lambda row: row["points"], VALUE),
    Column("value", "Value", lambda row: row["value"], VALUE),
    Column("stated_quotient", "p/P", lambda row: row["stated_quotient"], optional=True),
    Column("t", "t", lambda row: row["t"], VALUE),
    Column("T", "T", lambda row: row["T"], VALUE),
    Column("status", marked("Status"), lambda row: row["status"], WORD),
    Column("remark", "Remark", lambda row: row["remark"], PROSE, optional=True),
)
GAINS: "Columns[shapes.GainRow]" = Columns(
    *OF_A_PLAYER,
    Column("before", marked("Before"), lambda row: row["before"], FIGURE),
    Column("after", marked("After"), lambda row: row["after"], FIGURE),
    Column("change", marked("Change"), lambda row: (row["change"], None), CHANGE),
)
UPSETS: "Columns[shapes.Upset]" = Columns(
    Column("day", marked("Day"), lambda row: row["day"], DAY),
    Column("title", marked("Tournament"), lambda row: row["title"], PROSE),
    Column(
        "winner", marked("Winner"), lambda row: Person(row["winner"], row["winner_name"]), PERSON
    ),
    Column("loser", marked("Loser"), lambda row: Person(row["loser"], row["loser_name"]), PERSON),
    Column("expected", marked("Expected"), lambda row: row["expected"], PERCENT),
)
MOST_GAMES: "Columns[shapes.ScoreRow]" = Columns(
    *OF_A_PLAYER,
    Column("games", marked("Games"), lambda row: row["games"], ORDINAL),
    Column("points", marked("Points"), lambda row: row["points"], POINTS),
)
UNBEATEN: "Columns[shapes.RunRow]" = Columns(
    *OF_A_PLAYER,
    Column("games", marked("Games"), lambda row: row["games"], ORDINAL),
    Column("wins", marked("Won"), lambda row: row["wins"], ORDINAL),
    Column("draws", marked("Drawn"), lambda row: row["draws"], ORDINAL),
)
"""Without days: an undated game has the last day of its tournament, even after a loss in it."""
PODIUMS: "Columns[shapes.PodiumRow]" = Columns(
    *OF_A_PLAYER,
    Column("first", marked("First"), lambda row: row["first"], ORDINAL),
    Column("second", marked("Second"), lambda row: row["second"], ORDINAL),
    Column("third", marked("Third"), lambda row: row["third"], ORDINAL),
)
AGES: "Columns[shapes.AgeRow]" = Columns(
    *OF_A_PLAYER,
    Column("birth_year", marked("Born"), lambda row: row["birth_year"], ORDINAL),
)


def _if(result: str, heading: str, of_black: str) -> "Column[shapes.PairingRow]":
    """The changes of both ratings by one result, White's first."""
    return Column(
        result,
        heading,
        lambda row: (dict(row["white_gains"])[result], dict(row["black_gains"])[of_black]),
        CHANGES_OF_BOTH,
    )


PAIRINGS: "Columns[shapes.PairingRow]" = Columns(
    Column("round", marked("Round"), lambda row: row["round"], ORDINAL),
    Column("board", marked("Board"), lambda row: row["board"], ORDINAL),
    Column("white", marked("White"), lambda row: Person(row["white"], row["white_name"]), PERSON),
    Column("black", marked("Black"), lambda row: Person(row["black"], row["black_name"]), PERSON),
    Column("expected", marked("Expected"), lambda row: row["white_expected"], FIXED),
    _if("win", "1–0", "loss"),
    _if("draw", "½–½", "draw"),
    _if("loss", "0–1", "win"),
)
ACCOUNTS: "Columns[shapes.AccountRow]" = Columns(
    Column("account", marked("Account"), lambda row: row["account"]),
    Column("role", marked("Role"), lambda row: row["role"]),
    Column("lists", marked("Rating lists"), lambda row: ", ".join(row["lists"] or ())),
    Column("password", marked("Password"), lambda row: row["password"], YES_OR_NO),
    Column("created_at", marked("Opened"), lambda row: row["created_at"]),
    Column("closed_at", marked("Closed"), lambda row: row["closed_at"]),
)
TOKENS: "Columns[shapes.TokenRow]" = Columns(
    Column("id", marked("Id"), lambda row: row["id"]),
    Column("account", marked("Account"), lambda row: row["account"]),
    Column("created_at", marked("Created"), lambda row: row["created_at"]),
    Column("until", marked("Until"), lambda row: row["until"], DAY),
)
