# Grimoire: a game database and analysis toolkit for chess variants.
# `make help` lists the targets. Settings first; each can be given on the command line.

PREFIX  ?= /usr/local
DESTDIR ?=
# Where the library and the SQLite extension go.
LIBDIR  ?= $(PREFIX)/lib
BUILD   ?= build
# A shell replaces ~ by the home folder only where it knows that a path begins, and not all know it after a `=`.
at_home = $(if $(filter ~%,$(firstword $1)),$(call below_home,$1,$(firstword $(subst /, ,$1))),$1)
below_home = $(subst |$2,$(or $(wildcard $2),$2),|$1)
# What is installed has to be found from any folder, so that a relative path becomes one from the root.
absolute = $(call from_here,$(call at_home,$1))
from_here = $(if $(filter-out /% ~%,$(firstword $1)),$(CURDIR)$(subst |,,$(subst |/.|,,$(subst |/./,/,|/$1|))),$1)
override PREFIX := $(call absolute,$(PREFIX))
override LIBDIR := $(call absolute,$(LIBDIR))
override DESTDIR := $(call absolute,$(DESTDIR))
override BUILD := $(call at_home,$(BUILD))
# Rules divide their text at these.
ifneq ($(words $(BUILD))$(findstring :,$(BUILD))$(findstring %,$(BUILD)),1)
$(error BUILD is the path of one folder, without blanks, ':' and '%', not '$(BUILD)')
endif
# make's own name for the compiler, unless there is only the other one.
ifeq ($(origin CC),default)
CC := $(if $(shell command -v cc),cc,gcc)
endif
# Empty makes programs that run on any processor, and quickly on new ones (see LEVELS).
# ARCH=-march=native makes them for this machine's processor alone.
ARCH    ?=
# Levels of processors that the shared library is compiled for once more, as far as it matters. The dynamic
# linker takes the best one that the machine has (ld.so(8), glibc-hwcaps). LEVELS= leaves that out.
LEVELS  ?= $(if $(ARCH),,$(if $(filter x86_64-%linux-gnu,$(shell $(CC) -dumpmachine 2>/dev/null)),x86-64-v3))
# Asked once.
LEVELS  := $(LEVELS)
# How their code is scheduled; what GCC takes by itself, -mtune=generic, is a tenth slower on AMD's processors.
TUNE    ?= -mtune=znver3
# Where programs look for the library first: from their own folder as it is in the build, and in LIBDIR; RPATH= if it
# will be where all libraries are.
RPATH   ?= -Wl,-rpath,'$$ORIGIN/../lib'$(if $(OTHER_LIB), -Xlinker -rpath -Xlinker '$(subst ','\'',$(OTHER_LIB))')
# LIBDIR if it is not PREFIX/lib, from the programs' folder if it is below PREFIX.
OTHER_LIB = $(if $(subst |$(PREFIX)/lib|,,|$(LIBDIR)|),$(subst |,,$(subst |$(PREFIX)/,$$ORIGIN/../,|$(LIBDIR))))
# STATIC=1 links the programs with the archive, so that each can be copied by itself.
STATIC  ?=
# Only for linking programs, not libraries.
PROGRAM_LDFLAGS ?=
CFLAGS  ?= -O2 -g1
# Empty leaves out what protects programs from their own faults: checks of the stack and of buffers whose size is
# known, and addresses that cannot be overwritten. Sanitizers check more, and do not go with some of it.
HARDEN  ?= $(if $(findstring -fsanitize,$(CC) $(CFLAGS) $(LDFLAGS)),,1)
# Sources to leave out while they do not compile, as make patterns: SKIP='db/% cli/tree.c'.
SKIP    ?=
# Warnings are errors only in continuous integration: CI=true or WERROR=1, never in a user's build.
WERROR  ?=
# V=1 shows the commands.
V       ?=

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
ifneq ($(filter true 1,$(CI) $(WERROR)),)
WARNINGS += -Werror
endif

# What the code needs to compile; CFLAGS, CPPFLAGS and LDFLAGS are left to the user.
FLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -I. -pthread $(WARNINGS) $(ARCH)
# For the shared library: only what public headers declare is visible from outside (rules/decls.h), and calls
# inside the library are as direct as in a program.
FLAGS += -fPIC -fvisibility=hidden -fno-semantic-interposition
# The same numbers on all processors, and the same bytes from all folders.
FLAGS += -ffp-contract=off "-ffile-prefix-map=$(CURDIR)=."
# What is generated as C.
FLAGS += -I$(BUILD)/generated
# What is there: a program that includes these headers and is linked with their libraries can be made. All are tried at
# once, which is quick, and one by one only where some are missing; `compiler` stands for a program that needs none.
# No `#include` is written here: versions of make differ in what they make of `#` in a function.
NEEDED := sqlite3 zlib
USEFUL := libdeflate bzlib lzma zstd microhttpd
linked = $(patsubst -lzlib,-lz,$(patsubst -llibdeflate,-ldeflate,$(patsubst -lbzlib,-lbz2,$(1:%=-l%))))
try    = makes '-include stddef.h -include stdint.h $(1:%=-include %.h)' '$(linked)' && echo $1
FOUND := $(shell out=$$(mktemp) || exit; \
    makes() { echo 'int main(void) { return 0; }' | \
        $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $$1 -o "$$out" -x c - $$2 >/dev/null 2>&1; }; \
    if $(call try,$(NEEDED) $(USEFUL)); then echo compiler; \
    elif makes '' ''; then echo compiler; $(foreach name,$(NEEDED) $(USEFUL),$(call try,$(name));) fi; \
    rm -f "$$out")
