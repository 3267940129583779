"""The parts of a site besides its lists: imprint and privacy page, its logo and its colour."""

import re
from collections.abc import Callable

from starlette.responses import Response

from ledger.events.messages import Message
from projections.files.charts.accent import accent_style
from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.public.page_request import PageRequest
from projections.queries.site_settings import media_type_of

_ACCENT = re.compile(r"accent-([0-9a-fA-F]{6})\.css")
HEADINGS = {"imprint": Message("Imprint"), "privacy": Message("Privacy")}


def site_text(name: str) -> Callable[[PageRequest], Response]:
    """The page of a text of the site."""

    def site_text_page(page: PageRequest) -> Response:
        text: str = getattr(page.site, name)
        if not text:
            raise _nothing_there()
        heading = page.language.translate(HEADINGS[name])
        paragraphs = [each for each in text.split("\n\n") if each.strip()]
        return page.render("site_text.html", heading=heading, paragraphs=paragraphs)

    return site_text_page


def file(page: PageRequest) -> Response:
    """The logo under its name, or the style sheet of an accent."""
    name = page.id("file")
    if (accent := _ACCENT.fullmatch(name)) is not None:
        return Response(accent_style(accent[1]), media_type="text/css; charset=utf-8")
    content = page.ledger.logo() if name == page.site.logo_file else None
    if content is None:
        raise _nothing_there()
    return Response(content, media_type=media_type_of(name))


def _nothing_there() -> Exception:
    return objected(404, "unknown-address", "there is nothing here: begin at the first page", "")
