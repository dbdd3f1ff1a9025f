#!/usr/bin/env bash
# Build the sdist, the wheel from it, install the wheel in a fresh environment and run the tests
# against what was installed. The tests are those of the sdist, run where no source tree is on the
# path. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
python=$(tools/find_python.sh)
work=$(mktemp -d "${TMPDIR:-/tmp}/opentafl-test.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "== building the sdist and the wheel from it ($python)"
"$python" -m venv "$work/build-env"
"$work/build-env/bin/pip" install --quiet --disable-pip-version-check build
"$work/build-env/bin/python" -m build --outdir "$work/dist" "$root"

echo "== installing the wheel in a fresh environment"
"$python" -m venv "$work/env"
wheel=$(echo "$work"/dist/*.whl)
"$work/env/bin/pip" install --quiet --disable-pip-version-check "$wheel[test]"

echo "== running the tests against the installed package"
mkdir "$work/tree"
tar -xzf "$work"/dist/*.tar.gz -C "$work/tree" --strip-components=1
rm -r "$work/tree/opentafl_engine"
# Long tests read ../shared, where the checkout has one beside it.
[ ! -d "$root/../shared" ] || ln -s "$root/../shared" "$work/shared"
cd "$work/tree"
"$work/env/bin/python" - <<'CHECK'
import sysconfig, opentafl_engine
home = sysconfig.get_paths()["platlib"]
assert opentafl_engine.__file__.startswith(home), opentafl_engine.__file__
print("testing", opentafl_engine.__file__)
CHECK
"$work/env/bin/python" -m pytest -n "${JOBS:-2}" "$@"
