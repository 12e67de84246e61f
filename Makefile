# Everything starts here: `make play`, `make test`, `make check`, `make bench`.
# A target sets up what it needs and rebuilds only what changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
STATIC := src/haggis/server/static
NATIVE := $(wildcard CMakeLists.txt native/* native/*/*)
# A folder changes when a module comes or goes; the editable install must then look again.
FOLDERS := $(shell find src/haggis -type d -not -name __pycache__ -not -path '*/static*')
PAGE := $(shell find page/src page/public page/index.html page/*.ts page/*.js page/*.json -type f 2>/dev/null)
CPP := $(wildcard native/*/*.hpp native/*/*.cpp tests/native/*.hpp tests/native/*.cpp bench/native/*.cpp)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
COMPILE := $(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-find-links --no-header pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help play page test pictures soak sanitize check lowest bench experiments strength wire format lock clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

play: $(STAMPS)/installed $(STATIC)/index.html ## play in the browser, on http://127.0.0.1:8000
	@$(BIN)/haggis serve

page: $(STATIC)/index.html ## the web page, built into the package

# One thread for PyTorch: two tests run at a time, and its threads wait for each other where others use the cores.
test: $(STAMPS)/libraries $(STAMPS)/installed $(STATIC)/index.html ## every test: rules, engine, players, server, page, browser
	sh scripts/native-tests native
	$(BIN)/pytest tests/rules src/haggis/rules -n 2 --cov=haggis.rules --cov-branch --cov-fail-under=98
	sh scripts/need-databases
	OMP_NUM_THREADS=1 $(BIN)/pytest tests src/haggis/engine README.md docs -n 2 --ignore=tests/rules --ignore=tests/browser
	npm --prefix page test
	sh scripts/need-chromium
	$(BIN)/pytest tests/browser -n 2

pictures: $(STAMPS)/libraries $(STAMPS)/installed $(STATIC)/index.html ## every screen at five sizes, on both cloths, into build/pictures
	sh scripts/need-chromium
	PICTURES=build/pictures $(BIN)/pytest tests/browser/test_pictures.py -n 2

soak: $(STAMPS)/libraries $(STAMPS)/installed ## checks that take long: a million positions, ten thousand games, servers that die
	$(BIN)/python -m tests.soak.differential
	$(BIN)/python -m tests.soak.games
	$(BIN)/python -m tests.soak.cluster

sanitize: $(STAMPS)/libraries ## the C++ tests with the sanitizers for memory, undefined behaviour and threads
	sh scripts/native-tests sanitize-memory address,undefined
	sh scripts/native-tests sanitize-threads thread 'playouts|batch|search'

check: $(STAMPS)/libraries $(STAMPS)/installed $(STAMPS)/page-libraries ## format, lint, types, layers, dead code
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose
	$(BIN)/vulture
	@echo "clang-format and clang-tidy over the C++ ..."
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	@sh scripts/native-tidy $(filter %.cpp,$(CPP))
	$(BIN)/python -m haggis.server.web.openapi build/openapi.json
	npm --prefix page run wire -- --check
	npm --prefix page run check

lowest: $(STAMPS)/tools ## quick tests with the lowest version of every library that pyproject.toml allows
	$(BIN)/python scripts/lowest-versions

bench: $(STAMPS)/libraries $(STAMPS)/installed ## how fast, into bench/results
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.generation

experiments: $(STAMPS)/libraries $(STAMPS)/installed ## results on strength and fits: current, stale or none
	@$(BIN)/python -m experiments

strength: $(STAMPS)/libraries $(STAMPS)/installed ## every match of docs/strength.md that is missing or stale, and its pictures: hours
	sh scripts/before
	$(BIN)/python -m experiments.strength
	$(BIN)/python -m experiments.pictures

wire: $(STAMPS)/installed $(STAMPS)/page-libraries ## the page's types, generated from the server's
	$(BIN)/python -m haggis.server.web.openapi build/openapi.json
	npm --prefix page run wire

format: $(STAMPS)/libraries $(STAMPS)/page-libraries ## put the code into our format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@echo "clang-format ..."
	@$(BIN)/clang-format -i $(CPP)
	npm --prefix page run format

lock: $(STAMPS)/libraries ## pin the newest versions of what pyproject.toml asks for
	$(COMPILE) --upgrade --all-extras --output-file requirements/dev.lock
	sed -i 's/^\(torch==[0-9.]*\)+cpu$$/\1/' requirements/dev.lock
	$(COMPILE) --extra server --extra build --constraint requirements/dev.lock --output-file requirements/play.lock

clean: ## forget everything that was built
	rm -rf $(VENV) build $(STATIC) page/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

$(STAMPS)/tools:
	@PYTHON="$(PYTHON)" sh scripts/need-tools
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/play-libraries: requirements/play.lock | $(STAMPS)/tools
	@echo "Installing the libraries ..."
	@$(PIP) install --requirement requirements/play.lock
	@touch $@

$(STAMPS)/libraries: requirements/dev.lock | $(STAMPS)/tools
	@echo "Installing the libraries for tests and checks ..."
	@$(PIP) install --requirement requirements/dev.lock
	@touch $@

# Compiled once here: imports stay quick even where Python may not write its own caches.
$(STAMPS)/installed: $(STAMPS)/play-libraries pyproject.toml $(NATIVE) $(FOLDERS)
	@echo "Building haggis ..."
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q src/haggis
	@mkdir -p $(STATIC)
	@touch $@

$(STAMPS)/page-libraries: page/package-lock.json | $(STAMPS)/tools
	@sh scripts/need-node
	@echo "Installing the page's libraries ..."
	@npm --prefix page ci --silent --no-fund --no-audit
	@touch $@

$(STATIC)/index.html: $(STAMPS)/page-libraries $(PAGE)
	@echo "Building the page ..."
	@npm --prefix page run build --silent -- --logLevel warn
	@touch $@
