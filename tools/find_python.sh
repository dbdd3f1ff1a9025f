#!/usr/bin/env bash
# Print a Python that can build and run the project: 3.10 or newer, with its headers and venv.
# PYTHON names the one to use; otherwise the first that will do is taken.
set -euo pipefail

check='
import os, sys, sysconfig
if sys.version_info < (3, 10):
    sys.exit("is Python %d.%d, older than 3.10" % sys.version_info[:2])
if not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")):
    sys.exit("has no Python.h (on Debian: apt-get install python3-dev)")
try:
    import ensurepip, venv
except ImportError:
    sys.exit("cannot make environments (on Debian: apt-get install python3-venv)")
print(sys.executable)
'
found=""
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python3.10 python}; do
  command -v "$candidate" >/dev/null || continue
  if answer=$("$candidate" -c "$check" 2>&1); then
    echo "$answer"
    exit 0
  fi
  found+="  $candidate: ${answer##*$'\n'}"$'\n'
done
printf 'no usable Python 3.10 or newer was found\n%s' "$found" >&2
exit 1
