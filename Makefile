# Everything runs in .venv, which needs nothing but Python 3.11 and pip.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
  SCRIPTS := Scripts
else
  SCRIPTS := bin
endif
BIN := .venv/$(SCRIPTS)
WHEEL_BIN := .venv/wheel/$(SCRIPTS)
unexport PYTHONDONTWRITEBYTECODE  # each of the many programs that tests start would be compiled again
export PIP_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export OPENBLAS_NUM_THREADS := 1  # tests run side by side, and bots multiply small matrices

.PHONY: setup web play demo docs wheel try-wheel release test test-long check bench bench-bots soundness matches faults soak bad-input fuzz chromium clean

setup: web

.venv/.stamp: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Overtrick needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[all,dev]'
	$(BIN)/python -m compileall -q src
	$(BIN)/overtrick warm
	touch $@

# The page for browsers, which is built again when its sources have changed.
web: .venv/.stamp
	@$(BIN)/python web/build.py

play: setup
	@$(BIN)/overtrick serve --open

# There are invalid games among the samples, which the exit code 2 tells; any other one is a failure to judge.
demo: .venv/.stamp
	@$(BIN)/overtrick judge briefs/belote/samples/*.belote briefs/sueca/*.sueca; test $$? -eq 2

# The documents as a site, in the folder `site`; its search needs a server, such as `python3 -m http.server -d site`.
docs: .venv/.stamp
	$(BIN)/python -m scripts.site

# Archive and wheel, in the folder `dist`; the wheel is for every system.
wheel: web
	$(BIN)/python -m build --no-isolation

# The wheel as somebody has it who installs it: the commands that need nothing else.
try-wheel:
	rm -rf .venv/wheel
	$(PYTHON) -m venv .venv/wheel
	$(WHEEL_BIN)/python -m pip install --quiet dist/*.whl
	$(WHEEL_BIN)/overtrick judge briefs/belote/samples/clean.belote
	$(WHEEL_BIN)/overtrick deal bridge --seed 1
	$(WHEEL_BIN)/overtrick simulate euchre --deals 20 --bots simple,random --seed 1

# make release VERSION=0.2.0: the version and its news, and what would be published; nothing is uploaded.
release: web
	$(BIN)/python -m pip install --quiet twine cyclonedx-bom
	$(BIN)/python -m scripts.release $(VERSION)

# One process more than there are cores, since some tests wait for others; a file's tests share a server and a browser.
TESTERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
IN_PARALLEL = -n $(TESTERS) --dist loadfile --no-loadscope-reorder
test: setup chromium
	@$(BIN)/overtrick warm
	@$(BIN)/python web/build.py test
	$(BIN)/python -m pytest -m "not long" $(IN_PARALLEL)

# The cases that `make test` leaves out, and three times the examples of property tests.
test-long: setup chromium
	@$(BIN)/overtrick warm
	$(BIN)/python -m pytest -m long --hypothesis-profile=long $(IN_PARALLEL)

# The tests of the page need a browser: one without windows takes least. Who may not install any does without these tests,
# and pytest tells so.
INSTALL = apt-get install -qq -y
chromium:
	@command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null || \
	  { test "$$(id -u)" -eq 0 && command -v apt-get > /dev/null && apt-get update -qq && \
	    { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }; } || \
	  echo "There is no chromium: the tests in a browser are skipped."

check: .venv/.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check
	$(BIN)/python -m pytest -m "not long" tests/engine/test_perft.py

# Peers are installed too: those for Python into an environment inside .venv, the other one into a temporary folder.
bench: setup
	$(BIN)/python -m benchmarks

# Thousands of deals by bots, some against OpenSpiel. It takes an hour or more; one that was stopped goes on.
bench-bots: setup
	$(BIN)/python -m benchmarks.bots

# Long scripts: every legal game clean and every revoke found; the kernels against the plain engine. They take hours.
soundness: setup
	$(BIN)/python -m scripts.soundness
	$(BIN)/python -m scripts.screening_soundness
	$(BIN)/python -m scripts.worlds_soundness
	$(BIN)/python -m scripts.batch_soundness
	$(BIN)/python -m scripts.solver_exactness

# Thousands of matches by bots, every deal of them checked.
matches: setup
	$(BIN)/python -m scripts.matches

# Servers killed, connections lost, clients that do not read, full disks, under tables that play on.
faults: setup
	$(BIN)/python -m scripts.faults

# An hour of people who come to a server, play and go, and its memory.
soak: setup
	$(BIN)/python -m scripts.soak

# A million random and mutated messages on each port of a server, while others play at it.
bad-input: setup
	$(BIN)/python -m scripts.bad_input

fuzz: setup
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	for reader in belote sueca jsonl pbn lin rbn others egn judge values; do $(BIN)/python -m scripts.fuzz $$reader || exit 1; done

clean:
	rm -rf .venv site dist web/node_modules src/overtrick/server/page .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
