#!/usr/bin/env bash
# Make or refresh .venv-tools: the linters, cmake and ninja, whatever the machine has itself.
set -euo pipefail
cd "$(dirname "$0")/.."
env=.venv-tools
if [ -e "$env/ready" ] && [ ! pyproject.toml -nt "$env/ready" ]; then
  exit 0
fi
"$(tools/find_python.sh)" -m venv --clear "$env"
"$env/bin/python" -c '
import re
text = open("pyproject.toml", encoding="utf-8").read()
listed = re.search(r"^lint = \[(.*?)\]", text, re.M | re.S).group(1)
print(*re.findall(r"\"([^\"]+)\"", listed), "cmake>=3.26", "ninja", "cffi>=1.17", "pyyaml>=6", sep="\n")
' >"$env/requirements.txt"
"$env/bin/pip" install --quiet --disable-pip-version-check -r "$env/requirements.txt"
touch "$env/ready"
