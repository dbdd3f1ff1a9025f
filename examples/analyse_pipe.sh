#!/usr/bin/env bash
# Positions in, best moves out: one process searches three positions of Brandub, five plies deep each.
#
# A line of input is RECORD SIDE [MOVE...]; the record is in OpenTafl Notation (rank 1 first, a slash at
# both ends) or a fen (top rank first), which may use the letters a, d and k.
set -euo pipefail
engine=${OPENTAFL_ENGINE:-opentafl-engine} # may be several words, so it is not quoted

analysis=$(
  $engine analyse --variant brandub --position - --depth 5 --json <<'END'
# the start, and the start after two moves
/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers
/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers d1-c1 d3-a3
# the king is free to leave, and wins in three moves
3a3/7/3d3/aad1daa/3d3/5k1/3a3 d
END
)

echo "All that was found, an object a line:"
grep '"type": "best"' <<<"$analysis"

echo
echo "Line and best move:"
sed -nE 's/^\{"type": "best", "input": ([0-9]+),.* "move": "([a-s0-9]+)".*/\1 \2/p' <<<"$analysis"
