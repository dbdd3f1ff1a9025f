# make play and make test need Python 3.10 or newer and a C compiler; everything else comes from PyPI.
.DEFAULT_GOAL := help
SHELL := /bin/bash
sources := $(shell find c_core opentafl_engine pyproject.toml -type f ! -name '*.so' ! -name '*.py[co]')

.PHONY: help play test lint check-c check-long conformance bench callgrind-perft startup latency smp mutants fuzz \
  fuzz-process dev clean

help: ## say what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

.venv/installed: $(sources)
	test -x .venv/bin/python || "$$(tools/find_python.sh)" -m venv .venv
	.venv/bin/pip install --disable-pip-version-check --quiet .
	touch $@

play: .venv/installed ## build into .venv and watch the engine play a game of Brandub against itself
	.venv/bin/opentafl-engine play

test: ## sdist, wheel, fresh environment, all tests against the installed package
	tools/test_installed.sh

lint: ## ruff and mypy --strict
	tools/lint.sh

check-c: ## warnings as errors and sanitizers, with gcc and with clang
	tools/check_c.sh

check-long: ## the tests that take minutes, or read ../shared
	tools/test_installed.sh -m long

bench: .venv/installed ## the engine's signature: nodes of fixed searches, and their speed
	.venv/bin/opentafl-engine bench

startup: .venv/installed ## how long a start takes
	.venv/bin/python benchmarks/startup.py

latency: .venv/installed ## how soon it answers while it searches, and starts
	.venv/bin/python benchmarks/latency.py

smp: .venv/installed ## what a second thread brings, beside what the machine can give
	.venv/bin/python benchmarks/smp.py

dev: ## build the extension in place, for work in the source tree
	tools/tool_env.sh
	PATH="$(CURDIR)/.venv-tools/bin:$$PATH" PYTHON=.venv-tools/bin/python tools/dev_build.sh

conformance: dev ## the recorded games of OpenTafl against both semantics, as a table
	.venv-tools/bin/python -m tests.conformance --semantics opentafl
	.venv-tools/bin/python -m tests.conformance --semantics spec

callgrind-perft: dev ## instructions a leaf, counted by valgrind
	PATH="$(CURDIR)/.venv-tools/bin:$$PATH" && cmake -S c_core -B build/callgrind -G Ninja \
	  -DTAFL_PYTHON=OFF -DTAFL_TESTS=ON --log-level=WARNING && cmake --build build/callgrind -- --quiet
	PYTHONPATH=. .venv-tools/bin/python benchmarks/callgrind.py build/callgrind/tests/perft_main

mutants: ## seed faults one at a time; the tests must notice each
	tools/tool_env.sh
	PATH="$(CURDIR)/.venv-tools/bin:$$PATH" .venv-tools/bin/python tools/mutants.py

fuzz: ## mutated inputs under ASan and UBSan; INPUTS=1000000 SEED=1
	tools/fuzz.sh --inputs $(or $(INPUTS),1000000) --seed $(or $(SEED),1)

fuzz-process: dev ## nonsense through the pipes of real engines; DIALECT=uci LINES=100000 SEED=1
	.venv-tools/bin/python -m tools.fuzz_process --dialect $(or $(DIALECT),uci) \
	  --lines $(or $(LINES),100000) --seed $(or $(SEED),1)

clean: ## remove what was built
	rm -rf build dist .venv .venv-tools opentafl_engine/*.so
