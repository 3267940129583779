"""Cards and tournaments as PDF, in the language of the page (extra ``pdf``)."""

from collections.abc import Callable

from starlette.responses import Response

from projections.files.documents.files import ExportedFile
from projections.interfaces.pages.public.page_request import PageRequest
from projections.pool_view import PoolView

Export = Callable[..., ExportedFile]


def pdf_of(part: str, export: Export) -> Callable[[PageRequest], Response]:
    """Return the page that answers with the document of what its path names as ``part``."""

    def document(page: PageRequest) -> Response:
        pool, id_ = page.id("pool"), page.id(part)
        address = f"{page.settings.address}{page.link(pool, f'{part}s', id_)}"
        asked = export, id_, page.language.code, address, page.site.revision
        return Response(page.ask(pool, _exported, *asked), media_type="application/pdf")

    return document


def _exported(view: PoolView, export: Export, id_: str, lang: str, address: str, _: str) -> bytes:
    return export(view, id_, "pdf", lang=lang, address=address).content
