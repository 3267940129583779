"""The programs of a cluster: their paths, and how to install them."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import click

WHERE_DEBIAN_KEEPS_POSTGRESQL = Path("/usr/lib/postgresql")
UNPRIVILEGED = "nobody"
REMEDIES = {
    "etcd": "apt install etcd-server",
    "patroni": "apt install patroni",
    "initdb": "apt install postgresql",
    "pg_rewind": "apt install postgresql",
    "pg_basebackup": "apt install postgresql",
}


@attrs.frozen
class Programs:
    """The paths of etcd and Patroni, and the folder of PostgreSQL's programs."""

    etcd: Path
    patroni: Path
    postgresql: Path


def found_programs(patroni_at: Path | None = None) -> Programs:
    """Return the programs on this machine; Patroni, if not on the path, as given.

    Raises click.ClickException with everything that is missing and its Debian package.
    """
    etcd, initdb = shutil.which("etcd"), _initdb()
    patroni = patroni_at or shutil.which("patroni")
    folder = Path() if initdb is None else initdb.resolve().parent
    found: Mapping[str, Path | str | None] = {
        "etcd": etcd,
        "patroni": patroni,
        "initdb": initdb,
        "pg_rewind": shutil.which("pg_rewind", path=folder),
        "pg_basebackup": shutil.which("pg_basebackup", path=folder),
    }
    missing = [name for name, where in found.items() if where is None]
    if missing or etcd is None or patroni is None:
        remedies = sorted({REMEDIES[name] for name in missing})
        raise click.ClickException(f"{', '.join(missing)} not found: {'; '.join(remedies)}")
    return Programs(Path(etcd), Path(patroni).absolute(), folder)


def _initdb() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path)
    return max(WHERE_DEBIAN_KEEPS_POSTGRESQL.glob("*/bin/initdb"), default=None)


def account_for(folder: Path) -> Mapping[str, Any]:
    """Return the cluster's account, which owns the folder: PostgreSQL refuses to run as root."""
    import pwd  # noqa: PLC0415 - there is none on Windows

    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam(UNPRIVILEGED)
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
