"""The settings of the site, typed: its name and looks, and the titles of its lists."""

from collections.abc import Callable, Mapping, Sequence

import attrs
from starlette.responses import Response

from ledger.events.problems import Problem, Refused
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.pages.officer.confirmation import ACTION
from projections.interfaces.pages.officer.fields import FormField, form_of
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import answer_form, fields_of_form
from projections.operations.catalogue import Operation, operation
from projections.operations.describe import IN_PARAGRAPHS
from projections.operations.operation import AnyRequest
from projections.operations.rights import require_lists
from projections.queries.arguments import Upload

SITE, LIST = operation("describe_site"), operation("describe_list")
PAIR = operation("second_pair")
BEGIN, END = "second-pair", "end-second-pair"
KEPT = "kept"
LOGO, WITHOUT_LOGO = "logo", "without_logo"


def site(request: OfficerRequest) -> Response:
    """The settings of the site, with the way to the titles of its lists."""
    settings = request.ledger.site_settings()
    names = ("name", "accent", "imprint", "privacy")
    values = {name: getattr(settings, name) for name in names}
    return _form(
        request,
        SITE,
        values,
        lambda texts: SITE.request_class(by=request.by, **texts, logo=_logo(request)),
        without={LOGO},
        settings=settings,
        pool=None,
    )


def titles(request: OfficerRequest) -> Response:
    """The title and the description of a list."""
    pool = request.id("pool")
    require_lists(request.account, [pool])
    settings = request.ledger.site_settings()
    own = settings.description_of(pool)
    values = {"title": own.title, "description": own.description}
    if request.texts.get(ACTION) in (BEGIN, END) and request.account.is_admin:
        return _second_pair(request, pool)
    return _form(
        request,
        LIST,
        values,
        lambda texts: LIST.request_class(pool=pool, by=request.by, **texts),
        without={"pool"},
        settings=settings,
        pool=pool,
    )


def _second_pair(request: OfficerRequest, pool: str) -> Response:
    """Let the list ask for a second pair of eyes; to end that waits for another officer."""
    end = request.texts[ACTION] == END
    answer_form(request.ledger, PAIR.request_class(pool=pool, by=request.by, end=end))
    return redirect_to(f"{request.request.scope['path']}?{KEPT}=yes")


def _form(
    request: OfficerRequest,
    asked: Operation,
    values: Mapping[str, str],
    request_of: Callable[[Mapping[str, str]], AnyRequest],
    *,
    without: set[str],
    **shown: object,
) -> Response:
    """The form, or the settings kept and the form again; an emptied field takes its text away."""
    problems: Sequence[Problem] = ()
    path: str = request.request.scope["path"]
    if request.request.method == "POST":
        try:
            answer_form(request.ledger, request_of({it: request.text(it) for it in values}))
            return redirect_to(f"{path}?{KEPT}=yes")
        except Refused as refused:
            problems = refused.problems
    fields = [_field(each) for each in fields_of_form(asked, values=values, without=without)]
    logo = [each.message for each in problems if each.field == LOGO]
    form = form_of(fields, request.texts, [each for each in problems if each.field != LOGO])
    return request.page(
        "site.html",
        422 if problems else 200,
        form=form,
        address=path,
        kept=bool(request.text(KEPT)),
        logo_problems=logo,
        pools=request.pools,
        **shown,
    )


def _field(field: FormField) -> FormField:
    return attrs.evolve(field, kind="area") if field.name in IN_PARAGRAPHS else field


def _logo(request: OfficerRequest) -> Upload | None:
    """The file that was chosen; an empty one where the logo is to be taken away."""
    if request.texts.get(WITHOUT_LOGO):
        return Upload(LOGO, b"")
    name, content = request.files.get(LOGO, ("", b""))
    return Upload(name, content) if content else None
