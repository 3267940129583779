"""A go club under EGF 2021: the same tournaments for the rulebook alone and for the log."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import RatingDecided, TournamentEnded
from projections.rulebooks.tournament import (
    Decision,
    Entrant,
    Game,
    Player,
    ThinkingTime,
    Tournament,
)
from tests.projections.submissions import RESULTS, Event, adoption, event, game

POOL = "go"
DAY = date(2022, 5, 5)


def card(gor: float, grade: str | None = "5k", highest: str | None = None) -> EgfCard:
    """A card from before; the highest grade is the grade if none is said."""
    return EgfCard(
        gor=float(gor), grade=grade, highest=highest or grade, on=date(2022, 1, 1), source="start"
    )


def played(number: int, written: str) -> dict[str, Any]:
    """``a 1-0 b``, ``a 0-1 b +3`` (b receives three stones), ``-3`` (a does), ``a 1-0 b forfeit``,
    ``a 1-0 b for=white``.
    """
    white, result, black, *more = written.split()
    to_white, to_black = RESULTS[result]
    facts: dict[str, Any] = {"white": white, "white_points": to_white, "black_points": to_black}
    facts |= {"game": f"g{number}", "black": None if black == "-" else black}
    for word in more:
        if word[0] in "+-":
            facts |= {"stones": int(word[1:]), "receiver": "black" if word[0] == "+" else "white"}
        elif word.startswith("for="):
            facts["rated_for"] = word[4:]
        else:
            facts |= {"played": False, "reason": word}
    return facts


def cup(
    *written: str,
    entered: Mapping[str, str] | None = None,
    decisions: tuple[Decision, ...] = (),
    **facts: Any,
) -> Tournament:
    """A tournament of class A, its games ``g1``, ``g2`` … in the notation of :func:`played`."""
    games = tuple(
        Game(**{**each, "white_points": float(each["white_points"])})
        for each in (played(number, one) for number, one in enumerate(written, start=1))
    )
    entrants = tuple(
        Entrant(player=player, entry_grade=grade) for player, grade in (entered or {}).items()
    )
    named = [entrant.player for entrant in entrants]
    named += [side for each in games for side in (each.white, each.black) if side]
    about = {"id": "cup", "name": "Cup", "ended_on": DAY, "class_": "A", **facts}
    if isinstance(about.get("thinking_time"), dict):
        about["thinking_time"] = ThinkingTime(**about["thinking_time"])
    return Tournament(
        discipline=about.pop("discipline", "go"),
        format=about.pop("format", "swiss"),
        games=games,
        entrants=entrants,
        players={player: Player(id=player) for player in dict.fromkeys(named)},
        decisions=decisions,
        **about,
    )


def decision(rule: str, value: object, **about: str) -> Decision:
    """A decision about the cup."""
    return Decision(
        event=f"decision {rule}",
        rule=f"EGF {rule}",
        about={"tournament": "cup", **about},
        value=value,
        by="the committee",
        reason="agreed",
    )


def promoted(**figures: Any) -> RatingDecided:
    """A card that the federation has decided for ``one``."""
    return RatingDecided(
        day=DAY,
        event="decision",
        position=1,
        player="one",
        card=figures,
        kind="re-ranking",
        by="the federation",
        reason="promoted",
    )


def worked_out(
    tournament: Tournament, cards: Mapping[str, EgfCard], **parameters: Any
) -> Evaluation[EgfCard]:
    """The tournament evaluated under chosen readings."""
    book = Egf2021().read_with(parameters)
    assert isinstance(book, Egf2021), book
    return book.evaluate(TournamentEnded(day=tournament.ended_on, tournament=tournament), cards)


def rows(
    tournament: Tournament, cards: Mapping[str, EgfCard], **parameters: Any
) -> dict[str, Mapping[str, Any]]:
    """The rows of the report by player."""
    report = worked_out(tournament, cards, **parameters).report()
    assert report.excluded is None, report.excluded
    return {row["player"]: row for row in report.rows}


def left_out(
    tournament: Tournament, cards: Mapping[str, EgfCard], **parameters: Any
) -> dict[str, str]:
    """The games not rated, each with its reason."""
    report = worked_out(tournament, cards, **parameters).report()
    return {each.game: each.reason for each in report.games_not_rated}


# --- for the log -----------------------------------------------------------------------------


def governed(from_day: str = "1996-01-01", /, **facts: Any) -> Event:
    """A pool under EGF 2021."""
    return adoption(from_day, POOL, rulebook="egf-2021", **facts)


def decided(player: str, from_day: str, /, *, kind: str = "initial", **card: Any) -> Event:
    """A card by decision."""
    data = {"pool": POOL, "player": player, "from_day": from_day, "card": card, "kind": kind}
    data |= {"by": "the federation", "reason": "list of that day"}
    return event("rating.decided", f"card {player} {from_day}", data)


def handed_in(
    name: str, day: str, *written: str, entered: Mapping[str, str] | None = None, **facts: Any
) -> list[Event]:
    """A tournament of class A as submitted, its games in the notation of :func:`played`."""
    entrants = [{"player": player, "entry_grade": of} for player, of in (entered or {}).items()]
    data = {
        "tournament": name,
        "name": name.title(),
        "pools": [POOL],
        "discipline": "go",
        "format": "games",
        "ended_on": day,
        "class": "A",
        "entrants": entrants,
        **facts,
    }
    about = event("tournament.submitted", f"tournament {name}", data)
    return [about, *(_game(name, number, one) for number, one in enumerate(written, start=1))]


def _game(name: str, number: int, written: str) -> Event:
    facts = played(number, written)
    white, black = facts.pop("white"), facts.pop("black")
    facts["game"] = f"{name}:{number:02}"
    return game(name, white, "0-0", black, **facts)


def ruled(rule: str, value: object, /, **about: str) -> Event:
    """A decision about a tournament."""
    data = {"pool": POOL, "rule": f"EGF {rule}", "about": about, "value": value}
    data |= {"by": "the committee", "reason": "agreed"}
    return event("decision.recorded", f"{rule} {' '.join(about.values())}", data)
