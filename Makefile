# Everything runs in .venv, made once from pyproject.toml.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
TEST_STAMP := .venv/.stamp-test

PAGE := src/khyber/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.*)

.PHONY: env play test lint soak bench docs screens wheel lock audit sbom clean

env: $(STAMP) $(PAGE)

# The server's page, built into the package; Node comes as a Python package where it is missing.
$(PAGE): $(PAGE_SOURCES) tools/page.py | $(STAMP)
	$(BIN)/python -m tools.page
	touch $@

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Khyber needs Python 3.11 or newer (set PYTHON=...)" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

# The server, and its page in the browser. In the terminal: .venv/bin/khyber play distant-plain
play: env
	$(BIN)/khyber serve

# Style, types, then every test; what is left out, for want of a program, is named at the end.
test: lint $(PAGE)
	$(BIN)/python -m tools.page check
	$(BIN)/python -m pytest -n 2 -rfEs

lint: $(TEST_STAMP)
	$(BIN)/ruff check src tests tools
	$(BIN)/mypy

# The long counts, resumable; figures go to docs/soak.md.
soak: $(TEST_STAMP)
	$(BIN)/python -m tools.soak

bench: $(TEST_STAMP)
	$(BIN)/khyber bench

# What is generated in docs/: rules coverage, decisions, benchmarks, the annotated game.
docs: $(TEST_STAMP)
	$(BIN)/python -m tools.docs

# Pictures of the page for docs/screens.md, taken in Chromium.
screens: $(TEST_STAMP) $(PAGE)
	$(BIN)/python -m tools.screens

# With the page inside: who installs it needs Python only. Beside it, what it is made of (CycloneDX).
wheel: env
	$(BIN)/python -m tools.wheel

# requirements/server.lock: the server's dependencies, each at one version with the digests of its files.
lock: $(STAMP)
	$(BIN)/python -m tools.supply lock

# Known vulnerabilities of what is locked: exit code 1 if there are any; without a network a note.
audit: $(STAMP)
	$(BIN)/python -m tools.supply audit

sbom: $(STAMP)
	$(BIN)/python -m tools.supply sbom

clean:
	rm -rf .venv build dist .soak src/*.egg-info src/khyber/server/page web/node_modules
