# Everything runs in .venv, made once from pyproject.toml.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
TEST_STAMP := .venv/.stamp-test

.PHONY: env play test lint soak bench docs clean

env: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Khyber needs Python 3.11 or newer (set PYTHON=...)" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

# A game of A Distant Plain in the terminal.
play: $(STAMP)
	$(BIN)/khyber play distant-plain

# Style, types, then every test.
test: lint
	$(BIN)/python -m pytest -n 2

lint: $(TEST_STAMP)
	$(BIN)/ruff check src tests tools
	$(BIN)/mypy

# The long counts, resumable; figures go to docs/soak.md.
soak: $(TEST_STAMP)
	$(BIN)/python tools/soak.py

bench: $(TEST_STAMP)
	$(BIN)/khyber bench

# What is generated in docs/: rules coverage, benchmarks, the annotated game.
docs: $(TEST_STAMP)
	$(BIN)/python tools/docs.py

clean:
	rm -rf .venv build dist .soak src/*.egg-info
