#!/usr/bin/env bash
# Build the extension in place, for work in the source tree: opentafl_engine/_taflcore.abi3.so.
# PYTHON is the interpreter to build for, BUILD the build folder, DESTINATION the package to put it in;
# several may run at once.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)')
build=${BUILD:-build/dev}
destination=${DESTINATION:-opentafl_engine}
PATH="$(dirname "$python"):$PATH" # cmake and ninja may have come from PyPI
mkdir -p "$build"
exec 9>"$build/.lock"
flock 9
cmake -S c_core -B "$build" -G Ninja -DPython_EXECUTABLE="$python" "$@" >"$build/configure.log" 2>&1 ||
  { cat "$build/configure.log" >&2; exit 1; }
cmake --build "$build"
# A move, not a copy: a process that has the old file mapped keeps it.
cp "$build/_taflcore.abi3.so" "$destination/.new.so"
mv "$destination/.new.so" "$destination/_taflcore.abi3.so"
