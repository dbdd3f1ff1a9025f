#!/usr/bin/env bash
# The C core with gcc and with clang: every combination of the template with warnings as errors,
# then the C unit checks under AddressSanitizer and UndefinedBehaviorSanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/tool_env.sh
PATH="$PWD/.venv-tools/bin:$PATH"
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int main(void) { return 0; }' >"$probe/empty.c"

for compiler in ${COMPILERS:-gcc clang}; do
  "$compiler" -fsanitize=address,undefined "$probe/empty.c" -o "$probe/empty" ||
    { echo "$compiler with its sanitizers is needed (on Debian: apt-get install gcc clang libclang-rt-dev)" >&2; exit 1; }
  for kind in release sanitized; do
    options=(-DCMAKE_BUILD_TYPE=Release)
    [ $kind = release ] || options=(-DCMAKE_BUILD_TYPE=Debug -DTAFL_SANITIZE=address,undefined)
    build=build/check-$compiler-$kind
    echo "== $("$compiler" --version | head -n 1): $kind"
    cmake -S c_core -B "$build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
      -DTAFL_PYTHON=OFF -DTAFL_TESTS=ON -DTAFL_WERROR=ON "${options[@]}" --log-level=WARNING
    cmake --build "$build" -- --quiet
    ctest --test-dir "$build" --output-on-failure --no-tests=error
  done
done
