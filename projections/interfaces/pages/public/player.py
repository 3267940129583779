"""A player's card: rating, ranks and scores, the rating history, and the opponents."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import groupby
from urllib.parse import quote

import attrs
from starlette.responses import Response

from ledger.events.messages import marked
from ledger.events.problems import Refused
from projections.files.charts.career import MOST_MARKS, badge_svg, career_svg
from projections.files.charts.link_picture import qr_code
from projections.files.charts.panel import for_screens
from projections.files.charts.plots import career_of
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.http.edge.paths import pool_path
from projections.interfaces.pages.public.evaluation_headings import headings_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries import presentation
from projections.queries.arguments import parameter
from projections.queries.evaluated_rows import evaluated_rows
from projections.queries.listings import published_days
from projections.queries.people import name_and_figure, personal_data
from projections.queries.player_profile import counted_games, profile_summary, with_rounds
from projections.queries.rating_list import corrected_since
from projections.queries.row_cache import RowCache
from projections.queries.tournament_table import places_of
from projections.submissions.running import running_tournaments

# --- selecting one page of a player's card: a long career has several ----------------------------


EVALUATIONS_OF_A_PAGE = 50
MOST_PLACED = 10
"""The newest tournaments that have the player's place, for which each of them is read whole."""
OPPONENTS_OF_A_PAGE = 200
FEW = 20
"""Players of a list in which a share says little."""
SPANS = (1, 3, 0)
"""The years that a chart shows; 0: all."""
REGISTERS: Mapping[str, tuple[str, str]] = {
    "fide": (marked("FIDE number"), "https://ratings.fide.com/profile/{}"),
    "dsb": (marked("DSB number"), "https://www.schachbund.de/spieler/{}.html"),
    "egd": (
        marked("EGD number"),
        "https://www.europeangodatabase.eu/EGD/Player_Card.php?key={}",
    ),
}
"""Registers that have a page for each player: the label of his number, and the page's address."""


def _within(
    history: Sequence[shapes.EvaluationRow], years: int, until: date
) -> Sequence[shapes.EvaluationRow]:
    """The evaluations of so many years up to a day, after the one before them; 0: all."""
    first = date(max(1, until.year - years), until.month, min(until.day, 28)).isoformat()
    before = sum(row["ended_on"] < first for row in history)
    return history[max(0, before - 1) :] if years else history


@attrs.frozen(kw_only=True)
class CardPage:
    """A page of a card, from 1 to ``pages``.

    ``history``: all evaluations, oldest first, of which ``on_page`` is a range; the others are
    without their games, which take up most of the room.  ``met``: how many opponents in all.
    ``registers``: the player's numbers in other registers, each with its label and its page there.
    """

    record: shapes.PlayerRead
    glance: shapes.PlayerGlance
    person: shapes.PersonRow
    title: str | None
    registers: Sequence[tuple[str, str, str]]
    history: Sequence[shapes.EvaluationRow]
    on_page: range
    opponents: Sequence[shapes.OpponentRow]
    met: int
    names: Mapping[str, str]
    met_on_page: Mapping[str, str | None]
    number: int
    pages: int