MISSING := $(if $(filter compiler,$(FOUND)),$(filter-out $(FOUND),$(NEEDED)),compiler)
# Compressed text is read, and written, by these; without them it is refused by name.
UNPACK := $(filter bzlib lzma zstd,$(FOUND))
FLAGS += $(if $(filter bzlib,$(UNPACK)),-DGR_BZIP2) $(if $(filter lzma,$(UNPACK)),-DGR_XZ) $(if $(filter zstd,$(UNPACK)),-DGR_ZSTD)
# Blocks are unpacked and checked by this, else by zlib.
DEFLATE := $(filter libdeflate,$(FOUND))
FLAGS += $(if $(DEFLATE),-DGR_LIBDEFLATE)
# The desk is served by this; without it there is no desk.
DESK := $(filter microhttpd,$(FOUND))
LIBS  := -lsqlite3 -lz $(if $(DEFLATE),-ldeflate) $(if $(filter bzlib,$(UNPACK)),-lbz2) $(patsubst %,-l%,$(filter-out bzlib,$(UNPACK))) -lpthread -lm

# One run of the preprocessor shows whether it optimises, without which checks of buffers do not work, and whether
# these are on already, by the user's flags or by the compiler's own.
OWN_MACROS := $(if $(HARDEN),$(shell $(CC) $(CPPFLAGS) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null))
FORTIFY := $(if $(filter _FORTIFY_SOURCE,$(OWN_MACROS)),,$(if $(filter __OPTIMIZE__,$(OWN_MACROS)),-D_FORTIFY_SOURCE=2))
# In front of the user's flags, which may take it back.
COMPILE := $(CC) $(if $(HARDEN),-fstack-protector-strong $(FORTIFY)) $(CPPFLAGS) $(CFLAGS) $(FLAGS)
LINK    := $(CC) $(CFLAGS) $(FLAGS) $(if $(HARDEN),-z relro -z now) $(LDFLAGS)

