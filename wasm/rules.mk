# The library for WebAssembly, and a package of it for programs in JavaScript: `make wasm`. Needs clang, lld, wasi-libc and
# its compiler-rt (Debian: clang lld wasi-libc libclang-rt-14-dev-wasm32); `make check-wasm` needs Node.js as well. The
# Makefile includes this.

WASM      := $(BUILD)/wasm
WASM_CC   ?= clang
# With vector instructions and, for what has none, without.
WASM_KINDS := simd plain
WASM_simd := -msimd128
WASM_plain :=
WASM_SRC  := $(filter-out $(SKIP) notation/text/unpack.c,$(sort $(wildcard rules/*.c notation/*.c notation/*/*.c \
             analysis/engine/*.c wasm/*.c wasm/alone/*.c)))
# The system's headers for threads and memory are replaced by those in wasm/alone, and networks come from outside.
WASM_COMPILE = $(WASM_CC) --target=wasm32-wasi $(WASM_$1) -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -DGR_NO_NETS \
               -Iwasm/alone -I. -I$(BUILD)/generated $(WARNINGS) -fvisibility=hidden -ffunction-sections \
               -fdata-sections -ffp-contract=off
WASM_LINK  = $(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
             -Wl,-z,stack-size=1048576
WASM_PACKAGE := $(patsubst wasm/package/%,$(WASM)/package/%,$(wildcard wasm/package/*)) \
                $(patsubst analysis/engine/nets/%,$(WASM)/package/nets/%,$(wildcard analysis/engine/nets/*.net)) \
                $(WASM)/package/LICENSE

wasm: $(WASM_KINDS:%=$(WASM)/package/grimoire-%.wasm) $(WASM_PACKAGE) ## the library for browsers and Node.js

check-wasm: wasm all ## the same answers from it as from the programs
	$(Q)node tests/wasm/same.js $(BUILD)

# Objects of one kind.
define wasm_rules
$(WASM)/$1/%.o: %.c $(BUILD)/generated/games.ini.inc $(BUILD)/generated/player.js.inc $(BUILD)/generated/player.css.inc wasm/rules.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$<)
	$$(Q)$(call WASM_COMPILE,$1) -MMD -MP -c $$< -o $$@

$(WASM)/$1/tables.o: $(BUILD)/analysis/engine/tables.c wasm/rules.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$<)
	$$(Q)$(call WASM_COMPILE,$1) -c $$< -o $$@

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
