"""``opentafl-engine check-variant``: are these YAML files of variants right?

A file is named after its slug (``my-tafl.yaml``) and holds ``name``, ``description``, ``source`` and
``rules``; ``opentafl`` and ``aliases`` may be added.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from opentafl_engine.cli.parsing import LineParser
from opentafl_engine.errors import RulesError
from opentafl_engine.rules import Rules
from opentafl_engine.variants.check import check_variant_file


def run(argv: Sequence[str]) -> int:
    """Say of each file what it describes or what is wrong with it; 1 if anything is."""
    parser = LineParser("check-variant", __doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may hold what a terminal cannot show
    status = 0
    for path in parser.parse_args(argv).files:
        try:
            info = check_variant_file(path)
        except (RulesError, OSError) as error:
            print(error, file=sys.stderr)
            status = 1
        else:
            print(f"{path}: {info.name}. {Rules.parse(info.rules).describe()}")
    return status