LAYERS   := rules notation db analysis
# The loadable SQLite extension takes its SQLite from the program that loads it, by this file, which only it has.
EXT_SRC  := db/extension/loaded.c
# Sorted, since make 4.2 and older list files as the file system does.
LIB_SRC  := $(filter-out $(SKIP) $(EXT_SRC),$(foreach layer,$(LAYERS),$(foreach depth,* */* */*/*,$(sort $(wildcard $(layer)/$(depth).c)))))
# What answers the desk's requests, which tests are linked with, too; serve.c brings them. The library hides conditions.
DESK_SRC := $(filter-out $(SKIP) desk/serve.c,$(sort $(wildcard desk/*.c))) analysis/uci/condition.c
# Linked into every program but the front, which has files of its own.
CLI_COMMON := cli/apart.c cli/command.c cli/common.c cli/definitions.c cli/fold.c cli/output.c cli/packing.c cli/place.c \
              cli/progress.c cli/reading.c cli/terminal.c
CLI_FRONT := cli/grimoire.c cli/lookup.c cli/manual.c cli/manual_page.c cli/place.c
# The programs: what has a page in the manual. All other files are parts of one.
CLI_SRC  := $(filter-out $(SKIP) $(if $(DESK),,cli/desk.c),$(filter $(patsubst man/grimoire-%.1,cli/%.c,$(wildcard man/grimoire-*.1)),$(wildcard cli/*.c)))
TEST_SRC := $(filter-out $(SKIP),$(wildcard tests/unit/*/test_*.c))
# Shared by the tests; each test is linked with those that it uses.
TEST_AID := $(filter-out $(SKIP),$(foreach room,aid oracle query,$(wildcard tests/$(room)/*.c)))

object    = $(patsubst %.c,$(BUILD)/%.o,$1)
LIBRARY  := $(BUILD)/libgrimoire.a
# Its interface's number: one more when a function or type that programs use changes or goes.
ABI      := 1
VERSION  := $(shell sed -n 's/^.define GR_VERSION "\(.*\)"/\1/p' rules/version.h)
SONAME   := libgrimoire.so.$(ABI)
SHARED   := $(BUILD)/lib/$(SONAME)
# What a level is compiled for: where it saves a tenth of the time or more, by MEASUREMENTS.md.
FAST_SRC  = $(filter rules/% db/codec/move_% db/query/run/film% db/query/run/sets.c $(addprefix analysis/engine/,search% \
    evaluate% exchange% features% geometry% net.c ttable%) analysis/train/float_net.c analysis/train/tune_batch.c,$(LIB_SRC))
level     = $(BUILD)/lib/glibc-hwcaps/$1/$(SONAME)
# One header for all public ones, as it is installed.
HEADER   := $(BUILD)/include/grimoire.h
EXPORTS  := -Wl,--version-script,$(BUILD)/libgrimoire.map -Wl,-Bsymbolic-functions
EXTENSION := $(BUILD)/lib/grimoire.so
PROGRAMS := $(BUILD)/bin/grimoire $(patsubst cli/%.c,$(BUILD)/bin/grimoire-%,$(CLI_SRC))
TESTS    := $(patsubst %.c,$(BUILD)/%,$(TEST_SRC))
# Each file is a fuzzer, but for what they share; linked with libFuzzer by `make fuzz`, else with a
# main() that replays inputs.
FUZZ_AID := tests/fuzz/fuzz.c tests/fuzz/replay.c
FUZZERS  := $(patsubst %.c,$(BUILD)/%,$(filter-out $(SKIP) $(FUZZ_AID),$(wildcard tests/fuzz/*.c)))
FUZZ_CC  ?= clang
FUZZ_MAIN ?= $(BUILD)/tests/fuzz/replay.o
# What has threads, for `make tsan`.
THREADED := unit/rules/test_variants unit/desk/test_desk_live $(addprefix unit/desk/,test_desk_jobs test_desk_jobs_kept) \
    $(addprefix unit/db/,test_extension_threads test_find \
    test_judged test_tree test_position_index) $(addprefix unit/analysis/,test_match test_annotate_run test_engine_client test_search_threads)
# Seconds that `make fuzz` runs each of them.
SECONDS  ?= 60
MAN      := $(filter-out $(if $(DESK),,man/grimoire-desk.1),$(wildcard man/*.[1357]))
# The manual lies in the build as it will when installed, for `grimoire help`.
PAGES    := $(foreach page,$(MAN),$(BUILD)/share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page)))
# Completions lie there, too; bash looks for them by the name of each program.
COMPLETE_BASH := $(BUILD)/share/bash-completion/completions
COMPLETIONS := $(COMPLETE_BASH)/grimoire $(BUILD)/share/zsh/site-functions/_grimoire \
    $(BUILD)/share/fish/vendor_completions.d/grimoire.fish
# Under the sanitizers, their functions come from the program.
NO_UNDEFINED := $(if $(findstring -fsanitize,$(CFLAGS) $(LDFLAGS)),,-Wl,-z,defs)
# Allocations of tests go through tests/aid/fail_alloc.c, which can make the nth one fail.
WRAP     := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup

Q := $(if $(V),,@)
# Reports the step, unless the command itself is shown (V=1) or nothing is to be shown (make -s).
say = $(if $(V)$(findstring s,$(filter-out --%,$(firstword x$(MAKEFLAGS)))),,$(info $(blank)  $1))
blank :=
# A process for each object is saved, where the folder is there; made by two at once, it does no harm.
folder = $(if $(wildcard $(@D)/.),,@mkdir -p $(@D))

MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := all
.PHONY: all lib wasm modules check-wasm tests fuzzers check check-long check-slow check-seeds check-uci check-reproducible check-cluster check-browser check-soak bench bench-scale asan debug memcheck tsan fuzz layers lint dist deb install install-files uninstall clean distclean help missing FORCE
.SECONDARY:
.DELETE_ON_ERROR:

all: lib $(PROGRAMS) $(EXTENSION) $(PAGES) $(COMPLETIONS) ## libraries, programs (in $(BUILD)/bin), SQLite extension (the default)

lib: $(LIBRARY) $(BUILD)/libs $(SHARED) $(foreach l,$(LEVELS),$(call level,$l)) $(BUILD)/lib/libgrimoire.so $(HEADER) ## the libraries and their header

tests: $(TESTS) $(FUZZERS) ## the unit test programs, not run

fuzzers: $(FUZZERS)

check: all tests ## test in minutes: the suites, but for those that are long (ONLY=FILES: these); ends with `N passed, N failed`
	tests/run $(BUILD) $(ONLY)

check-long: all tests ## run all tests
	GRIMOIRE_LONG=1 tests/run $(BUILD)

check-slow: all tests ## the same with every slow suite at its full depth
	GRIMOIRE_SLOW=1 tests/run $(BUILD)

check-seeds: all tests ## the randomized tests with fresh seeds, which are printed (SEEDS=N: so many, 3 if not given)
	SEEDS=$(or $(SEEDS),3) tests/seeds $(BUILD)

check-uci: all ## what programs that drive engines rely on: UCI and XBoard sessions
	tests/run $(BUILD) $(patsubst %,tests/programs/%.sh,uci uci_time xboard xboard_time engine)

check-reproducible: ## build all twice, in two folders, and compare the bytes (tests/reproducible deb: the packages)
	tests/reproducible

check-cluster: all ## run the recipes of grimoire-cluster(7) on this machine: Slurm (by root), GNU parallel
	tests/cluster/run $(BUILD)

check-browser: all ## pages and desk in Chromium, where it is installed (PICTURES=FOLDER keeps pictures of them)
	GRIMOIRE_BIN=$(BUILD)/bin tests/browser/run $(PICTURES)

check-soak: all ## an hour (MINUTES) of random clicks on the desk in Chromium, with live lines
	GRIMOIRE_BIN=$(BUILD)/bin PYTHONDONTWRITEBYTECODE=1 python3 tests/browser/soak.py

bench: all $(BUILD)/tests/bench/bench_positions ## measure speed
	GRIMOIRE_BIN=$(BUILD)/bin tests/bench/bench

bench-scale: all $(BUILD)/tests/bench/bench_positions ## how searches grow with the database (PGN=FILE)
	GRIMOIRE_BIN=$(BUILD)/bin tests/bench/bench-index "$(PGN)" $(SIZES)

# What the sanitizers know of each check takes up 15 MB. Programs at a fixed address, with all libraries of ours in them,
# start in 40 % of the time, since nothing of it needs to be relocated.
asan: ## build with address and undefined-behaviour sanitizers in $(BUILD)-asan, and check that
	$(MAKE) BUILD=$(BUILD)-asan ARCH=-march=native check \
	    CFLAGS="-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined \
	    -fno-sanitize-recover=all" LDFLAGS="-fsanitize=address,undefined" STATIC=1 \
	    PROGRAM_LDFLAGS="-no-pie $(if $(findstring clang,$(CC)),,-static-libasan -static-libubsan)"

debug: ## build in $(BUILD)-debug with the rules core checking itself after every move, and check that
	$(MAKE) BUILD=$(BUILD)-debug ARCH=-march=native check CFLAGS="-Og -g -DGR_DEBUG"

memcheck: ## run each program once under valgrind, built for any processor in $(BUILD)-memcheck
	$(MAKE) BUILD=$(BUILD)-memcheck LEVELS= CFLAGS="-O1 -g" all
	tests/memcheck $(BUILD)-memcheck

# Only what works in several threads.
tsan: ## the same with the thread sanitizer in $(BUILD)-tsan
	$(MAKE) BUILD=$(BUILD)-tsan LEVELS= all $(THREADED:%=$(BUILD)-tsan/tests/%) \
	    CFLAGS="-O1 -g -fsanitize=thread" LDFLAGS="-fsanitize=thread"
	TSAN_OPTIONS=exitcode=66 TIMEOUT=1800 tests/run $(BUILD)-tsan $(THREADED:%=$(BUILD)-tsan/tests/%) \
	    $(patsubst %,tests/programs/%.sh,threads uci uci_time xboard xboard_time)

fuzz: ## build the fuzzers with clang in $(BUILD)-fuzz and run each for SECONDS
	$(MAKE) BUILD=$(BUILD)-fuzz fuzzers CC='$(FUZZ_CC)' FUZZ_MAIN=-fsanitize=fuzzer \
	    CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
	    -fno-sanitize-recover=all" LDFLAGS="-fsanitize=address,undefined"
	tests/fuzz/run $(BUILD)-fuzz $(SECONDS)

layers: ## check that each layer includes only what stands below it
	tests/programs/layers.sh

lint: ## clang-tidy and cppcheck (where installed), long files, long functions
	tests/lint $(FLAGS)

install: all ## install below $(DESTDIR)$(PREFIX)
	@$(MAKE) --no-print-directory install-files

# Nothing is built by these two.
install-files:
	$(call placed,install)
# The linker's cache: by root, whose PATH may have no sbin, and only of folders in which the linker looks.
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || { PATH="$$PATH:/usr/sbin:/sbin"; \
	    ! ldconfig -vNX 2>/dev/null | grep -qF -e "$(LIBDIR):" -e "$(LIBDIR:/usr/%=/%):" || ldconfig || \
	        echo "ldconfig failed; programs of others may not find libgrimoire.so" >&2; }

uninstall: ## remove what install put there
	$(call placed,uninstall)

placed = DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" BUILD="$(BUILD)" PROGRAMS="$(PROGRAMS)" \
    HEADER="$(HEADER)" LIBRARY="$(LIBRARY)" SHARED="$(SHARED)" EXTENSION="$(EXTENSION)" SONAME="$(SONAME)" \
    LEVELS="$(LEVELS)" MAN="$(PAGES)" VERSION="$(VERSION)" LIBS="$(LIBS)" cli/install.sh $1

# All that git knows, or outside of a clone all but what was built; the same bytes each time.
DIST      := grimoire-$(VERSION)
DIST_TIME := $(shell sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)
DIST_FILES = $(if $(wildcard .git),git ls-files,find . -type f ! -path './build*' | sed 's:^\./::')

dist: ## the source as $(BUILD)/dist/grimoire-VERSION.tar.xz, with its checksum; SIGN=KEY signs that
	@rm -rf $(BUILD)/dist && mkdir -p $(BUILD)/dist
	$(DIST_FILES) | LC_ALL=C sort | tar --create --file - --no-recursion --files-from - --owner 0 --group 0 \
	    --numeric-owner --mtime '$(DIST_TIME)' --mode go=rX,u+rw,a-s --transform 's:^:$(DIST)/:' | \
	    xz -6 --threads 1 > $(BUILD)/dist/$(DIST).tar.xz
	cd $(BUILD)/dist && sha256sum $(DIST).tar.xz > SHA256SUMS
	$(if $(SIGN),gpg --local-user '$(SIGN)' --armor --detach-sign $(BUILD)/dist/SHA256SUMS)

# Without what modules for WebAssembly are built with, there is no package of them.
deb: dist ## Debian packages in $(BUILD)/deb, from what `make dist` makes (needs dpkg-dev, debhelper)
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	tar --extract --file $(BUILD)/dist/$(DIST).tar.xz --directory $(BUILD)/deb
	cd $(BUILD)/deb/$(DIST) && if dpkg-checkbuilddeps -A; then parts=-b; else parts=-B; fi && \
	    env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc $$parts
	@ls $(BUILD)/deb/*.deb

distclean: clean
clean: ## remove all that was built
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-debug $(BUILD)-memcheck $(BUILD)-tsan \
	    $(BUILD)-fuzz

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16
	@echo "settings: BUILD=$(BUILD) ARCH=$(ARCH) LEVELS=$(LEVELS) CFLAGS='$(CFLAGS)' PREFIX=$(PREFIX) LIBDIR=$(LIBDIR) DESTDIR= RPATH= STATIC= SKIP= WERROR="

# Texts that the build keeps in files. $(call unless_kept,NAME,TEXT) is FORCE where the file has another text, so that
# only then it is written, and what depends on it made again. Single quotes are left out of both.
unless_kept = $(if $(subst |$(shell cat $(BUILD)/$1 2>/dev/null)|,,|$(subst ',,$2)|),FORCE)
keep = @mkdir -p $(@D) && printf '%s\n' '$(subst ',,$1)' > $@

# The commands' flags: with others all is compiled again.
ALL_FLAGS := $(COMPILE) $(LINK) $(PROGRAM_LDFLAGS) $(LEVELS:%=% $(TUNE)) $(if $(STATIC),static)
$(BUILD)/flags: $(call unless_kept,flags,$(ALL_FLAGS)) $(if $(MISSING),missing)
	$(call keep,$(ALL_FLAGS))

# What would fail in the middle is not begun.
PACKAGE_sqlite3 := libsqlite3-dev
PACKAGE_zlib := zlib1g-dev
missing:
	@$(if $(filter compiler,$(MISSING)),$(try_compiler),$(foreach \
	    name,$(MISSING),echo "there is no $(name).h, or no library for it; on Debian install: $(PACKAGE_$(name))" >&2;)) exit 1

# What the compiler says itself, and what may be wrong.
try_compiler = out=$$(mktemp) && echo 'int main(void) { return 0; }' | \
    $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o "$$out" -x c -; rm -f "$$out"; \
    echo "'$(CC)' makes no programs with these settings; if it is not there, on Debian install: gcc libc6-dev" >&2;

$(BUILD)/%.o: %.c $(BUILD)/flags
	$(folder)
	$(call say,CC $<)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

# Files that it takes in as they are.
$(BUILD)/analysis/engine/nets.o: $(wildcard analysis/engine/nets/*.net)

# What a page has of script and style, as numbers in a list of C; made by awk, od and sed, which every
# system has.
AS_NUMBERS = od -An -v -tx1 $(1) | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
PLAYER := $(sort $(wildcard notation/write/player/*.js))
$(BUILD)/generated/player.js.inc: $(PLAYER) notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED notation/write/player/*.js)
	$(Q){ echo '(() => {' && echo '"use strict";' && cat $(PLAYER) && echo '})();'; } | \
	    LC_ALL=C awk -v short=1 -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

$(BUILD)/generated/player.css.inc: notation/write/player/player.css notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED $<)
	$(Q)LC_ALL=C awk -v style=1 -f notation/write/player/shrink.awk $< | $(AS_NUMBERS) > $@

# The desk's page has the player's board and moves, and its own screens.
DESK_PAGE := $(filter-out %/6-games.js %/7-page.js,$(PLAYER)) $(sort $(wildcard desk/page/*.js))
$(BUILD)/generated/desk.js.inc: $(DESK_PAGE) notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED desk/page/*.js)
	$(Q){ echo '(() => {' && echo '"use strict";' && cat $(DESK_PAGE) && echo '})();'; } | \
	    LC_ALL=C awk -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

$(BUILD)/generated/desk.css.inc: notation/write/player/player.css desk/page/lines.css desk/page/entry.css desk/page/desk.css notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED desk/page/desk.css)
	$(Q)cat notation/write/player/player.css desk/page/lines.css desk/page/entry.css desk/page/desk.css | \
	    LC_ALL=C awk -v style=1 -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

# The page that plays a game has the board and the moves of both, the desk's entry of moves and set-up of positions, and
# the package for JavaScript.
PLAY_SCRIPT := $(filter-out %/6-games.js %/7-page.js,$(PLAYER)) \
    $(addprefix desk/page/,1-attempt.js 2-tree.js 3-entry.js 6-rows.js 9-setup.js c-beside.js j-squares.js) \
    wasm/package/grimoire.js $(sort $(wildcard wasm/page/*.js))
$(BUILD)/generated/play.js.inc: $(PLAY_SCRIPT) notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED wasm/page/*.js)
	$(Q)cat $(PLAY_SCRIPT) | LC_ALL=C awk -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

$(BUILD)/generated/play.css.inc: desk/page/lines.css desk/page/entry.css wasm/page/page.css notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED wasm/page/page.css)
	$(Q)cat desk/page/lines.css desk/page/entry.css wasm/page/page.css | \
	    LC_ALL=C awk -v style=1 -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

# Pages of games with an engine have the player's script and more, before its last file, which begins all.
ANALYSE_SCRIPT := $(filter-out %/7-page.js,$(PLAYER)) desk/page/6-rows.js wasm/package/grimoire.js \
    $(addprefix wasm/page/,1-module.js 2-engine.js 3-ground.js 5-lines.js) wasm/games/analyse.js \
    $(filter %/7-page.js,$(PLAYER))
$(BUILD)/generated/analyse.js.inc: $(ANALYSE_SCRIPT) notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED wasm/games/analyse.js)
	$(Q)cat $(ANALYSE_SCRIPT) | LC_ALL=C awk -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

$(BUILD)/generated/analyse.css.inc: desk/page/lines.css wasm/games/analyse.css notation/write/player/shrink.awk
	@mkdir -p $(@D)
	$(call say,EMBED wasm/games/analyse.css)
	$(Q)cat desk/page/lines.css wasm/games/analyse.css | \
	    LC_ALL=C awk -v style=1 -f notation/write/player/shrink.awk | $(AS_NUMBERS) > $@

$(BUILD)/cli/export_engine.o: $(addprefix $(BUILD)/generated/analyse.,js.inc css.inc)
$(BUILD)/cli/page_write.o: $(addprefix $(BUILD)/generated/play.,js.inc css.inc)

$(BUILD)/generated/desk.html.inc: desk/page/desk.html
	@mkdir -p $(@D)
	$(call say,EMBED $<)
	$(Q)$(call AS_NUMBERS,$<) > $@

$(BUILD)/generated/desk.pgn.inc: $(sort $(wildcard samples/*.pgn))
	@mkdir -p $(@D)
	$(call say,EMBED samples/*.pgn)
	$(Q)cat $^ | $(AS_NUMBERS) > $@

$(BUILD)/desk/page.o: $(addprefix $(BUILD)/generated/desk.,html.inc js.inc css.inc pgn.inc)

# Games that are described and known by name.
$(BUILD)/generated/games.ini.inc: notation/definition/games.ini
	@mkdir -p $(@D)
	$(call say,EMBED $<)
	$(Q)$(call AS_NUMBERS,$<) > $@

$(BUILD)/notation/definition/built_in.o: $(BUILD)/generated/games.ini.inc


$(BUILD)/notation/write/html_assets.o: $(BUILD)/generated/player.js.inc $(BUILD)/generated/player.css.inc
# The evaluations by hand that are built in, as C.
TABLES := $(sort $(wildcard analysis/engine/tables/*.txt))
$(BUILD)/analysis/engine/tables.c: analysis/engine/tables/embed.awk $(TABLES) $(BUILD)/tables
	@mkdir -p $(@D)
	$(call say,AWK analysis/engine/tables)
	$(Q)awk -f analysis/engine/tables/embed.awk $(TABLES) > $@

$(BUILD)/tables: $(call unless_kept,tables,$(TABLES))
	$(call keep,$(TABLES))

$(BUILD)/analysis/engine/tables.o: $(BUILD)/analysis/engine/tables.c $(BUILD)/flags
	$(call say,CC $<)
	$(Q)$(COMPILE) -c -o $@ $<

# Rebuilt from its list, so that the object of a deleted file does not stay in.
$(LIBRARY): $(call object,$(LIB_SRC)) $(BUILD)/analysis/engine/tables.o $(BUILD)/objects
	@rm -f $@.part
	$(call say,AR $@)
	$(Q)$(AR) rcsD $@.part $(filter %.o,$^) && mv -f $@.part $@

# A library for all processors, and one for each level, made of the objects for it and of the others' own.
$(SHARED): $(call object,$(LIB_SRC)) $(BUILD)/analysis/engine/tables.o $(BUILD)/objects $(BUILD)/libgrimoire.map $(BUILD)/levels
	$(call say,LD $@)
	$(Q)mkdir -p $(@D)
	$(Q)$(link_shared)

link_shared = $(LINK) -shared $(NO_UNDEFINED) -Wl,-soname,$(SONAME) $(EXPORTS) -o $@.part $(filter %.o,$^) $(LIBS) && \
    mv -f $@.part $@

define level_rules
$(BUILD)/$1/%.o: %.c $(BUILD)/flags
	$$(folder)
	$$(call say,CC $$< ($1))
	$$(Q)$$(COMPILE) -march=$1 $(TUNE) -MMD -MP -c -o $$@ $$<

$(BUILD)/$1/analysis/engine/nets.o: $$(wildcard analysis/engine/nets/*.net)

$(call level,$1): $$(patsubst %.c,$(BUILD)/$1/%.o,$$(FAST_SRC)) $$(call object,$$(filter-out $$(FAST_SRC),$$(LIB_SRC))) \
    $(BUILD)/analysis/engine/tables.o $(BUILD)/objects $(BUILD)/libgrimoire.map $(BUILD)/levels
	$$(call say,LD $$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(link_shared)
endef
$(foreach l,$(LEVELS),$(eval $(call level_rules,$l)))

$(BUILD)/lib/libgrimoire.so: $(SHARED)
	@ln -sf $(SONAME) $@

$(BUILD)/libgrimoire.map:
	@mkdir -p $(@D)
	@echo 'GRIMOIRE_$(ABI) { global: gr_*; local: *; };' > $@

# A level that is no longer made would still be taken.
$(BUILD)/levels: $(call unless_kept,levels,$(LEVELS))
	@rm -rf $(BUILD)/lib/glibc-hwcaps
	$(call keep,$(LEVELS))

$(HEADER): grimoire.h rules/one_header.awk $(wildcard $(addsuffix /*.h,$(LAYERS) $(addsuffix /*,$(LAYERS))))
	@mkdir -p $(@D)
	$(call say,AWK $@)
	$(Q)LC_ALL=C awk -f rules/one_header.awk grimoire.h > $@

# What to link with the archive.
$(BUILD)/libs: $(call unless_kept,libs,$(LIBS))
	$(call keep,$(LIBS))

$(BUILD)/objects: $(call unless_kept,objects,$(LIB_SRC) analysis/engine/tables.c)
	$(call keep,$(LIB_SRC) analysis/engine/tables.c)

$(BUILD)/libtests.a: $(call object,$(TEST_AID))
	@rm -f $@
	$(call say,AR $@)
	$(Q)$(AR) rcsD $@ $^

$(BUILD)/libdesk.a: $(call object,$(DESK_SRC))
	@rm -f $@
	$(call say,AR $@)
	$(Q)$(AR) rcsD $@ $^

# Nothing may be undefined but the C library and what is linked here: no SQLite of its own. SQLite calls one function.
$(EXTENSION): $(call object,$(EXT_SRC)) $(LIBRARY) $(BUILD)/extension.map
	$(call say,LD $@)
	$(Q)$(LINK) -shared $(NO_UNDEFINED) -Wl,--version-script,$(BUILD)/extension.map \
	    -Wl,-Bsymbolic-functions -o $@ $(filter %.o %.a,$^) $(filter-out -lsqlite3,$(LIBS))

$(BUILD)/extension.map:
	@mkdir -p $(@D)
	@echo '{ global: sqlite3_grimoire_init; local: *; };' > $@

define page_rule
$(BUILD)/share/man/man$1/%: man/% man/selection.mdoc
	@mkdir -p $$(@D)
	@awk -f man/whole.awk $$< > $$@
endef
$(foreach section,1 3 5 7,$(eval $(call page_rule,$(section))))

# They come from programs that run, so the library that these take on this processor has to be whole, and from the
# topics of `grimoire help`.
$(COMPLETIONS): $(PROGRAMS) $(foreach l,$(LEVELS),$(call level,$l)) $(PAGES) cli/completions.sh cli/completions.awk
	@mkdir -p $(@D)
	$(call say,SH $@)
	$(Q)LD_LIBRARY_PATH=$(BUILD)/lib cli/completions.sh $(if $(findstring /bash,$@),bash,$(if $(findstring /zsh,$@),zsh,fish)) $(BUILD)/bin > $@
	$(Q)[ $@ != $(COMPLETE_BASH)/grimoire ] || \
	    for name in $(filter-out grimoire,$(notdir $(PROGRAMS))); do ln -sf grimoire $(@D)/$$name; done

# What programs are linked with.
LINKED_WITH := $(if $(STATIC),$(LIBRARY),$(SHARED) $(BUILD)/lib/libgrimoire.so)
LINK_LIBRARY := $(if $(STATIC),$(LIBRARY),$(RPATH) -L$(BUILD)/lib -lgrimoire) -Wl,--as-needed $(LIBS)

# Where they look for it: another LIBDIR has them linked again.
$(BUILD)/runpath: $(call unless_kept,runpath,$(RPATH))
	$(call keep,$(RPATH))

# The front has so little of the library that it takes that with it.
$(BUILD)/bin/grimoire: $(call object,$(CLI_FRONT)) $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)
	$(Q)$(LINK) $(PROGRAM_LDFLAGS) -o $@ $^ -lz

$(BUILD)/bin/grimoire-db: $(call object,cli/db_change.c cli/db_copy.c cli/db_edit.c cli/db_near.c cli/db_tidy.c cli/editor.c)
$(BUILD)/bin/grimoire-stats $(BUILD)/bin/grimoire-report: $(call object,cli/judged.c)
$(BUILD)/bin/grimoire-show: $(call object,cli/png.c cli/strip.c)
$(BUILD)/bin/grimoire-variants: $(call object,cli/variants_check.c)
$(BUILD)/bin/grimoire-export: $(call object,cli/export_engine.c cli/page_parts.c cli/pairs.c cli/split.c cli/split_by.c cli/split_name.c \
    notation/xml.c)
$(BUILD)/bin/grimoire-match: $(call object,cli/match_play.c cli/match_suite.c cli/start_positions.c)
$(BUILD)/bin/grimoire-search: $(call object,cli/findings.c cli/pairs.c)
$(BUILD)/bin/grimoire-tree: $(call object,cli/tree_book.c cli/tree_compare.c cli/tree_novelties.c cli/tree_orders.c)
$(BUILD)/bin/grimoire-train: $(call object,cli/train_match.c cli/train_time.c cli/train_general.c cli/train_classical.c cli/start_positions.c)
$(BUILD)/bin/grimoire-page: $(call object,cli/page_write.c cli/page_parts.c cli/page_rules.c cli/page_described.c cli/page_ends.c cli/page_ways.c cli/manual.c cli/manual_page.c cli/lookup.c notation/xml.c)
$(BUILD)/bin/grimoire-desk: $(call object,desk/serve.c $(DESK_SRC))
$(BUILD)/bin/grimoire-desk: OWN_LIBS := -lmicrohttpd
$(BUILD)/bin/grimoire-%: $(BUILD)/cli/%.o $(call object,$(CLI_COMMON)) $(LINKED_WITH) $(BUILD)/runpath
	@mkdir -p $(@D)
	$(call say,LD $@)
	$(Q)$(LINK) $(PROGRAM_LDFLAGS) -o $@ $(filter %.o,$^) $(LINK_LIBRARY) $(OWN_LIBS)

# What loads the extension has the sanitizer as a library, as the extension does.
$(BUILD)/tests/unit/db/test_extension_threads: override PROGRAM_LDFLAGS := $(filter-out -static-%,$(PROGRAM_LDFLAGS))
# fail_alloc.o by name: from the archive it would come too late for what only the library allocates.
$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(call object,tests/aid/fail_alloc.c) \
    $(BUILD)/libtests.a $(BUILD)/libdesk.a $(LIBRARY)
	$(call say,LD $@)
	$(Q)$(LINK) $(PROGRAM_LDFLAGS) $(WRAP) -o $@ $^ $(LIBS)

$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/fuzz.o \
    $(filter %.o,$(FUZZ_MAIN)) $(call object,tests/aid/fail_alloc.c) $(BUILD)/libtests.a $(BUILD)/libdesk.a $(LIBRARY)
	$(call say,LD $@)
	$(Q)$(LINK) $(PROGRAM_LDFLAGS) $(WRAP) $(filter -%,$(FUZZ_MAIN)) -o $@ $^ $(LIBS)

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(LIBRARY)
	$(call say,LD $@)
	$(Q)$(LINK) $(PROGRAM_LDFLAGS) -o $@ $^ $(LIBS)

-include $(filter-out %/vendor_completions.d,$(wildcard $(foreach depth,* */* */*/* */*/*/*,$(BUILD)/$(depth)/*.d)))

include wasm/rules.mk
