"""``opentafl-engine install-opentafl DIR``: make the engine known to an OpenTafl installation."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from opentafl_engine.cli.parsing import LineParser

NAME = "opentafl_engine"
_LAUNCHER = f"{NAME}.sh"

_CLICKS = """Written: {ini}
         {launcher}

Now start OpenTafl, choose Options in its main menu, and for the attackers or the defenders pick
"engine" as the kind of player and {name} as its configuration. The same file serves as the
analysis engine. Then start a new game.
"""


def run(argv: Sequence[str]) -> int:
    """Write the configuration and the launcher, and say what to click."""
    parser = LineParser("install-opentafl", __doc__)
    parser.add_argument("directory", type=Path, metavar="DIR", help="the folder that holds OpenTafl.jar")
    options = parser.parse_args(argv)
    engines = options.directory / "engines"
    if not options.directory.is_dir():
        print(f"{options.directory} is no folder", file=sys.stderr)
        return 1
    try:
        ini, launcher = write_files(engines)
    except OSError as error:
        print(f"cannot write: {error}", file=sys.stderr)
        return 1
    print(_CLICKS.format(ini=ini, launcher=launcher, name=ini.name), end="")
    return 0


def write_files(engines: Path) -> tuple[Path, Path]:
    """Write the .ini into an engines folder and the launcher beside it. Raises ``OSError``."""
    home = engines / NAME
    home.mkdir(parents=True, exist_ok=True)
    launcher = home / _LAUNCHER
    launcher.write_text(launcher_text(sys.executable), encoding="utf-8")
    launcher.chmod(0o755)
    ini = engines / f"{NAME}.ini"
    ini.write_text(ini_text(), encoding="utf-8")
    return ini, launcher


def launcher_text(python: str) -> str:
    """The script that OpenTafl starts; any path may hold spaces, because a shell quotes it.

    >>> print(launcher_text("/opt/my python"), end="")
    #!/bin/sh
    exec '/opt/my python' -m opentafl_engine otep "$@"
    """
    return f'#!/bin/sh\nexec {shlex.quote(python)} -m {NAME} otep "$@"\n'


def ini_text() -> str:
    """The configuration file: OpenTafl splits ``arguments`` at spaces and knows no quotes."""
    lines = ("[engine]", f"name={NAME}", f"directory={NAME}", f"filename={_LAUNCHER}")
    return "\n".join([*lines, "command=/bin/sh", f"arguments={_LAUNCHER}", ""])
