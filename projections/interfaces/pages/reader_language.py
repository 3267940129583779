"""The language of a reader: asked for, remembered, or what the browser prefers."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from projections.i18n.languages import Language, language
from projections.queries.language_codes import DEFAULT, LANGUAGES

COOKIE = "language"
A_YEAR = 365 * 86_400


def language_of(request: Request) -> Language:
    """The language of an answer: asked for, remembered, or what the browser prefers."""
    asked = request.query_params.get("lang", "")
    for code in (asked, request.cookies.get(COOKIE, ""), *_preferred(request)):
        if code in LANGUAGES:
            return language(code)
    return language(DEFAULT)


def remember_language(request: Request, response: Response) -> Response:
    """The answer; a language that was chosen with the request is remembered."""
    chosen = request.query_params.get("lang", "")
    if chosen in LANGUAGES:
        secure = request.app.state.settings.is_secure
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="lax", secure=secure)
    return response


def _preferred(request: Request) -> Sequence[str]:
    """The languages of ``Accept-Language``, most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:500].split(","):
        name, _, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0
        wanted.append((-quality, name.strip().lower().partition("-")[0]))
    return [name for quality, name in sorted(wanted, key=lambda each: each[0]) if quality < 0]
