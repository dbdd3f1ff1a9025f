#!/usr/bin/env bash
# The C core with gcc and with clang: every combination of the template with warnings as errors,
# then the C unit checks under AddressSanitizer and UndefinedBehaviorSanitizer, and the one of
# several threads under ThreadSanitizer. KINDS and COMPILERS may name fewer.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/tool_env.sh
PATH="$PWD/.venv-tools/bin:$PATH"
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int main(void) { return 0; }' >"$probe/empty.c"

# ThreadSanitizer cannot start where the kernel scatters memory too widely, so then it is told not to.
run_with_threads() {
  if "$probe/threads" >/dev/null 2>&1; then "$@"; else setarch "$(uname -m)" -R "$@"; fi
}

for compiler in ${COMPILERS:-gcc clang}; do
  for sanitizers in address,undefined thread; do
    "$compiler" "-fsanitize=$sanitizers" "$probe/empty.c" -o "$probe/${sanitizers/thread/threads}" ||
      { echo "$compiler with its sanitizers is needed (on Debian: apt-get install gcc clang libclang-rt-dev)" >&2; exit 1; }
  done
  for kind in ${KINDS:-release sanitized threads}; do
    options=(-DCMAKE_BUILD_TYPE=Release)
    targets=all
    case $kind in
      sanitized) options=(-DCMAKE_BUILD_TYPE=Debug -DTAFL_SANITIZE=address,undefined) ;;
      # What threads share does not depend on the instruction level.
      threads) options=(-DCMAKE_BUILD_TYPE=Debug -DTAFL_SANITIZE=thread -DTAFL_HAVE_V3=0) targets=check_threads ;;
    esac
    build=build/check-$compiler-$kind
    echo "== $("$compiler" --version | head -n 1): $kind"
    cmake -S c_core -B "$build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
      -DTAFL_PYTHON=OFF -DTAFL_TESTS=ON -DTAFL_WERROR=ON "${options[@]}" --log-level=WARNING
    cmake --build "$build" --target "$targets" -- --quiet
    if [ $kind = threads ]; then
      run_with_threads "$build/tests/check_threads"
    else
      ctest --test-dir "$build" --output-on-failure --no-tests=error
    fi
  done
done
