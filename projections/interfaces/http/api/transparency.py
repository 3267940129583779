"""The log for the tools of public logs: its newest checkpoint, and the tiles of its tree.

As C2SP tlog-tiles describes them; nothing in them names anybody.
"""

import re

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from projections.interfaces.http.api.endpoint import allow_any_origin
from projections.interfaces.http.edge.problems import objected, response_of

_TILE = re.compile(
    r"(entries|\d|[1-5]\d|6[0-3])((?:/x\d{3})*)/(\d{3})(?:\.p/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?"
)
_WHOLE = 256


def checkpoint(request: Request) -> Response:
    """The newest checkpoint of the log; 404 as long as none is signed."""
    newest = request.app.state.ledger.checkpoint()
    if newest is None:
        return _missing("no checkpoint has been signed yet")
    headers = {"Cache-Control": "no-cache"}
    return allow_any_origin(PlainTextResponse(newest["note"], headers=headers))


def tile(request: Request) -> Response:
    """A tile of hashes, or of the data of leaves, which never changes."""
    found = _TILE.fullmatch(request.path_params["path"])
    content = None
    if found is not None:
        level = None if found[1] == "entries" else int(found[1])
        index = int(found[2].replace("/x", "") + found[3])
        content = request.app.state.ledger.tile(level, index, int(found[4] or _WHOLE))
    if content is None:
        return _missing("the tree over the log has no such tile")
    whose = "private" if request.app.state.settings.closed else "public"
    headers = {"Cache-Control": f"{whose}, max-age=31536000, immutable"}
    return allow_any_origin(
        Response(content, headers=headers, media_type="application/octet-stream")
    )


def _missing(message: str) -> Response:
    return allow_any_origin(response_of(objected(404, "not-there", message).objection))
