"""The table of the API's requests, and where they are found."""

from functools import cache
from http import HTTPStatus
from typing import Any

import attrs
import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from ledger.events.problems import Problem
from projections.accounts.roles import HANDING_IN
from projections.interfaces.http.api import documents, log, operations, reads, service, writing
from projections.interfaces.http.api.endpoint import (
    FORM,
    JSON,
    NDJSON,
    OPEN,
    Call,
    Document,
    Endpoint,
    allow_any_origin,
)
from projections.interfaces.http.api.openapi import openapi
from projections.interfaces.http.edge.problems import Objection, response_of
from projections.operations.catalogue import operation
from projections.queries import answer_types as shapes

BASE = "/api/v1"


def _get(path: str, summary: str, handler: Any, answer: Any, **rest: Any) -> Endpoint:
    return Endpoint(
        method="GET", path=path, summary=summary, handler=handler, answer=answer, **rest
    )


def _post(path: str, summary: str, handler: Any, answer: Any, **rest: Any) -> Endpoint:
    return Endpoint(
        method="POST",
        path=f"{BASE}{path}",
        summary=summary,
        handler=handler,
        answer=answer,
        **rest,
    )


def _description(_: Call) -> Document:
    """This description itself."""
    return Document(_written())


_LOG = _get(
    f"{BASE}/log",
    "The events as recorded, one a line.",
    log.log,
    shapes.LogEntry,
    command="log",
    query=log.LogQuery,
    names=False,
    media_type=NDJSON,
)
READS: tuple[Endpoint, ...] = (
<<<<<<< HEAD
    *reads.endpoints(BASE),
=======
    _get(
        f"{BASE}/pools",
        "The pools.",
        pools.pools,
        list[shapes.PoolRow],
        command="pools",
        names=False,
    ),
    _get(
        f"{BASE}/site",
        "The site's name and looks, and the titles of its lists.",
        pools.site,
        shapes.SiteAnswer,
        command="describe site",
        names=False,
        rests_on=pools.settings_of_site,
    ),
    _get(
        f"{_POOL}/ratings",
        "The rating list of a day.",
        pools.ratings,
        list[shapes.RatingRow],
        command="ratings POOL",
        query=pools.RatingsQuery,
        rests_on=pools.running,
    ),
    _get(
        f"{_POOL}/live",
        "The running tournaments as they stand, with provisional ratings.",
        pools.live,
        shapes.LiveDocument,
        command="live show POOL",
        rests_on=pools.running,
        query=WhatIf,
    ),
    _get(
        f"{_POOL}/calculation",
        "The evaluation of games that are not recorded, by the rulebook in force.",
        pools.calculation,
        shapes.Calculation,
        command="calculate POOL",
        query=pools.CalculationQuery,
    ),
    _get(
        f"{_POOL}/players",
        "Players by name or id.",
        pools.players,
        list[shapes.PlayerRow],
        command="players POOL",
        query=pools.PlayersQuery,
    ),
    _get(
        _PLAYER,
        "A player's record.",
        pools.player,
        shapes.PlayerRecord,
        command="player POOL PLAYER",
        query=WhatIf,
    ),
    _get(
        f"{_PLAYER}/profile",
        "Show a player's ranks, peak, score by colour and opponents.",
        pools.profile,
        shapes.PlayerProfile,
        command="profile POOL PLAYER",
        query=WhatIf,
    ),
    _get(
        f"{_PLAYER}/audit",
        "The calculation of a player's rating.",
        pools.audit,
        shapes.AuditDocument,
        command="audit POOL PLAYER",
        query=WhatIf,
    ),
    _get(
        f"{_PLAYER}/audit/{{tournament}}",
        "The calculation of a player's rating after a tournament.",
        pools.audit_of_tournament,
        shapes.AuditDocument,
        command="audit POOL PLAYER TOURNAMENT",
        query=WhatIf,
    ),
    _get(
        f"{_POOL}/tournaments",
        "The tournaments, newest first.",
        pools.tournaments,
        list[shapes.TournamentRow],
        command="tournaments POOL",
        query=pools.TournamentsQuery,
        names=False,
    ),
    _get(
        f"{_POOL}/tournaments/{{tournament}}",
        "A tournament's evaluation.",
        pools.tournament,
        shapes.TournamentEvaluation,
        command="tournament POOL TOURNAMENT",
        query=WhatIf,
    ),
    _get(
        f"{_POOL}/tournaments/{{tournament}}/crosstable",
        "A tournament's final table: places, tie-breaks, results and rating changes.",
        pools.crosstable,
        shapes.FinalTable,
        command="crosstable POOL TOURNAMENT",
        query=WhatIf,
    ),
    _get(
        f"{BASE}/tournaments/{{tournament}}/standings",
        "A tournament's table.",
        pools.standings,
        shapes.Standings,
        command="standings TOURNAMENT",
        query=pools.StandingsQuery,
    ),
    _get(
        f"{_POOL}/diff",
        "Compare two states: whose ratings differ, by how much, and why.",
        pools.diff,
        list[shapes.DifferenceRow],
        command="diff POOL",
        query=pools.DiffQuery,
    ),
    _get(
        f"{_POOL}/news",
        "Summarise the changes between two states, in one paragraph for a newsletter.",
        pools.news,
        shapes.NewsOfChanges,
        command="news POOL",
        query=pools.NewsQuery,
    ),
    _get(
        f"{_POOL}/review",
        "Review a season: gains, upsets, most games, unbeaten runs.",
        pools.review,
        shapes.SeasonReview,
        command="review POOL [PLAYER]",
        query=pools.ReviewQuery,
    ),
    _get(
        f"{_POOL}/published",
        "The published lists, and what has changed since.",
        pools.published,
        list[shapes.PublishedList],
        command="published POOL",
    ),
    _get(
        f"{_POOL}/published/{{list}}",
        "One published list, by the id of its event.",
        pools.published_list,
        shapes.PublishedList,
    ),
    _get(
        f"{BASE}/tournaments/{{tournament}}/games",
        "List the games of a tournament by round and board.",
        pools.games,
        list[shapes.GameRow],
        command="games TOURNAMENT",
        query=Clocks,
    ),
    _get(
        f"{_POOL}/adoptions",
        "The rulebooks that govern a pool, by their days.",
        pools.adoptions,
        list[shapes.Adoption],
        command="pool POOL",
        names=False,
    ),
    _get(
        f"{BASE}/rulebooks",
        "List the rulebooks with their parameters.",
        pools.known_rulebooks,
        list[shapes.RulebookRow],
        command="rulebooks",
        names=False,
    ),
    _get(
        f"{BASE}/players/{{player}}",
        "A player's entry in the register, and the ratings in every pool.",
        pools.register_entry,
        shapes.RegisterEntry,
        command="players show PLAYER",
        roles=OVERSEERS,
    ),
    _get(
        f"{BASE}/accounts",
        "List the accounts, including closed ones.",
        accounts.accounts,
        list[shapes.AccountRow],
        command="account list",
        roles=OVERSEERS,
        names=False,
        rests_on=accounts.state_of_accounts,
    ),
    _get(
        f"{BASE}/tokens",
        "The tokens of all accounts; never their secrets.",
        accounts.tokens,
        list[shapes.TokenRow],
        command="token list",
        roles=OVERSEERS,
        names=False,
        rests_on=accounts.state_of_accounts,
    ),
    _get(
        f"{BASE}/accounts/{{account}}/tokens",
        "The tokens of an account; never their secrets.",
        accounts.tokens_of,
        list[shapes.TokenRow],
        command="token list ACCOUNT",
        roles=OVERSEERS,
        names=False,
        rests_on=accounts.state_of_accounts,
    ),
    _get(
        f"{BASE}/submissions",
        "The tournament files that wait for an officer, and the state of each.",
        submissions.pending,
        list[documents.SubmissionRow],
        roles=HANDING_IN,
        names=False,
        rests_on=submissions.state_of_submissions,
    ),
>>>>>>> ec34a8e3 (messages, help: say ratings and subjects plainly, with de, hu, sv)
    attrs.evolve(_LOG, endpoint=log.waiting(_LOG)),
    _get(
        f"{BASE}/verify",
        "The last verification of the log.",
        log.verify,
        documents.LastVerification,
        command="verify",
        names=False,
        rests_on=log.verification_key,
    ),
    _get(
        f"{BASE}/openapi.json",
        "This description.",
        _description,
        dict[str, Any],
        names=False,
    ),
)
WRITES: tuple[Endpoint, ...] = (
    _post(
        "/events",
        "Append events, all of them or none.",
        writing.events,
        documents.ReceiptDocument,
        command="append -",
        query=writing.EventsQuery,
        roles=HANDING_IN,
        takes={NDJSON: documents.EventDocument, JSON: list[documents.EventDocument]},
    ),
    _post(
        "/imports",
        operation("import_file").summary,
        writing.imports,
        shapes.ImportAnswer,
        command="import FORMAT FILE",
        query=writing.ImportsQuery,
        roles=HANDING_IN,
        takes={FORM: None},
    ),
    *operations.endpoints(BASE),
)
ENDPOINTS = (*READS, *WRITES)


