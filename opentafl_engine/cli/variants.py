"""``opentafl-engine variants``: the named variants.

As text: slug, board, name and description in columns. With --json an object a line: slug, name,
aliases, description, source, rules (what is meant, in spec semantics), opentafl (the string for
OpenTafl's semantics), dim (the side of the board).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from opentafl_engine.cli.parsing import LineParser
from opentafl_engine.variants import variant, variant_info, variant_names


def run(argv: Sequence[str]) -> int:
    """List them by slug."""
    parser = LineParser("variants", __doc__)
    parser.add_argument("--json", action="store_true", help="an object a line")
    as_json = parser.parse_args(argv).json
    infos = [variant_info(slug) for slug in variant_names()]
    slugs, names = max(len(info.slug) for info in infos), max(len(info.name) for info in infos)
    for info in infos:
        dim = variant(info.slug).dim
        if as_json:
            print(json.dumps({**asdict(info), "dim": dim}))
        else:
            print(f"{info.slug:{slugs}}  {f'{dim}x{dim}':5}  {info.name:{names}}  {info.description}")
    return 0
