# The library for WebAssembly: a package of it for programs in JavaScript, and a module for each game, which goes into the
# pages of `grimoire page`. `make wasm` needs clang, lld, wasi-libc, its compiler-rt and binaryen (Debian: clang lld
# wasi-libc libclang-rt-14-dev-wasm32 binaryen); `make check-wasm` needs Node.js as well. The Makefile includes this.

WASM      := $(BUILD)/wasm
WASM_CC   ?= clang
# With vector instructions and, for what has none, without.
WASM_KINDS := simd plain
WASM_simd := -msimd128
WASM_plain :=
WASM_SRC  := $(filter-out $(SKIP) notation/text/unpack.c,$(sort $(wildcard rules/*.c notation/*.c notation/*/*.c \
             analysis/engine/*.c wasm/*.c wasm/alone/*.c)))
# What is not fast in the programs either is small.
WASM_LEVEL = $(if $(filter $(FAST_SRC),$1),-O3,-Oz)
# The system's headers for threads and memory are replaced by those in wasm/alone, and networks come from outside.
WASM_COMPILE = $(WASM_CC) --target=wasm32-wasi $(WASM_$1) $(call WASM_LEVEL,$2) -std=c11 -D_POSIX_C_SOURCE=200809L \
               -DGR_NO_NETS -DGR_WAIT=gr_web_is_stopped \
               -Iwasm/alone -I. -I$(BUILD)/generated $(WARNINGS) -fvisibility=hidden -ffunction-sections \
               -fdata-sections -ffp-contract=off
WASM_LINK  = $(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
             -Wl,-z,stack-size=1048576
WASM_PACKAGE := $(patsubst wasm/package/%,$(WASM)/package/%,$(wildcard wasm/package/*)) \
                $(patsubst analysis/engine/nets/%,$(WASM)/package/nets/%,$(wildcard analysis/engine/nets/*.net)) \
                $(WASM)/package/LICENSE

# A module has the rules of one game, or those of described games. Pages run the search in slices
# (wasm/page/2-engine.js), between which Asyncify keeps where it was.
PLAY        := $(BUILD)/share/grimoire/play
PLAY_GAMES  := $(sort $(shell grep -o 'row(gr_[a-z0-9]*)' rules/registry.h | sed 's/row(gr_//; s/)//'))
PLAY_SRC    := $(filter-out rules/registry.c wasm/texts.c wasm/games.c wasm/define.c,$(WASM_SRC))
PLAY_OBJECTS = $(WASM)/play/$1/registry.o $(WASM)/play/$1/tables.o $(WASM)/play/one_game.o \
               $(PLAY_SRC:%.c=$(WASM)/simd/%.o)
WASM_OPT    ?= wasm-opt
ASYNCIFY    := --asyncify --pass-arg=asyncify-imports@grimoire.stopped --pass-arg=asyncify-ignore-indirect
PLAY_FILES  := $(PLAY_GAMES:%=$(PLAY)/%.wasm) $(PLAY)/described.wasm \
               $(patsubst analysis/engine/nets/%,$(PLAY)/%,$(wildcard analysis/engine/nets/*.net))

WASM_MODULES := $(WASM_KINDS:%=$(WASM)/package/grimoire-%.wasm)

wasm: $(WASM_MODULES) $(WASM_PACKAGE) modules ## the library for browsers and Node.js, modules for `grimoire page`

modules: $(PLAY_FILES) ## the modules alone

check-wasm: wasm all ## the same answers from it as from the programs
	$(Q)node tests/wasm/same.js $(BUILD)

# Objects of one kind.
define wasm_rules
$(WASM)/$1/%.o: %.c $(BUILD)/generated/games.ini.inc $(BUILD)/generated/player.js.inc $(BUILD)/generated/player.css.inc wasm/rules.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$<)
	$$(Q)$$(call WASM_COMPILE,$1,$$<) -MMD -MP -c $$< -o $$@

$(WASM)/$1/tables.o: $(BUILD)/analysis/engine/tables.c wasm/rules.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$<)
	$$(Q)$(call WASM_COMPILE,$1,tables) -c $$< -o $$@

$(WASM)/package/grimoire-$1.wasm: $(WASM_SRC:%.c=$(WASM)/$1/%.o) $(WASM)/$1/tables.o
	@mkdir -p $$(@D)
	$$(call say,LD $$@)
	$$(Q)$(WASM_LINK) $$^ -o $$@

-include $(WASM_SRC:%.c=$(WASM)/$1/%.d)
endef
$(foreach kind,$(WASM_KINDS),$(eval $(call wasm_rules,$(kind))))

$(WASM)/package/nets/%: analysis/engine/nets/%
	@mkdir -p $(@D)
	@cp $< $@

$(WASM)/package/LICENSE: LICENSE
	@mkdir -p $(@D)
	@cp $< $@

$(WASM)/package/%: wasm/package/%
	@mkdir -p $(@D)
	@cp $< $@

# The rules of a game (described games: of chess, which they are compared with), and its evaluation by hand.
define play_rules
$(WASM)/play/$1/registry.o: rules/registry.c rules/registry.h wasm/rules.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$< ($1))
	$$(Q)$(call WASM_COMPILE,simd,registry) -DGR_ONLY=gr_$(if $(filter described,$1),chess,$1) -c $$< -o $$@

$(WASM)/play/$1/tables.c: analysis/engine/tables/embed.awk $(wildcard analysis/engine/tables/$1.txt)
	@mkdir -p $$(@D)
	$$(Q)awk -f analysis/engine/tables/embed.awk $(or $(wildcard analysis/engine/tables/$1.txt),/dev/null) > $$@

$(WASM)/play/$1/tables.o: $(WASM)/play/$1/tables.c wasm/rules.mk
	$$(Q)$(call WASM_COMPILE,simd,tables) -c $$< -o $$@

$(PLAY)/$1.wasm: $(call PLAY_OBJECTS,$1) $(if $(filter described,$1),$(WASM)/simd/wasm/define.o)
	@mkdir -p $$(@D)
	$$(call say,LD $$@)
	$$(Q)$(subst -Wl$(comma)--strip-all,,$(WASM_LINK)) $$^ -o $(WASM)/play/$1/whole.wasm
	$$(Q)$(WASM_OPT) --enable-simd $(ASYNCIFY) -O2 --strip-debug --strip-producers $(WASM)/play/$1/whole.wasm -o $$@
endef
comma := ,
$(foreach game,$(PLAY_GAMES) described,$(eval $(call play_rules,$(game))))

$(WASM)/play/one_game.o: wasm/page/one_game.c wasm/rules.mk
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(call WASM_COMPILE,simd,tables) -c $< -o $@

$(PLAY)/%.net: analysis/engine/nets/%.net
	@mkdir -p $(@D)
	@cp $< $@
