"""DWZ 6.2; 2014: 4.2: the tournaments and matches that are evaluated."""

from collections.abc import Sequence

from projections.rulebooks.dwz import dwz, dwz_2014
from projections.rulebooks.dwz.chapters import Chapters, Field
from projections.rulebooks.tournament import Tournament

# --- 1995, 6.2 -----------------------------------------------------------------------------------

EXCEPTION = "DWZ 6.2.1"
GERMANY = {None, "GER", "DEU"}
FULL_TIME_1995 = 120
MOVES = 60
YOUTH_TIME_1995 = {"U15": 60, "U13": 30, "U11": 30}


def refusal(tournament: Tournament, rules: Chapters) -> str | None:
    """Return the reason and paragraph if the whole tournament is not evaluated; None if it is."""
    return _no_chess(tournament) or _outside(tournament) or _too_fast(tournament, rules)


@dwz.within("4.1")
def _no_chess(tournament: Tournament) -> str | None:
    """Return the reason if the games are not chess between two single players, else None."""
    if tournament.discipline != "chess":
        return dwz.because(
            "4.1",
            "only games of chess are evaluated, not %(discipline)s",
            discipline=tournament.discipline,
        )
    if tournament.format == "pairs":
        return dwz.because("4.1", "games of two against two measure no single player")
    return None


def _outside(tournament: Tournament) -> str | None:
    decided = _exception(tournament)
    delegated = "official-delegation" in tournament.flags
    if in_territory(tournament.country, delegated, decided):
        return None
    if decided is False:
        return dwz.because("6.2.1", "its evaluation was refused by decision")
    return dwz.because(
        "6.2.1",
        "held outside Germany (%(country)s), without an official delegation of the federation and "
        "without an exception granted",
        country=tournament.country,
    )


def _exception(tournament: Tournament) -> bool | None:
    """Return the latest decision about evaluating this tournament."""
    decided = [
        decision.value["evaluate"]
        for decision in tournament.decisions
        if decision.rule == EXCEPTION and decision.about.get("tournament") == tournament.id
    ]
    return decided[-1] if decided else None


@dwz("6.2.1")
def in_territory(country: str | None, official_delegation: bool, decided: bool | None) -> bool:
    """Tournaments in Germany, official delegations abroad, and those admitted by decision."""
    if decided is not None:
        return decided
    return official_delegation or country in GERMANY


def _too_fast(tournament: Tournament, rules: Chapters) -> str | None:
    time = tournament.thinking_time
    minutes = None if time is None else total_minutes(time.minutes, time.increment_seconds)
    required = rules.required_minutes(tournament.youth_class)
    if long_enough(minutes, required, "meets-time-rule" in tournament.flags):
        return _too_old(tournament, minutes, rules.required_minutes(None))
    if minutes is None:
        return dwz.because("6.2.2", "submitted without its thinking time")
    return dwz.because(
        "6.2.2",
        "%(minutes)s minutes per player and game, %(required)s are required",
        minutes=f"{minutes:g}",
        required=required,
    )


def _too_old(tournament: Tournament, minutes: float | None, otherwise: int) -> str | None:
    """Return the reason if the shorter time of a class was played by older players, else None."""
    if minutes is None or minutes >= otherwise:
        return None
    older = older_players(tournament, int((tournament.youth_class or "")[1:]))
    if not older:
        return None
    return dwz.because(
        "6.2.2",
        "%(minutes)s minutes per player and game are enough for class %(youth_class)s only, and "
        "older: %(players)s",
        minutes=f"{minutes:g}",
        youth_class=tournament.youth_class,
        players=", ".join(older),
    )


@dwz.within("6.2.2")
def older_players(tournament: Tournament, years: int) -> Sequence[str]:
    """Return those who are older than the class by the end of the year it began in (R10)."""
    year = (tournament.starts_on or tournament.ended_on).year
    played = {
        side for game in tournament.games if game.played for side in (game.white, game.black)
    }
    return sorted(
        player.id
        for player in tournament.players.values()
        if player.id in played and player.birth_year and year - player.birth_year > years
    )


@dwz.within("6.2.2")
def required_minutes_1995(youth_class: str | None) -> int:
    """Two hours per player and game; 60 minutes in class U15, 30 in U13 and U11."""
    return YOUTH_TIME_1995.get(youth_class or "", FULL_TIME_1995)


@dwz.within("6.2.2")
def total_minutes(minutes: float, increment_seconds: float) -> float:
    """The main time and the increment of 60 moves (R1)."""
    return minutes + MOVES * increment_seconds / 60


@dwz("6.2.2")
def long_enough(minutes: float | None, required: int, stated: bool) -> bool:
    """The thinking time is sufficient; if none is stated, the submitter confirms it."""
    return stated if minutes is None else minutes >= required


def match_refusal(field: Field) -> str | None:
    """Return the reason and paragraph if this is a match that is not evaluated, else None."""
    if field.tournament.format != "match":
        return None
    playing = {player for player, games in field.games.items() if games}
    playing |= {game.opponent for games in field.games.values() for game in games}
    unrated = sorted(playing - field.ratings.keys())
    if match_counts(unrated):
        return None
    return dwz.because(
        "6.2.3.5", "a match, and %(players)s had no DWZ before it", players=", ".join(unrated)
    )


@dwz("6.2.3.5")
def match_counts(unrated: Sequence[str]) -> bool:
    """A match is evaluated only if both players had a DWZ before it."""
    return not unrated


# --- 2014, 4.2: the thinking time that a tournament needs ----------------------------------------

FULL_TIME_2014 = 90
YOUTH_TIME_2014 = 60
OLDEST_YOUTH = 12


@dwz_2014.within("4.2")
def required_minutes_2014(youth_class: str | None) -> int:
    """90 minutes per player and game, 60 in the classes U12 and younger."""
    letter, years = (youth_class or "")[:1], (youth_class or "")[1:]
    young = letter == "U" and years.isdecimal() and int(years) <= OLDEST_YOUTH
    return YOUTH_TIME_2014 if young else FULL_TIME_2014