@cache
def _written() -> bytes:
    return orjson.dumps(openapi(ENDPOINTS), option=orjson.OPT_INDENT_2) + b"\n"


_TABLE = [endpoint.route() for endpoint in ENDPOINTS]


def no_such_request(request: Request) -> Response:
    """404 for an address that is none, 405 for one that is there for other methods.

    A browser that asks whether a page of another origin may read (CORS) is told that it may.
    """
    found = [route for route in _TABLE if route.matches(request.scope)[0] is not Match.NONE]
    methods = sorted({method for route in found for method in route.methods or ()})
    reads = {"GET", "HEAD"}.intersection(methods)
    if request.method == "OPTIONS" and found:
        allowed = {"Allow": ", ".join([*methods, "OPTIONS"])}
        return Response(status_code=204, headers=allowed | (_PREFLIGHT if reads else {}))
    if found:
        headers = {"Allow": ", ".join([*methods, "OPTIONS"])}
        message = f"{request.method} is not known here: use {' or '.join(methods)}"
        said = Problem(None, None, "method", message)
        return response_of(Objection(HTTPStatus.METHOD_NOT_ALLOWED, [said], headers))
    message = "there is no such request: GET /api/v1/openapi.json lists them"
    said = Problem(None, None, "unknown-address", message)
    refusal = response_of(Objection(HTTPStatus.NOT_FOUND, [said]))
    return allow_any_origin(refusal) if request.method in ("GET", "HEAD") else refusal


_PREFLIGHT = {
    **OPEN,
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
_REST = Route("/api/{rest:path}", no_such_request)
_REST.methods = None  # any, also unknown ones
ROUTES: list[BaseRoute] = [
    *_TABLE,
    Route("/health", service.health),
    Route("/metrics", service.metrics),
    _REST,
]
