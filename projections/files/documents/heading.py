"""The heading of a file for people: site, title of the list, rulebook, day and state."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import date

import attrs
from sqlalchemy import select

from ledger.log.schema import checkpoint
from projections.files.charts.accent import accent_style
from projections.queries.answers import Answers
from projections.queries.presentation import rulebook_name
from projections.queries.site_settings import (
    SiteSettings,
    Titled,
    logo,
    media_type_of,
    site_settings,
)


@attrs.frozen(kw_only=True)
class FileHeading:
    """The list that a file is of, and the site that it comes from.

    ``checkpoint``: the name, size and root of the newest signed state of the log, if there is one.
    """

    pool: str
    titled: Titled
    site: SiteSettings
    logo: str
    rulebook: str
    day: date
    known_at: int
    checkpoint: Sequence[str]

    @property
    def accent(self) -> str:
        """The style rules of the site's colour."""
        return accent_style(self.site.accent) if self.site.accent else ""

    @property
    def title(self) -> str:
        """The title of the list; its id if it has none."""
        return self.titled.title or self.pool


def file_heading(answers: Answers) -> FileHeading:
    """The heading of a file with answers to a question."""
    settings = site_settings(answers.connection)
    return FileHeading(
        pool=answers.question.pool,
        titled=settings.description_of(answers.question.pool),
        site=settings,
        logo=_logo(answers, settings),
        rulebook=rulebook_name(answers.rulebook),
        day=answers.day,
        known_at=answers.card_history.position,
        checkpoint=_signed(answers),
    )


def _signed(answers: Answers) -> Sequence[str]:
    """The first lines of the newest checkpoint; its signatures are not read here."""
    query = select(checkpoint.c.note).order_by(checkpoint.c.size.desc()).limit(1)
    note = answers.connection.execute(query).scalar()
    return () if note is None else note.split("\n")[:3]


def _logo(answers: Answers, settings: SiteSettings) -> str:
    """The logo as an address that holds it; "" if there is none."""
    content = logo(answers.connection) if settings.logo_file else None
    if content is None:
        return ""
    return f"data:{media_type_of(settings.logo_file)};base64,{b64encode(content).decode()}"
