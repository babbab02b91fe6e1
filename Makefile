# Everything runs in .venv, created once from pyproject.toml.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
TEST_STAMP := .venv/.stamp-test

PAGE := src/khyber/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/contract web/public src/khyber/games/*/page -type f) $(wildcard web/*.* src/khyber/server/messages/*.py)

.PHONY: env play test lint format soak perft bench bench-server bench-fair bench-page docs site screens wheel lock audit sbom clean

env: $(STAMP) $(PAGE)

# The server's page, built into the package; where Node is missing, it comes as a Python package.
$(PAGE): $(PAGE_SOURCES) tools/release/page.py | $(STAMP)
	$(BIN)/python -m tools.release.page
	touch $@

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Khyber needs Python 3.11 or newer (set PYTHON=...)" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps catanatron_gym==4.0.0
	touch $@

# Start the server and open its page. In the terminal: .venv/bin/khyber play distant-plain
play: env
	$(BIN)/khyber serve

# Style, types, then every test; tests skipped because a program is missing are listed at the end.
# The page is checked before it is built: building writes its generated files, and would hide that they are out of date.
test: lint
	$(BIN)/python -m tools.release.page check
	$(MAKE) $(PAGE)
	$(BIN)/python -m pytest -n 2 -rfEsR

lint: $(TEST_STAMP)
	$(BIN)/ruff check src tests tools examples
	$(BIN)/ruff format --check --quiet src tests tools examples
	$(BIN)/mypy

format: $(TEST_STAMP)
	$(BIN)/ruff check --fix --quiet --select I src tests tools examples
	$(BIN)/ruff format src tests tools examples

# The long checks, resumable; figures go to docs/soak.md.
soak: $(TEST_STAMP)
	$(BIN)/python -m tools.soak

# Counts of lines of play after an intended change of rules, into tests/perft.
perft: $(TEST_STAMP)
	$(BIN)/python -m tools.generate.perft --write

bench: $(TEST_STAMP)
	$(BIN)/khyber bench

# The server from outside, and its page in Chromium.
bench-server: $(TEST_STAMP)
	$(BIN)/python -m tools.bench.server_bench

# The same beside one stranger's forty tables; into a section of docs/benchmarks-server.md.
bench-fair: $(TEST_STAMP)
	$(BIN)/python -m tools.bench.fair_bench --write

bench-page: $(TEST_STAMP) $(PAGE)
	$(BIN)/python -m tools.bench.page_bench

# The generated pages of docs/: rules coverage, decisions, benchmarks, the annotated game.
docs: $(TEST_STAMP)
	$(BIN)/python -m tools.pages

# The documentation with the API reference, as a web site in site/.
site: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[site]'
	$(BIN)/python -m mkdocs build --strict --quiet

# Screenshots for docs/screens.md, taken in Chromium.
screens: $(TEST_STAMP) $(PAGE)
	$(BIN)/python -m tools.pages.screens

# The wheel, with the page inside, and an SBOM beside it (CycloneDX).
wheel: env
	$(BIN)/python -m tools.release.wheel

# Pin the dependencies of the server and of development, with the digests of their files (requirements/).
lock: $(STAMP)
	$(BIN)/python -m tools.release.supply lock

# Look up known vulnerabilities of locked packages: exit code 1 if there are any; without a network, a note.
audit: $(STAMP)
	$(BIN)/python -m tools.release.supply audit

sbom: $(STAMP)
	$(BIN)/python -m tools.release.supply sbom

clean:
	rm -rf .venv build dist site .soak src/*.egg-info src/khyber/server/page web/node_modules
