#!/usr/bin/env bash
# The inputs that fuzzers have found, or that found a fault: each runs through its fuzzer once more.
# (make fuzz looks for new ones.)
. "$(dirname "$0")/lib.sh"

for source in tests/fuzz/*.c; do
    name=$(basename "$source" .c)
    case $name in fuzz | replay) continue ;; esac
    start "inputs of the fuzzer $name"
    set -- tests/fuzz/corpus/"$name"/*
    expect_exit 0 "${GRIMOIRE_BIN%/bin}/tests/fuzz/$name" "$@"
    tail -n 1 "$T/out" >"$T/last"
    mv "$T/last" "$T/out"
    expect_in_stdout "^${!#}\$"
done

finish
