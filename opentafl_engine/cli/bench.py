"""``opentafl-engine bench``: a fixed amount of search, whose node count is the engine's signature.

As text: with --rows a line for each position, then N nodes and N nps. With --json an object a line:
with --rows {"type": "case", variant, depth, nodes, time_ms} for each position, then
{"type": "total", nodes, time_ms, nps}.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from opentafl_engine.bench import BenchResult, run_bench, run_cases
from opentafl_engine.cli.parsing import LineParser, ended_by_interrupt


def run(argv: Sequence[str]) -> int:
    """Run the benchmark and print what came out; Ctrl-C ends it at once."""
    parser = LineParser("bench", __doc__)
    parser.add_argument("--rows", action="store_true", help="a line for each position, too")
    parser.add_argument("--json", action="store_true", help="an object a line")
    options = parser.parse_args(argv)
    with ended_by_interrupt():
        if options.json:
            _run_json(rows=options.rows)
        else:
            run_bench(rows=options.rows)
    return 0


def _run_json(*, rows: bool) -> None:
    total = BenchResult(0, 0.0)
    for case, done in run_cases():
        total = total.plus(done)
        if rows:
            said = {"type": "case", "variant": case.variant, "depth": case.depth, "nodes": done.nodes}
            print(json.dumps({**said, "time_ms": round(done.seconds * 1000, 3)}), flush=True)
    time_ms = round(total.seconds * 1000, 3)
    print(json.dumps({"type": "total", "nodes": total.nodes, "time_ms": time_ms, "nps": total.nps}))
