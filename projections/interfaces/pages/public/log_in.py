"""The log-in: a form, and who is logged in."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from projections.accounts.roles import SUBMITTERS
from projections.interfaces.http.accounts import access
from projections.interfaces.http.accounts.sessions import form_token
from projections.interfaces.http.edge.bodies import form_within, must_be_of_type
from projections.interfaces.http.edge.problems import objection_of
from projections.interfaces.pages.public.problem_pages import problem_page
from projections.interfaces.pages.reader_language import language_of, remember_language
from projections.interfaces.pages.rendering import rendered
from projections.interfaces.pages.site import site_of

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
LARGEST_FORM = 10_000


def show(request: Request) -> Response:
    """The form, or who is logged in and the way out."""
    try:
        return _shown(request, request.query_params.get("next", "/"))
    except Exception as error:
        return problem_page(request, objection_of(error))


async def log_in(request: Request) -> Response:
    """Log in, and go on to where one was led from; from the home page, to the own dashboard."""
    try:
        texts = await _sent(request, access.FORM_COOKIE)
        return await run_in_threadpool(_logged_in, request, texts)
    except Exception as error:
        return problem_page(request, objection_of(error))


async def log_out(request: Request) -> Response:
    """End the session."""
    try:
        await _sent(request, access.COOKIE)
        await run_in_threadpool(
            access.sessions_of(request).log_out, request.cookies.get(access.COOKIE, "")
        )
    except Exception as error:
        return problem_page(request, objection_of(error))
    response = access.redirect_to("/")
    response.delete_cookie(access.COOKIE)
    return response


async def _sent(request: Request, cookie: str) -> dict[str, str]:
    """The texts of a form of this server, bound to a cookie."""
    must_be_of_type(request, *FORM_TYPES)
    texts = dict((await form_within(request, LARGEST_FORM))[0])
    access.require_own_form(request, texts, cookie)
    return texts


def _logged_in(request: Request, texts: dict[str, str]) -> Response:
    address = request.client.host if request.client else ""
    name, following = texts.get("name", ""), access.local_path(texts.get("next", "/"))
    device = request.cookies.get(access.DEVICE_COOKIE, "")
    found = access.sessions_of(request).log_in(name, texts.get("password", ""), address, device)
    if found is None:
        return _shown(request, following, name=name, status=401)
    account = access.sessions_of(request).account(found.session)
    if following == "/" and account is not None and account.role in SUBMITTERS:
        following = "/desk"
    response, secure = access.redirect_to(following), request.app.state.settings.is_secure
    access.keep(response, access.COOKIE, found.session, secure=secure)
    access.keep(
        response,
        access.DEVICE_COOKIE,
        found.device,
        secure=secure,
        lifetime=access.DEVICE_LIFETIME,
    )
    response.delete_cookie(access.FORM_COOKIE)
    return response


def _shown(request: Request, following: str, name: str = "", status: int = 200) -> Response:
    account = access.account_of_browser(request)
    known = request.cookies.get(access.FORM_COOKIE if account is None else access.COOKIE, "")
    secret = known or access.new_secret()
    spoken = language_of(request)
    values = {
        "language": spoken,
        "site": site_of(request),
        "account": account,
        "field": access.FIELD,
        "token": form_token(secret),
        "following": access.local_path(following),
        "name": name,
        "failed": status != 200,
    }
    text = rendered("log_in.html", spoken, values)
    response = HTMLResponse(text, status, {"Cache-Control": "no-store"})
    if not known:
        access.keep(
            response, access.FORM_COOKIE, secret, secure=request.app.state.settings.is_secure
        )
    return remember_language(request, response)


ROUTES: list[BaseRoute] = [
    Route("/login", show, methods=["GET"]),
    Route("/login", log_in, methods=["POST"]),
    Route("/logout", log_out, methods=["POST"]),
]
