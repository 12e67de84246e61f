# Everything starts here: `make play`, `make test`, `make check`, `make bench`.
# A target sets up what it needs and rebuilds only what changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard CMakeLists.txt native/* native/*/*)
STAMPS := $(VENV)/.stamps

.DEFAULT_GOAL := help
.PHONY: help play test check bench format lock sanitize clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

play: $(STAMPS)/installed ## play a round against the computer
	@$(BIN)/haggis play

test: $(STAMPS)/installed ## every test: the rules first, with their coverage, then the rest
	$(BIN)/pytest tests/rules src/haggis/rules -n 2 --cov=haggis.rules --cov-branch --cov-fail-under=98
	$(BIN)/pytest tests README.md docs -n 2 --ignore=tests/rules

check: $(STAMPS)/installed ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

bench: $(STAMPS)/installed ## the benchmarks, into bench/results
	$(BIN)/python bench/rules.py

format: $(STAMPS)/installed ## put the code into the house's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(STAMPS)/installed ## pin the newest versions of what pyproject.toml asks for
	$(BIN)/pip-compile -q --upgrade --all-extras --strip-extras --no-emit-index-url --no-emit-find-links \
		--no-header --output-file requirements.lock pyproject.toml

clean: ## forget everything that was built
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

$(STAMPS)/tools:
	@PYTHON="$(PYTHON)" sh scripts/need-tools
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/libraries: requirements.lock | $(STAMPS)/tools
	@echo "Installing the libraries (about a minute the first time) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@touch $@

# Compiled once here: imports stay quick even where Python may not write its own caches.
$(STAMPS)/installed: $(STAMPS)/libraries pyproject.toml $(NATIVE)
	@echo "Building haggis ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q src/haggis
	@touch $@
