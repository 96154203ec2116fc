# Leaves out what a script or a style does not need to run: comments on lines of their own, and blanks
# next to signs, but none in strings, templates and regular expressions. Line ends stay where the
# language may need them. Run with LC_ALL=C; -v style=1 for a style.

function sign(c) { return c !~ /[A-Za-z0-9_$ \200-\377]/ }

# Where the literal that begins at i ends. A template ends at the next backquote: no template here
# has another inside.
function literal_end(line, i,    q, c, class) {
    q = substr(line, i, 1)
    for (i++; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\\") i++
        else if (q == "/" && c == "[") class = 1
        else if (q == "/" && c == "]") class = 0
        else if (c == q && !class) return i
    }
    return i
}

# The semicolon of a block's last rule or statement is not needed; no statement here is empty.
function put(out) {
    printf "%s%s", semicolon && out !~ /^}/ ? ";" : "", out ~ /;$/ ? substr(out, 1, length(out) - 1) : out
    semicolon = out ~ /;$/
}

/^ *(\/\/.*)?$/ || /^ *\/\*.*\*\/$/ { next }

{
    sub(/^ +/, "")
    out = ""; last = ""
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        # A slash after a sign that cannot end a value begins a regular expression.
        if (c ~ /["'`]/ || (c == "/" && !style && (last == "" || last ~ /[(,=:[!&|?{};]/))) {
            end = literal_end($0, i)
            out = out substr($0, i, end - i + 1)
            i = end
            last = "x"
            continue
        }
        # What never changes may as well be declared by the shorter word.
        if (!style && substr($0, i, 6) == "const " && (last == "" || sign(last))) {
            out = out "let "
            last = "x"
            i += 5
            continue
        }
        next_one = substr($0, i + 1, 1)
        if (c == " ") {
            if (style ? (last ~ /[{}:;,>]/ || next_one ~ /[{}>]/) : (sign(last) || sign(next_one)) &&
                !(last ~ /[-+]/ && next_one == last) && !(last == "x" && !sign(next_one)))
                continue
        } else {
            if (c == "}" && last == ";") out = substr(out, 1, length(out) - 1)
            last = c
        }
        out = out c
    }
    # A statement that is an expression ends in a semicolon here, even if its last sign is a brace.
    put(style || out ~ /[][;{}(,=>&|?:+]$/ ? out : out "\n")
}
