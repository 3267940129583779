"""The reports of one tournament in a FIDE audit: his games in each, and where its steps are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from projections.checking.fide_lists import GameSteps, ListSteps, lists_of, months_of
from projections.checking.question import events, occasion_of
from projections.checking.values import same, value_of

Document = Mapping[str, Any]
Games = Sequence[Document]
LONGEST_DAYS = 30


@dataclass(frozen=True, kw_only=True)
class Part:
    """A report: the player's games of the row, and the list that its steps stand in.

    ``at``: which of the list's games is its first; None for an unrated player.
    """

    games: Games
    in_list: ListSteps
    at: int | None

    @property
    def steps(self) -> Sequence[GameSteps]:
        """The steps of its games, where the player was rated."""
        if self.at is None:
            return ()
        return self.in_list.games[self.at : self.at + len(self.games)]

    @property
    def own_rating(self) -> Any:
        """The player's rating that is used."""
        return self.steps[0].difference["given"]["own"]


def divisions(document: Document, row: Document) -> Iterator[list[Games]]:
    """The games of the row as they may have been reported: as a whole, or month by month."""
    games = row["games_used"]
    days = days_of_games(document)
    if is_long(document) and all(days.get(game["game"]) for game in games):
        months: dict[int, list[Document]] = {}
        for game in games:
            months.setdefault(months_of(str(days[game["game"]])), []).append(game)
        yield [months[month] for month in sorted(months)]
    yield [games]


def is_long(document: Document) -> bool:
    """Whether the months of the tournament may have been reported by themselves."""
    occasion = occasion_of(document)
    if occasion is None or document["parameters"]["interim_reports"] != "monthly":
        return False
    begun = value_of(occasion, "starts_on", occasion["ended_on"])
    days = (date.fromisoformat(occasion["ended_on"]) - date.fromisoformat(begun)).days
    return occasion["format"] != "match" and days > LONGEST_DAYS


def days_of_games(document: Document) -> Mapping[str, Any]:
    """The day of every game of the tournament that was handed in, None where it has none."""
    return {
        data["game"]: value_of(data, "finished_on", data.get("played_on"))
        for data in events(document, "game")
        if data["tournament"] == document["tournament"]
    }


def located(document: Document, division: Sequence[Games]) -> list[Part] | None:
    """The reports with their lists; None where the steps show other games than these."""
    lists = lists_of(document)
    found = [next(_places(lists, games, document), None) for games in division]
    return None if None in found else [part for part in found if part is not None]


def _places(lists: Sequence[ListSteps], games: Games, document: Document) -> Iterator[Part]:
    """Where the steps of a report may be, the last first."""
    rated = games[0]["difference"] is not None
    for each in reversed(lists):
        if rated and each.is_of_rated:
            for at in range(len(each.games) - len(games) + 1):
                if _are(each.games[at : at + len(games)], games):
                    yield Part(games=games, in_list=each, at=at)
        elif not rated and not each.is_of_rated and _holds(each, games, document):
            yield Part(games=games, in_list=each, at=None)


def _are(steps: Sequence[GameSteps], games: Games) -> bool:
    """Whether steps are those of a report's games, all from one rating of the player."""
    own = steps[0].difference["given"]["own"]
    return all(
        same(step.difference["given"]["own"], own)
        and same(step.difference["given"]["opponent"], game["opponent_rating"])
        and same(step.difference["result"], game["difference"])
        and same(step.change["given"]["points"], game["points"])
        for step, game in zip(steps, games, strict=True)
    )


def _holds(the_list: ListSteps, games: Games, document: Document) -> bool:
    """Whether a list pools the games of a report, or disregards them."""
    names = {game["game"] for game in games}
    new = [each for each in the_list.results if each["listed_on"] == the_list.the_list]
    shown = [each for each in new if each["game"] in names]
    if not shown:
        events_without_points = the_list.numbered("FIDE 8.2.1", "points|first_event")
        return any(step["result"] for _, step in events_without_points)
    fields = ("game", "opponent", "opponent_rating", "points")
    return len(shown) == len(games) and all(
        same(one["tournament"], document["tournament"])
        and all(same(one[field], game[field]) for field in fields)
        for one, game in zip(shown, games, strict=True)
    )


def parts_of(document: Document) -> list[Part]:
    """The reports of the row by the division that the steps agree with; none without a row."""
    row = document.get("row")
    found = [] if row is None else [located(document, each) for each in divisions(document, row)]
    return next((parts for parts in found if parts is not None), [])
