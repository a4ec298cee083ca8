# `make demo` resolves a climb, `make test` runs every check. Both make .venv the first time, which needs a package index.
# Every path here is relative, so that a checkout may lie in a folder with a space in its name.
.PHONY: help demo test test-all fuzz mutants misspellings random bench dist format clean
.DEFAULT_GOAL := help

PYTHON ?=
RUN := .venv/bin/python
PIP := $(RUN) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
OFFLINE := { echo "Handhold could not be installed, and pip says why above: a package index is needed the first time." >&2; exit 1; }

# A Python is tried, not only looked for: one that is found may be old, may lack venv, or may be a shim that fails when run.
PROBE := import sys, importlib.util as u; print("old" if sys.version_info < (3, 11) else "use" if u.find_spec("venv") and u.find_spec("ensurepip") else "bare")
CHOOSE = bare=; tried="$(strip $(PYTHON) python3 python3.13 python3.12 python3.11 python)"; \
	for python in $$tried; do \
	  case "$$("$$python" -c '$(PROBE)' 2>/dev/null)" in use) echo "use $$python"; exit;; bare) bare="$${bare:-$$python}";; esac; \
	done; \
	if [ "$$bare" ]; then echo "$$bare lacks its venv module: install it (on Debian and Ubuntu, apt install python3-venv) and say make again"; \
	else echo "Handhold needs Python 3.11 or later, and none of $$tried is one that runs: install it, or name it with make PYTHON=/its/path"; fi

# A checkout that was moved or copied, and one whose Python is gone, begin anew.
ifneq ($(wildcard .venv/.base),)
ifneq ($(shell $(RUN) -c "import os; print(open('.venv/.base').read() == os.getcwd())" 2>/dev/null),True)
$(shell rm -f .venv/.base .venv/.test .venv/.bench)
endif
endif

help:
	@echo "make demo      resolve a climb and show its odds"
	@echo "make test      every check: ruff, mypy, the tests, and those of the seeds on each Python that starts"
	@echo "make test-all  the whole suite on each Python from 3.11 to 3.13 that starts"
	@echo "make fuzz      hostile inputs through every command; the laws on many more examples, other ones each time"
	@echo "make mutants   every cell, literal and condition of the packs, changed alone, against their cases"
	@echo "make misspellings  each word of the packs with one letter wrong, against what is said of it"
	@echo "make random    ten thousand random runs of each event of the packs"
	@echo "make bench     the benchmarks, as ratios"
	@echo "make dist      wheel and sdist in dist/"
	@echo "make format    lay out the Python files"
	@echo "make clean     take away what make made"

# A stamp is touched last, so that an install broken off never looks ready: without its stamp, .venv is cleared and made again.
.venv/.base: pyproject.toml constraints.txt
	$(eval CHOICE := $(if $(wildcard $@),use,$(shell $(CHOOSE))))
	$(if $(filter use,$(firstword $(CHOICE))),,$(error $(CHOICE)))
	@if [ -e $@ ]; then rm -f $@ .venv/.test .venv/.bench; else echo "Setting up .venv, once."; $(word 2,$(CHOICE)) -m venv --clear .venv; fi
	@$(PIP) --editable . || $(OFFLINE)
	@$(RUN) -c "import os; print(os.getcwd(), end='')" > .venv/.whole && mv .venv/.whole $@

.venv/.test: .venv/.base
	@$(PIP) --editable ".[test]" || $(OFFLINE)
	@touch $@

.venv/.bench: .venv/.base
	@$(PIP) --editable ".[bench]" || $(OFFLINE)
	@touch $@

demo: .venv/.base
	@$(RUN) .venv/bin/handhold run lurasko climb climber.dex=14 difficulty=hard distance=medium
	@echo
	@$(RUN) .venv/bin/handhold odds lurasko climb climber.dex=14 difficulty=hard distance=medium

# The whole suite comes last: the line it closes with is the one to read.
test: .venv/.test
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(RUN) -m tests.interpreters -m everywhere
	$(RUN) -m pytest --numprocesses auto --dist worksteal

test-all: .venv/.test
	$(RUN) -m tests.interpreters
	$(RUN) -m pytest --numprocesses auto --dist worksteal

fuzz: .venv/.test
	$(RUN) -m tests.hostile
	$(RUN) -m pytest -m hypothesis --hypothesis-profile=fuzz
	$(PIP) --editable ".[fuzz]"
	$(RUN) -m tests.fuzz formula
	$(RUN) -m tests.fuzz yaml

mutants: .venv/.test
	$(RUN) -m tests.mutants

misspellings: .venv/.test
	$(RUN) -m tests.misspell

random: .venv/.test
	$(RUN) -m tests.play.random_runs

bench: .venv/.bench
	$(RUN) -m benchmarks

dist: .venv/.test
	$(RUN) -m hatchling build

format: .venv/.test
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

clean:
	rm -rf .venv .venv-3.* dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
