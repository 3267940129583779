"""The server of a witness: one request, by which a log asks for a cosignature."""

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ledger.log.witness import Witness

_LARGEST = 65_536
"""Bytes of a request: 63 hashes and a checkpoint are a tenth of it."""


def witness_application(witness: Witness) -> Starlette:
    """The application of a witness."""

    async def add_checkpoint(request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > _LARGEST:
                return PlainTextResponse("the request is too large\n", 413)
        text = body.decode("utf-8", "replace")
        status, answer = await run_in_threadpool(witness.add_checkpoint, text)
        is_size = status == 409 and answer.strip().isdecimal()
        kind = "text/x.tlog.size" if is_size else "text/plain"
        return Response(answer, status, {"Content-Type": kind})

    return Starlette(routes=[Route("/add-checkpoint", add_checkpoint, methods=["POST"])])
