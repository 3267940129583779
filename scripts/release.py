"""Make the files of a release in a new folder.

    uv run python -m scripts.release FOLDER

They are the wheel and the sdist, a bill of materials (CycloneDX) of the locked dependencies with
their licences, the licences as a table, the pages of the demo as a static site, and checksums of
all of them. Nothing is uploaded and no tag is made: docs/maintainers/release.md says how to go on.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ledger import __version__

ROOT = Path(__file__).parents[1]
UV = os.environ.get("UV", "uv")
LICENCES_OF = """
import json
from importlib.metadata import distributions

def licence(about):
    of_classifiers = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", [])
                      if each.startswith("License :: OSI Approved :: ")]
    told = about.get("License-Expression") or " OR ".join(of_classifiers)
    return (told or about.get("License") or "").partition("\\n")[0]

print(json.dumps({each.name.lower().replace("_", "-"): licence(each.metadata)
                  for each in distributions()}))
"""
"""A program for the environment that holds what is released and nothing else."""


def obstacles(changelog: str, changed: str) -> Iterator[str]:
    """Yield what to do before a release, given CHANGELOG.md and what git says is changed."""
    if changed.strip():
        yield f"commit or remove what is changed:\n{changed.rstrip()}"
    headings = re.findall(r"^## \[([^\]]+)\]", changelog, re.MULTILINE)
    unreleased = changelog.partition("## [Unreleased]")[2].partition("\n## [")[0]
    if unreleased.strip():
        yield f"move what stands under [Unreleased] in CHANGELOG.md to [{__version__}]"
    if __version__ not in headings:
        yield f"CHANGELOG.md says nothing of {__version__}"


def with_licences(bill: Mapping[str, Any], licences: Mapping[str, str]) -> dict[str, Any]:
    """Return a bill of materials that states the version and the licence of each component.

    Of a component that is installed on other platforms alone no licence is known here.
    """
    project = {**bill["metadata"]["component"], "version": __version__}
    components = [
        {**each, "licenses": [{"license": {"name": licences[each["name"]]}}]}
        if licences.get(each["name"])
        else each
        for each in bill["components"]
    ]
    metadata = {**bill["metadata"], "component": project}
    return {**bill, "metadata": metadata, "components": components}


def licence_table(bill: Mapping[str, Any]) -> str:
    """Return the licences of a bill of materials as a Markdown table."""
    rows = [
        f"| {each['name']} | {each['version']} | {_licence(each)} |" for each in bill["components"]
    ]
    head = (f"# Licences of what rating-ledger {__version__} needs", "")
    return "\n".join((*head, "| package | version | licence |", "| --- | --- | --- |", *rows, ""))


def _licence(component: Mapping[str, Any]) -> str:
    licences = component.get("licenses")
    return licences[0]["license"]["name"] if licences else "not installed on this platform"


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Return the output of a command; its failure ends the program."""
    outside = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    words = [str(each) for each in command]
    done = subprocess.run(
        words, cwd=folder, env=outside, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"failed with status {done.returncode}: {' '.join(words)}")
    return done.stdout


def installed(folder: Path, wheel: Path, of_dependencies: Sequence[str]) -> Path:
    """Make an environment of the locked dependencies and the wheel; return its programs."""
    needed = folder / "needed.txt"
    needed.write_text(run(UV, "export", "--quiet", *of_dependencies), "utf-8")
    run(UV, "venv", "--quiet", folder / "venv")
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    into = (UV, "pip", "install", "--quiet", "--python", programs / "python")
    run(*into, "--requirements", needed)
    run(*into, "--no-deps", wheel)
    return programs


def release(folder: Path) -> None:
    """Write all files of the release into a folder that is made."""
    scratch = folder / "scratch"
    scratch.mkdir(parents=True)
    run(UV, "build", "--quiet", "--out-dir", folder)
    (folder / ".gitignore").unlink(missing_ok=True)
    (wheel,) = folder.glob("*.whl")
    dependencies = ("--locked", "--no-dev", "--no-emit-project", "--extra", "pdf")
    programs = installed(scratch, wheel, dependencies)
    licences = json.loads(run(programs / "python", "-c", LICENCES_OF, folder=scratch))
    known = json.loads(run(UV, "export", "--quiet", "--format", "cyclonedx1.5", *dependencies))
    bill = with_licences(known, licences)
    (folder / "bill-of-materials.cdx.json").write_text(json.dumps(bill, indent=2) + "\n", "utf-8")
    (folder / "licences.md").write_text(licence_table(bill), "utf-8")
    languages = [word for each in ("en", "de", "hu", "sv") for word in ("--lang", each)]
    run(programs / "rating-ledger", "site", scratch / "demo", "--demo", *languages, folder=scratch)
    shutil.make_archive(str(folder / "demo-site"), "zip", scratch / "demo")
    shutil.rmtree(scratch)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), "utf-8")


def main() -> None:
    """Make a release, or say what stands in its way."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("folder", type=Path, help="a folder that does not exist yet")
    folder = reader.parse_args().folder.resolve()
    changed = run("git", "status", "--porcelain")
    found = list(obstacles((ROOT / "CHANGELOG.md").read_text("utf-8"), changed))
    if folder.exists():
        found.append(f"{folder} exists: name another one")
    if found:
        sys.exit("\n".join(found))
    release(folder)
    print("".join(f"{path.name}\n" for path in sorted(folder.iterdir())), end="")


if __name__ == "__main__":
    main()