def card_page(view: PoolView, player: str, number: int, kept: RowCache) -> Answer:
    """A page of a player's card, or the last one if there are not so many."""
    record = view.player_to_read(player, kept)
    with view.answers() as answers:
        games = counted_games(answers, record["player"], record["history"])
        glance = profile_summary(answers, record, games)
        personal = personal_data(answers, [record["player"]]).get(record["player"], {})
    played = {game.game: game for game in games}
    history, opponents = record["history"], glance["opponents"]
    pages = max(
        1, -(-len(history) // EVALUATIONS_OF_A_PAGE), -(-len(opponents) // OPPONENTS_OF_A_PAGE)
    )
    number = min(max(number, 1), pages)
    last = len(history) - (number - 1) * EVALUATIONS_OF_A_PAGE
    on_page = range(max(0, last - EVALUATIONS_OF_A_PAGE), max(0, last))
    named = history if len(history) <= MOST_MARKS else [history[it] for it in on_page]
    tournaments = {row["tournament"] for row in named if row["tournament"]}
    if glance["peak"] and glance["peak"]["tournament"]:
        tournaments.add(glance["peak"]["tournament"])
    faced = {it.get("opponent") for at in on_page for it in history[at].get("games_used") or ()}
    page = CardPage(
        record={**record, "history": []},
        glance={**glance, "opponents": []},
        person=view.people([record["player"]])[record["player"]],
        title=personal.get("title"),
        registers=list(_registers(personal.get("ids") or {})),
        history=[
            with_rounds(row, played) if place in on_page else {**row, "games_used": ()}
            for place, row in enumerate(history)
        ],
        on_page=on_page,
        opponents=opponents[(number - 1) * OPPONENTS_OF_A_PAGE : number * OPPONENTS_OF_A_PAGE],
        met=len(opponents),
        names=view.tournament_names(sorted(tournaments)),
        met_on_page={it["player"]: it["name"] for it in opponents if it["player"] in faced},
        number=number,
        pages=pages,
    )
    return Answer(state_of(view), page)


def _registers(ids: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for register, (label, address) in REGISTERS.items():
        if number := ids.get(register):
            yield label, number, address.format(quote(number, safe=""))


@attrs.frozen(kw_only=True)
class Movement:
    """The change of a rating since the last published list, and the share of weaker players.

    ``corrected``: the part of the change that is in the rating on that list, as known now.
    """

    since: str | None
    change: float | None
    corrected: float
    weaker: int | None


def movement(view: PoolView, player: str) -> Movement:
    """The movement of a player in the list of the day."""
    whole = view.whole_list()
    place, among = whole.place(player), whole.ranked.placed
    change = whole.change(player) if player in whole.ranked.standings else None
    corrected = None
    if whole.before is not None and change is not None:
        with view.answers() as answers:
            corrected = corrected_since(answers, whole.before, [player]).get(player)
    return Movement(
        since=whole.since,
        change=change,
        corrected=corrected or 0,
        weaker=None if place is None or among < FEW else 100 * (among - place) // among,
    )


@attrs.frozen
class CardQuery:
    """The part of a card that is wanted."""

    page: int = parameter("Which page of a long career, the newest evaluations on the first.", 1)
    years: int = parameter("The years that the chart shows; 0: all.", 0)


def card(page: PageRequest) -> Response:
    """The card of a player."""
    pool, id_ = page.id("pool"), page.id("player")
    query = query_of(page.request, CardQuery, strict=False)
    answer = page.ask(pool, card_page, id_, query.page, page.rows)
    found: CardPage = answer.rows
    player, names = found.record["player"], found.names
    published = page.ask(pool, _published_days)
    until = page.last_day(answer.state)
    chart = career_of(
        _within(found.history, max(0, min(query.years, 100)), until),
        published,
        until,
        title=lambda row: _title(row, names),
        reason=lambda row: _reason(page, pool, player, row),
    )
    shown = [found.history[it] for it in found.on_page]
    return page.render(
        "player.html",
        state=answer.state,
        card=found,
        record=found.record,
        glance=found.glance,
        ranks=page.ask(pool, PoolView.ranks, player),
        moved_since=page.ask(pool, movement, player),
        playing=_playing(page, pool, player),
        elsewhere=dict(_elsewhere(page, pool, player)),
        spans=_spans(found.history, until),
        years=query.years,
        places=places_in(page, pool, player, (row["tournament"] for row in shown[:MOST_PLACED])),
        evaluations=_by_rulebook([{**row, "title": _title(row, names)} for row in shown]),
        chart=for_screens(career_svg, chart, page.language, page.translate_text("Rating history")),
        reason=lambda row: _reason(page, pool, player, row),
        kept_until=partial(_kept_until, found.record["residual_games"]),
        pooled_with=partial(_pooled_with, found.history),
        proof=published and _address_of_proof(page, pool, player),
        qr_code=qr_code,
    )


def _kept_until(
    waiting: Sequence[Mapping[str, str]], row: shapes.EvaluationRow, game: Mapping[str, str]
) -> str | None:
    """Return the day until which a game of an evaluation waits for a later one, if it does."""
    about = (row["tournament"], game["opponent"])
    kept = (it for it in waiting if (it.get("tournament", about[0]), it.get("opponent")) == about)
    return next((it["valid_until"] for it in kept), None)


def _pooled_with(
    history: Sequence[shapes.EvaluationRow], row: shapes.EvaluationRow
) -> Sequence[shapes.EvaluationRow]:
    """The other evaluations whose games a first rating is made of."""
    found = list[shapes.EvaluationRow]()
    if row.get("status") != "first" or presentation.pooling_of(row["rulebook"]) is None:
        return found
    the_list = date.fromisoformat(row["list"])
    for it in history:
        listed_on, status = date.fromisoformat(it.get("list") or it["ended_on"]), it.get("status")
        until = presentation.pooled_until(row["rulebook"], listed_on) if status == "pool" else None
        if status == "rated" and listed_on < the_list:
            found.clear()
        elif (
            listed_on <= the_list <= (until or listed_on) and it["tournament"] != row["tournament"]
        ):
            found.append(it)
    return found


def _spans(history: Sequence[shapes.EvaluationRow], until: date) -> Sequence[int]:
    """The years of the charts to choose from: those that leave something out, and all."""
    spans = [each for each in SPANS if not each or _within(history, each, until) != history]
    return spans if len(spans) > 1 else []


def _playing(page: PageRequest, pool: str, player: str) -> Sequence[str]:
    """Return the names of the running tournaments in which a player plays."""
    going_on = {it["tournament"] for it in page.running_in(pool)}
    if not going_on:
        return ()
    with page.ledger.engine.connect() as connection:
        running = running_tournaments(connection, pool)
    found = (it for it in running if player in it.named)
    return [it.tournament.name for it in found if it.tournament.tournament in going_on]


def _elsewhere(page: PageRequest, pool: str, player: str) -> Iterator[tuple[str, str]]:
    """Yield the other lists in which a player is rated, with the rating; none as known earlier."""
    if page.clocks.known_at is None:
        for other in page.positions["pools"]:
            if other != pool and (rating := page.ask(other, _rating, player)):
                yield other, rating


def _rating(view: PoolView, player: str) -> str:
    """Return a player's rating in a list; "" if he has none, or if the list does not know him."""
    with suppress(Refused), view.answers() as answers:
        figure = name_and_figure(answers, player)
        return presentation.format_card(figure["card"], state_of(view).rulebook) or ""
    return ""


def _address_of_proof(page: PageRequest, pool: str, player: str) -> str:
    """Return the address of the proof of a player's row; "" as long as nothing is signed."""
    signed = page.ledger.checkpoint() is not None
    return f"/api/v1/pools{pool_path(pool, 'players', player, 'proof')}" if signed else ""


def places_in(
    page: PageRequest, pool: str, player: str, tournaments: Iterable[str | None]
) -> Mapping[str, tuple[Sequence[int], int]]:
    """A player's first and last shared place in each tournament, and the number of places."""
    found = {it: page.ask(pool, _places, it) for it in tournaments if it is not None}
    return {it: (of[player], len(of)) for it, of in found.items() if player in of}


def _places(view: PoolView, tournament: str) -> Mapping[str, Sequence[int]]:
    with view.answers() as answers:
        history = answers.history([tournament])
        if not history.belongs_to(tournament, view.name):  # known by its summaries alone
            return {}
        (given,) = history.tournaments(view.name, [tournament])
        return places_of(history.submission(tournament), given)


def badge(page: PageRequest) -> Response:
    """The figure as a small picture, for a page elsewhere."""
    pool, id_ = page.id("pool"), page.id("player")
    answer = page.ask(pool, _held, id_)
    figure = presentation.format_card(answer.rows["card"], answer.state.rulebook) or "–"
    name = answer.rows["name"] or page.translate_text("(withheld)")
    return Response(badge_svg(name, figure, pool), media_type="image/svg+xml")


def _held(view: PoolView, player: str) -> Answer:
    with view.answers() as answers:
        return Answer(state_of(view), name_and_figure(answers, player))


def _published_days(view: PoolView) -> Sequence[str]:
    with view.answers() as answers:
        return published_days(answers)


def _title(row: shapes.EvaluationRow, names: Mapping[str, str]) -> str:
    tournament = row["tournament"]
    return str(row.get("event", "")) if tournament is None else names.get(tournament, tournament)


def _reason(page: PageRequest, pool: str, player: str, row: shapes.EvaluationRow) -> str:
    """Return the address of the page that explains a row."""
    about = row["tournament"]
    parts = [pool, "players", player, "audit", *([] if about is None else [about])]
    return page.link(*parts)


def _by_rulebook(
    history: Sequence[shapes.EvaluationRow],
) -> Sequence[tuple[str, Mapping[str, str], object]]:
    """The evaluations under each rulebook, newest first, with the columns that have values."""
    parts = []
    for rulebook, rows in groupby(reversed(history), key=lambda row: row["rulebook"]):
        given = list(rows)
        shown = evaluated_rows(given, rulebook)
        parts.append((rulebook, headings_of(shown, rulebook), [*zip(given, shown, strict=True)]))
    return parts
