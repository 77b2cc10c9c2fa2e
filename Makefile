# Two commands do everything on a machine that has Python 3.11+, a C compiler, make and git:
#   make run     build, analyse all games, print a summary, write results/*.json
#   make test    build, lint, type-check and test
# CONTRIBUTING.md explains the others.
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3
KERNELS := $(wildcard cext/*.pyx cext/*.pxd)
# Exactly the pinned versions, each file checked against its digest. See requirements/README.md.
PINNED := install --quiet --require-hashes --requirement
RELEASE := build/release
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where this is set, each of the many processes that tests start compiles every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick pages pictures docs pins wheel try-wheel long browser browser-tools lint typecheck imports checked sanitize bench bench-targets bench-check clean

run: $(VENV)/built
	@echo "$(VENV), step 3 of 3: counting every deal of five games; one to two minutes, then seconds the next time"
	$(BIN)/exactodds analyze --all --output results

test: $(VENV)/built lint typecheck imports
	$(BIN)/pytest -q -n 2

# While developing: lint, types, import contracts, and the tests of what differs from the last commit: of these the
# quickest, a minute of them on two cores. Those left out are counted as deselected.
quick: $(VENV)/built lint typecheck imports
	$(BIN)/python tests/changed.py | xargs --no-run-if-empty $(BIN)/pytest -q -n 2 --budget 60

# Pages and schemas that are made from the program.
pages: $(VENV)/built
	$(BIN)/exactodds manual > docs/command-line.md
	$(BIN)/python -c "from analyzer.game.schema import schema_text; print(schema_text(), end='')" > analyzer/schemas/game-2.json
	$(BIN)/python -m analyzer.game.language_page docs/language.md

# The pictures of the README, drawn from what the program prints.
pictures: $(VENV)/built
	$(BIN)/python docs/pictures/draw.py

# The documentation as a site in build/site; a link that leads nowhere is an error.
DOCS := build/docs

docs: $(DOCS)/installed
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --quiet
	@echo "the site is in build/site: open build/site/index.html"

$(DOCS)/installed: requirements/docs.txt
	test -x $(DOCS)/bin/python || $(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/pip $(PINNED) $<
	touch $@

long: $(VENV)/built
	$(BIN)/pytest -q -n 2 -m long

# Reports in Debian's Chromium and LibreOffice. As root (or with SUDO=sudo), once: make browser-tools
browser-tools: $(VENV)/built
	$(SUDO) apt-get update
	$(SUDO) apt-get install --yes --no-install-recommends chromium chromium-driver libreoffice-calc

browser: $(VENV)/built
	$(BIN)/pytest -q -m browser

lint: $(VENV)/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH=$(CURDIR)/$(BIN):$$PATH cython-lint cext

# mypy follows no setuptools mapping, so it is shown the import package as it will be installed, with the tests and the
# benchmarks beside it.
typecheck: $(VENV)/built
	rm -rf build/typecheck
	mkdir -p build/typecheck/analyzer
	ln -s $(CURDIR)/analyzer/* build/typecheck/analyzer/
	ln -s $(CURDIR)/cext $(CURDIR)/tables $(CURDIR)/reports build/typecheck/analyzer/
	ln -s $(CURDIR)/analyzer/public build/typecheck/exactodds
	ln -s $(CURDIR)/tests $(CURDIR)/benchmarks $(CURDIR)/release build/typecheck/
	cd build/typecheck && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml \
		--cache-dir $(CURDIR)/.mypy_cache -p analyzer -p exactodds -p tests -p benchmarks -p release

# The same folder shows import-linter all packages; its contracts are in pyproject.toml.
imports: typecheck
	cd build/typecheck && PYTHONPATH=. $(CURDIR)/$(BIN)/lint-imports --config $(CURDIR)/pyproject.toml --no-cache

# The tests with kernels that check every index, and with kernels that the compiler's sanitizers watch: each in a copy
# of its own, so that the everyday build stays as it is. What they test is the kernels: no packaging, no command line.
# A sanitizer tells what it found just before it ends the process: pytest must not capture that.
NOT_KERNELS := packaging contracts changed readme manual cluster endurance sabotage verify cli% report%
KERNEL_TESTS := $(filter-out $(NOT_KERNELS:%=tests/test_%.py), $(wildcard tests/test_*.py tests/reference))

checked:
	$(call in-copy,checked)
	cd build/checked && EXACTODDS_CHECKED=1 $(MAKE) .venv/built && .venv/bin/pytest -q $(KERNEL_TESTS)

sanitize:
	$(call in-copy,sanitize)
	cd build/sanitize && EXACTODDS_SANITIZE=1 $(MAKE) .venv/built
	cd build/sanitize && LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 .venv/bin/pytest -q --capture=sys $(KERNEL_TESTS)

# The files of this checkout, without what was built from them.
define in-copy
	rm -rf build/$(1)
	mkdir -p build/$(1)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t build/$(1)
endef

bench: $(VENV)/built
	$(BIN)/python benchmarks/run.py

# Every command that has an aim, beside it. Then: engines against a plain C loop, compared with benchmarks/recorded.json;
# the machines are noisy, so this is no test.
bench-targets: $(VENV)/built
	$(BIN)/python benchmarks/targets.py

bench-check: $(VENV)/built
	$(BIN)/python benchmarks/check.py

# Everything but the kernels, which the next rule compiles.
$(VENV)/installed: setup.py pyproject.toml requirements/development.txt
	@echo "$(VENV), step 1 of 3: installing the pinned packages, each checked by its digest; one to three minutes"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip $(PINNED) requirements/development.txt
	EXACTODDS_KERNELS=later $(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/pip check
	touch $@

# Compiles the kernels that changed, or whose .pxd files did, and no others.
$(VENV)/built: $(VENV)/installed $(KERNELS)
	@echo "$(VENV), step 2 of 3: compiling the kernels that changed; all of them take one to two minutes on two cores"
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

# The wheel for others, from what is committed: built twice and compared, audited (manylinux), with its bill of materials
# and its provenance, in dist/. Then: installed and run where there is no compiler. See docs/security.md.
wheel: $(RELEASE)/installed
	$(RELEASE)/bin/python -m release.build

try-wheel: wheel
	$(RELEASE)/bin/python -m release.tried

$(RELEASE)/installed: requirements/release.txt
	test -x $(RELEASE)/bin/python || $(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/pip $(PINNED) $<
	touch $@

# The pins and digests of requirements/, made again after pyproject.toml was changed; UPGRADE=--upgrade takes new versions.
COMPILE = $(RELEASE)/bin/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-annotate $(UPGRADE)

pins: $(RELEASE)/installed
	$(COMPILE) --extra build --output-file requirements/program.txt > /dev/null
	$(COMPILE) --extra dev --constraint requirements/program.txt --output-file requirements/development.txt > /dev/null
	$(COMPILE) --extra release --constraint requirements/program.txt --output-file requirements/release.txt > /dev/null
	$(COMPILE) --extra docs --constraint requirements/program.txt --output-file requirements/docs.txt > /dev/null

clean:
	rm -rf build dist results $(VENV) *.egg-info cext/*.so
