"""Carry out the Containerfile of docs/how-to/deploy.md in a root file system, and ask it a page.

    python -m scripts.lab.prove_container

For a machine without a container engine: mmdebstrap makes a Debian with its own Python in place of
the image that the file names; each step then runs in it by chroot, the last as the file's user.
Needs root, mmdebstrap, Debian's packages and a registry of Python packages.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "deploy.md"
SUITE = "trixie"
PACKAGES = "python3,python3-pip,python3-venv,ca-certificates,passwd"
HOST_FILES = ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt", "etc/pip.conf")
INHERITED = ("PIP_", "SSL_", "HTTP_", "HTTPS_", "http_", "https_", "NO_PROXY", "no_proxy")


def steps() -> Iterator[tuple[str, str]]:
    """Yield the instructions of the documented file with their arguments."""
    text = PAGE.read_text("utf-8").partition("```dockerfile\n")[2].partition("```")[0]
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest


class Image:
    """A root file system in which the steps of one stage are carried out."""

    def __init__(self, base: Path, folder: Path) -> None:
        subprocess.run(["cp", "-a", str(base), str(folder)], check=True)  # devices and owners too
        self.folder, self.user, self.place = folder, "root", "/"
        own = {name: os.environ[name] for name in os.environ if name.startswith(INHERITED)}
        self.environment = own | {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}
        self.environment["PIP_BREAK_SYSTEM_PACKAGES"] = "1"  # Python's images have no such mark

    def command(self, line: list[str]) -> list[str]:
        """Return a command as this stage's user would run it in the stage's folder."""
        inner = f"cd {shlex.quote(self.place)} && exec {shlex.join(line)}"
        return ["chroot", f"--userspec={self.user}", str(self.folder), "sh", "-c", inner]

    def run(self, line: str) -> None:
        """Run a line of the shell; a failure ends the program."""
        subprocess.run(self.command(["sh", "-c", line]), env=self.environment, check=True)

    def copy(self, source: Path, target: str) -> None:
        """Copy a folder into the stage."""
        shutil.copytree(source, self.folder / target.lstrip("/"), dirs_exist_ok=True)

    def set(self, assignment: str) -> None:
        """Set a variable: ``NAME=VALUE``."""
        name, _, value = assignment.partition("=")
        self.environment[name] = value


def built(base: Path, source: Path, work: Path) -> tuple[Image, dict[str, list[str]]]:
    """Return the last stage after its steps, and the commands of HEALTHCHECK and CMD."""
    stages: dict[str, Image] = {}
    image, commands = Image(base, work / "stage"), dict[str, list[str]]()
    for number, (word, rest) in enumerate(steps()):
        print(f"{word} {rest}", flush=True)
        match word:
            case "FROM":
                image = Image(base, work / f"stage-{number}")
                stages[rest.partition(" AS ")[2]] = image
            case "COPY" if found := re.fullmatch(r"--from=(\w+) (\S+) (\S+)", rest):
                image.copy(stages[found[1]].folder / found[2].lstrip("/"), found[3])
            case "COPY":
                image.copy(source, rest.split()[1])
            case "RUN":
                image.run(rest)
            case "USER":
                image.user = rest
            case "WORKDIR":
                image.place = rest
            case "ENV":
                image.set(rest)
            case "HEALTHCHECK" | "CMD":
                commands[word] = re.findall(r'"([^"]*)"', rest)
    return image, commands


def answers(image: Image, commands: dict[str, list[str]]) -> str:
    """Return what ``/health`` says of the server that the command starts; the check passes."""
    check = image.command(commands["HEALTHCHECK"])
    server = subprocess.Popen(image.command(commands["CMD"]), env=image.environment)
    try:
        for _ in range(300):
            try:
                with urlopen("http://127.0.0.1:8000/health", timeout=10) as answer:
                    subprocess.run(check, env=image.environment, check=True)
                    return str(answer.read(), "utf-8")
            except URLError:
                time.sleep(0.2)
        sys.exit("the server of the container does not answer")
    finally:
        server.terminate()
        server.wait(30)


def debian(folder: Path) -> Path:
    """Return a Debian with Python, and the machine's way to the network."""
    line = ["mmdebstrap", "--variant=apt", f"--include={PACKAGES}", SUITE, str(folder)]
    subprocess.run(line, check=True)
    for name in HOST_FILES:
        if (file := Path("/", name)).exists():
            shutil.copy(file, folder / name)
    return folder


def main() -> None:
    """Prove the file and print what the server answers."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        source = work / "source"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
        print(answers(*built(debian(work / "debian"), source, work)))


if __name__ == "__main__":
    main()
