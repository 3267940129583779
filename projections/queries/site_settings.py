"""The settings of a site: its name and looks, and a title for each list; kept beside the log.

No rating depends on them, so they are not events (decision 0140).  Pages, feeds, files and
commands all read them here.
"""

from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import attrs
from sqlalchemy import Column, Connection, MetaData, Table, Text, select

from ledger.log.schema import Key

metadata = MetaData()
site_setting = Table(
    "site_setting",
    metadata,
    Column("subject", Key, primary_key=True),
    Column("name", Key, primary_key=True),
    Column("value", Text, nullable=False),
)
"""``subject`` is the list of a setting; "" for the site."""
SITE = ""
LOGO, LOGO_FILE = "logo", "logo_file"
"""The content of the logo in base64, and the name under which it is served."""
SECOND_PAIR = "second_pair"
"""The account by which a list asks for a second pair of eyes."""
MEDIA_TYPES = {"png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml"}


@attrs.frozen
class Titled:
    """The title and the short description of a list; "" if it has none.

    ``second_pair``: the account by which it asks for a second pair of eyes; "": it does not.
    """

    title: str = ""
    description: str = ""
    second_pair: str = ""


@attrs.frozen(kw_only=True)
class SiteSettings:
    """The settings of a site; "" for each that was not made.

    ``accent`` is a colour like ``#0b5394``; ``imprint`` and ``privacy`` are texts in paragraphs;
    ``logo_file`` is named after its content.  ``lists`` are the titles of the lists by their ids.
    """

    name: str = ""
    accent: str = ""
    imprint: str = ""
    privacy: str = ""
    logo_file: str = ""
    lists: Mapping[str, Titled] = attrs.field(factory=dict)

    def title_of(self, pool: str) -> str:
        """The title of a list; its id if it has none."""
        return self.description_of(pool).title or pool

    def description_of(self, pool: str) -> Titled:
        """The title and description of a list."""
        return self.lists.get(pool, _UNTITLED)

    @property
    def revision(self) -> str:
        """A text that differs where any setting does, "" where none was made."""
        made = [value for value in attrs.astuple(self) if value]
        return sha256(repr(made).encode()).hexdigest()[:16] if made else ""


_UNTITLED = Titled()
_SETTINGS = select(site_setting).where(site_setting.c.name != LOGO).order_by(*site_setting.c[:2])
NO_SETTINGS = SiteSettings()


def site_settings(connection: Connection) -> SiteSettings:
    """The settings of the ledger's site."""
    of_site: dict[str, str] = {}
    lists: dict[str, dict[str, str]] = {}
    for subject, name, value in connection.execute(_SETTINGS):
        (of_site if subject == SITE else lists.setdefault(subject, {}))[name] = value
    return SiteSettings(**of_site, lists={pool: Titled(**its) for pool, its in lists.items()})


def lists_with_second_pair(connection: Connection) -> frozenset[str]:
    """Return the lists that ask for a second pair of eyes."""
    query = select(site_setting.c.subject).where(site_setting.c.name == SECOND_PAIR)
    return frozenset(connection.execute(query).scalars())


def logo(connection: Connection) -> bytes | None:
    """The content of the logo; None if there is none."""
    query = select(site_setting.c.value).where(
        site_setting.c.subject == SITE, site_setting.c.name == LOGO
    )
    found: str | None = connection.execute(query).scalar()
    return None if found is None else b64decode(found)


def media_type_of(file: str) -> str:
    """The media type of a logo by the name of its file."""
    return MEDIA_TYPES[file.rpartition(".")[2]]


def as_document(settings: SiteSettings) -> dict[str, Any]:
    """The settings as a document; None for each that was not made."""
    own = ("name", "accent", "imprint", "privacy", "logo_file")
    return {
        **{name.removesuffix("_file"): getattr(settings, name) or None for name in own},
        "lists": [
            {
                "pool": pool,
                "title": it.title or None,
                "description": it.description or None,
                "second_pair": bool(it.second_pair),
            }
            for pool, it in sorted(settings.lists.items())
        ],
    }
