"""The addresses in the metadata of the package: where the project lives, and what README links.

Hatchling runs this while it builds. The address of the repository is one line of pyproject.toml,
``home`` in ``[tool.hatch.metadata.hooks.custom]``. While it is empty the package names no
addresses, and README's links stay as they are: nobody is sent where nothing is.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

OF_THE_PROJECT = {
    "Documentation": "blob/main/docs/index.md",
    "Changelog": "blob/main/CHANGELOG.md",
    "Issues": "issues",
}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


class Addresses(MetadataHookInterface):
    """Fills in ``readme`` and ``urls``, which pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set both; an index shows README, where a relative link leads nowhere."""
        home = str(self.config.get("home", "")).rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        if home:
            addresses = {name: f"{home}/{path}" for name, path in OF_THE_PROJECT.items()}
            metadata["urls"] = {"Repository": home, **addresses}
            text = absolute(text, home)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, home: str) -> str:
    """Return Markdown whose relative links lead into the repository; pictures as they are."""

    def link(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/main/{path})"

    return _LINK.sub(link, text)
