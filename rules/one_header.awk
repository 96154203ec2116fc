# Makes one header of grimoire.h and all headers that it reaches, each where it is needed first:
#     awk -f rules/one_header.awk grimoire.h > build/include/grimoire.h

function copy(file,    line, name) {
    if (file in seen)
        return
    seen[file] = 1
    while ((status = (getline line < file)) > 0) {
        if (line ~ /^#include "/) {
            name = line
            gsub(/^#include "|".*$/, "", name)
            copy(name)
        } else {
            print line
        }
    }
    if (status < 0) {
        print "one_header.awk: cannot read " file > "/dev/stderr"
        failed = 1
    }
    close(file)
}

BEGIN {
    for (i = 1; i < ARGC; i++)
        copy(ARGV[i])
    exit failed
}
