"""The settings of a site are made: its name and looks, and the titles of its lists.

They are kept beside the log and can be changed at any time; what is left out stays as it is, and
an empty text takes a setting away.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Annotated

import attrs
from sqlalchemy import Connection, delete, insert

from ledger.events.characters import inadmissible, unseen
from ledger.events.messages import Message, marked
from ledger.events.problems import Problem, Refused, refusal
from ledger.log.database import WRITING
from ledger.log.event_log import head_of
from projections.engine.read_model.generations import must_have_pool
from projections.operations.logo import kind_of
from projections.operations.operation import Doc, OperationContext, Pool, SignedRequest, Write
from projections.operations.plan import must_be_unchanged
from projections.queries.answer_types import SiteAnswer
from projections.queries.arguments import Upload, id_of, upload_of
from projections.queries.site_settings import (
    LOGO,
    LOGO_FILE,
    SITE,
    as_document,
    site_setting,
    site_settings,
)

LONGEST: Mapping[str, int] = {
    "name": 80,
    "title": 80,
    "description": 400,
    "imprint": 20_000,
    "privacy": 50_000,
}
"""In characters."""
IN_PARAGRAPHS = frozenset({"imprint", "privacy"})
LARGEST_LOGO = 256 * 1024
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


@attrs.frozen
class DescribeList(Write[SiteAnswer]):
    """Set the title and the description of a list."""

    pool: Pool = attrs.field(converter=id_of)
    title: Annotated[
        str | None, Doc("The title: “DWZ list of the district”.", label=marked("Title"))
    ] = attrs.field(default=None, kw_only=True)
    description: Annotated[
        str | None, Doc("A sentence or two about the list.", label=marked("Description"))
    ] = attrs.field(default=None, kw_only=True)


@attrs.frozen
class DescribeSite(Write[SiteAnswer]):
    """Set the name, logo and colour of the site, and the texts of imprint and privacy page.

    Without options, show the present values.
    """

    name: Annotated[
        str | None,
        Doc("The name of the site, such as the federation's.", label=marked("Site name")),
    ] = attrs.field(default=None, kw_only=True)
    accent: Annotated[
        str | None,
        Doc(
            "The colour of links and buttons; lightened or darkened if text would not be "
            "readable.",
            label=marked("Colour"),
            metavar="#RRGGBB",
            hint=marked(
                "Such as #0b5394; it is lightened or darkened if text would not be readable."
            ),
        ),
    ] = attrs.field(default=None, kw_only=True)
    imprint: Annotated[
        str | None,
        Doc(
            "The text of the imprint; an empty line begins a paragraph.",
            label=marked("Imprint"),
            hint=marked("An empty line begins a paragraph."),
        ),
    ] = attrs.field(default=None, kw_only=True)
    privacy: Annotated[
        str | None,
        Doc(
            "The text of the privacy page.",
            label=marked("Privacy"),
            hint=marked("An empty line begins a paragraph."),
        ),
    ] = attrs.field(default=None, kw_only=True)
    logo: Annotated[
        Upload | None,
        Doc(
            "The logo: a PNG, JPEG or SVG file of at most 256 KiB; an empty file removes it.",
            label=marked("Logo"),
            metavar="FILE",
        ),
    ] = attrs.field(default=None, kw_only=True, converter=attrs.converters.optional(upload_of))


def describe_list(request: DescribeList, context: OperationContext) -> dict[str, object]:
    """Keep the title and description of a list; the settings that there are then.

    Raises :class:`~ledger.events.problems.Refused` for no such list, or a text that cannot be.
    """

    def settings(connection: Connection) -> Mapping[str, str]:
        must_have_pool(connection, request.pool)
        return _texts(request, ("title", "description"))

    return _kept(request, context, request.pool, settings, expect=request.expect)


def describe_site(request: DescribeSite, context: OperationContext) -> dict[str, object]:
    """Store the given settings of the site; return all its settings.

    Raises :class:`~ledger.events.problems.Refused` with everything that cannot be.
    """

    def settings(_: Connection) -> Mapping[str, str]:
        return _texts(request, ("name", "accent", "imprint", "privacy")) | _logo(request.logo)

    return _kept(request, context, SITE, settings, expect=request.expect)


def keep_setting(
    request: SignedRequest[SiteAnswer], context: OperationContext, pool: str, name: str, value: str
) -> dict[str, object]:
    """Keep another setting of a list, or only check that there is the list; "": it has none."""

    def settings(connection: Connection) -> Mapping[str, str]:
        must_have_pool(connection, pool)
        if context.approved is not None and not request.dry_run:
            context.approved(connection)
        return {name: value}

    return _kept(request, context, pool, settings)


def _kept(
    request: SignedRequest[SiteAnswer],
    context: OperationContext,
    subject: str,
    settings_of: Callable[[Connection], Mapping[str, str]],
    *,
    expect: int | None = None,
) -> dict[str, object]:
    with context.engine.connect().execution_options(**WRITING) as connection, connection.begin():
        must_be_unchanged(head_of(connection).size, expect)
        for name, value in settings_of(connection).items():
            _put(connection, subject, name, value)
        answer = as_document(site_settings(connection))
        if request.dry_run:
            connection.rollback()
    return answer | ({"changed": []} if getattr(request, "effects", False) else {})


def _put(connection: Connection, subject: str, name: str, value: str) -> None:
    """Keep a setting, an empty one by deleting it."""
    of_it = site_setting.c.subject == subject, site_setting.c.name == name
    connection.execute(delete(site_setting).where(*of_it))
    if value:
        row = {"subject": subject, "name": name, "value": value}
        connection.execute(insert(site_setting).values(row))


# --- checks -------------------------------------------------------------------------------------


def _texts(request: object, names: tuple[str, ...]) -> dict[str, str]:
    """The texts that are given, trimmed."""
    given = {name: getattr(request, name) for name in names}
    texts = {
        name: text.replace("\r\n", "\n").strip()
        for name, text in given.items()
        if text is not None
    }
    problems = [each for name, text in texts.items() for each in _faults(name, text)]
    if problems:
        raise Refused(problems)
    return texts


def _faults(name: str, text: str) -> Iterator[Problem]:
    if name == "accent":
        if text and not _COLOUR.fullmatch(text):
            message = Message("%(text)s is not a colour: write it like #0b5394", text=repr(text))
            yield Problem(None, name, "bad-colour", message)
        return
    if len(text) > LONGEST[name]:
        message = Message("has more than %(most)s characters: shorten it", most=LONGEST[name])
        yield Problem(None, name, "too-long", message)
    within = text.replace("\n", "") if name in IN_PARAGRAPHS else text
    if (character := inadmissible(within) or unseen(text)) is not None:
        message = Message("holds %(character)s: take it out", character=character)
        yield Problem(None, name, "bad-character", message)


def _logo(given: Upload | None) -> dict[str, str]:
    """Return the stored form of a logo, under the name of its content."""
    if given is None:
        return {}
    if not given.content:
        return {LOGO: "", LOGO_FILE: ""}
    if len(given.content) > LARGEST_LOGO:
        message = Message("the logo is larger than 256 KiB: save it smaller")
        raise refusal("too-large", message, "logo")
    digest = sha256(given.content).hexdigest()[:12]
    return {
        LOGO: b64encode(given.content).decode(),
        LOGO_FILE: f"{digest}.{kind_of(given.content)}",
    }
