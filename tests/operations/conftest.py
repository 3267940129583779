"""The season of a club, served to every interface at once."""

from tests.web_api.conftest import (
    _hashed_by,
    hasher,
    in_file,
    portal,
    season_in_file,
    serve,
    served,
    shell,
    watch,
)

__all__ = [
    "_hashed_by",
    "hasher",
    "in_file",
    "portal",
    "season_in_file",
    "serve",
    "served",
    "shell",
    "watch",
]
