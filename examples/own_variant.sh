#!/usr/bin/env bash
# A variant of one's own: check its file, look at the board, let the engine find moves.
set -euo pipefail
engine=${OPENTAFL_ENGINE:-opentafl-engine} # may be several words, so it is not quoted
file=$(dirname "$0")/my-variant.yaml

$engine check-variant "$file"
echo
$engine show --variant-file "$file" --moves c1-c2
echo
$engine analyse --variant-file "$file" --moves c1-c2 --depth 3 --multipv 2
