#!/usr/bin/env bash
# Fuzz the package with its extension built under ASan and UBSan. Arguments go to tools.fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/tool_env.sh
root=$PWD
work=$root/build/fuzz
mkdir -p "$work/tools"
rm -rf "$work/opentafl_engine" "$work/tools"
cp -r opentafl_engine tools "$work/"
rm -f "$work"/opentafl_engine/*.so
PYTHON=$root/.venv-tools/bin/python BUILD=build/fuzz-core DESTINATION=$work/opentafl_engine tools/dev_build.sh \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DTAFL_SANITIZE=address,undefined"
cd "$work"
# Python itself leaks on purpose, and its allocator would hide overruns.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  "$root/.venv-tools/bin/python" -m tools.fuzz "$@"
