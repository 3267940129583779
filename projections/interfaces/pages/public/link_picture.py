"""The picture of a page for messengers: its title and its text for them, drawn."""

import re
from collections.abc import Callable
from html import unescape

from starlette.responses import Response

from ledger.events.messages import marked
from projections.files.charts.link_picture import is_drawn, link_picture
from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.public.page_request import PageRequest

_SHARED = re.compile(r'<meta property="og:(title|description)" content="([^"]*)">')
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
"""Signs of the direction of writing, which no font draws."""


def picture_of(page_of: Callable[[PageRequest], Response]) -> Callable[[PageRequest], Response]:
    """Return the picture of a page of this kind."""

    def picture(page: PageRequest) -> Response:
        if not is_drawn():
            raise objected(404, "no-pictures", "no pictures are drawn on this server")
        found = _SHARED.findall(bytes(page_of(page).body).decode())
        shared = {name: unescape(text).translate(_ISOLATES) for name, text in found}
        site = page.site.name or page.translate_text(marked("Rating ledger"))
        texts = shared["description"].split(" · ")
        content = link_picture(shared["title"], texts, site, page.site.accent or "")
        return Response(content, media_type="image/png")

    return picture
