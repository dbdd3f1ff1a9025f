#!/usr/bin/env bash
# ruff and mypy --strict over everything written in Python.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/tool_env.sh
.venv-tools/bin/ruff check .
.venv-tools/bin/ruff format --check .
.venv-tools/bin/mypy
