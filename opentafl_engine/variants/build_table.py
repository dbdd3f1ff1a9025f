"""Run when the package is built: ``python build_table.py OUT`` checks the YAML files beside it
and writes the module ``_table.py`` that the installed package reads instead of them.

It needs pyyaml and this source tree, but not the extension that is being built.
"""

from __future__ import annotations

import sys
from dataclasses import astuple
from pathlib import Path
from types import ModuleType

_HERE = Path(__file__).resolve().parent
_HEADER = '"""The named variants; written by build_table.py from the YAML files."""\n\n'


def table_source(folder: Path) -> str:
    """The source of a module that holds the checked variants of a folder."""
    from opentafl_engine.variants.check import read_variants

    rows = [astuple(info) for info in read_variants(folder).values()]
    lines = "".join(f"    {row!r},\n" for row in rows)
    return f"{_HEADER}ROWS = (\n{lines})\n"


def _main() -> None:
    """Make the modules beside this one importable without the package's own ``__init__``."""
    for name, folder in (("opentafl_engine", _HERE.parent), ("opentafl_engine.variants", _HERE)):
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    Path(sys.argv[1]).write_text(table_source(_HERE), encoding="utf-8")


if __name__ == "__main__":
    _main()
