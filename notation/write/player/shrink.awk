# Leaves out what a script or a style does not need to run: comments on lines of their own, and blanks
# next to signs, but none in strings, templates and regular expressions. Line ends stay where the
# language may need them. Run with LC_ALL=C; -v style=1 for a style. With -v short=1 the parameter of nearly all
# functions of a page, `view`, is written as one sign: there it is never the name of a property but after a dot or
# before a colon. So are words of ours that no element, event or library has, wherever they are names.

BEGIN {
    SHORT["game"] = "G"; SHORT["node"] = "K"; SHORT["header"] = "H"; SHORT["headers"] = "J"; SHORT["setup"] = "W"
}

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

function is_view(text, i) {
    return substr(text, i, 4) == "view" && substr("  " text, i, 2) !~ /([A-Za-z0-9_$]|[^.][.])$/ &&
        substr(text, i + 4, 1) !~ /[A-Za-z0-9_$:]/
}

# How many signs of a word begin at i that has a short name; its name is in `short_name` then.
function short_length(text, i,    word) {
    if (substr(" " text, i, 1) ~ /[A-Za-z0-9_$]/ || !match(substr(text, i, 9), /^[a-z]+/)) return 0
    word = substr(text, i, RLENGTH)
    if (!(word in SHORT) || substr(text, i + RLENGTH, 1) ~ /[A-Za-z0-9_$]/) return 0
    short_name = SHORT[word]
    return RLENGTH
}

function short_template(text,    i, c, inside, quoted, out, length_of) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        inside = substr(text, i, 2) == "${" || inside && c != "}"
        quoted = inside && (c == "\"" ? !quoted : quoted)
        if (inside && is_view(text, i)) {
            c = "$"
            i += 3
        } else if (inside && !quoted && (length_of = short_length(text, i))) {
            c = short_name
            i += length_of - 1
        }
        out = out c
    }
    return out
}

# The semicolon of a block's last rule or statement is not needed; no statement here is empty. Lines that only declare
# something become one declaration.
function put(out, declares,    joined) {
    joined = declares && declared
    printf "%s%s", joined ? "," : semicolon && out !~ /^}/ ? ";" : "",
        substr(out, joined ? 5 : 1, length(out) - (joined ? 4 : 0) - (out ~ /;$/))
    semicolon = out ~ /;$/
    declared = declares
}

/^ *(\/\/.*)?$/ || /^ *\/\*.*\*\/$/ { next }

{
    sub(/^ +/, "")
    out = ""; last = ""; depth = 0; statements = 0
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        # A slash after a sign that cannot end a value begins a regular expression.
        if (c ~ /["'`]/ || (c == "/" && !style && (last == "" || last ~ /[(,=:[!&|?{};]/))) {
            end = literal_end($0, i)
            literal = substr($0, i, end - i + 1)
            out = out (short && c == "`" ? short_template(literal) : literal)
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
        if (short && is_view($0, i)) {
            out = out "$"
            last = "x"
            i += 3
            continue
        }
        if (short && (end = short_length($0, i))) {
            out = out short_name
            last = "x"
            i += end - 1
            continue
        }
        next_one = substr($0, i + 1, 1)
        if (c == " ") {
            if (style ? (last ~ /[{}:;,>]/ || next_one ~ /[{}>]/) : (sign(last) || sign(next_one)) &&
                !(last ~ /[-+]/ && next_one == last) && !(last == "x" && !sign(next_one)))
                continue
        } else {
            if (c == "}" && last == ";") out = substr(out, 1, length(out) - 1)
            depth += (c ~ /[[({]/) - (c ~ /[])}]/)
            statements += c == ";" && !depth
            last = c
        }
        out = out c
    }
    # A statement that is an expression ends in a semicolon here, even if its last sign is a brace.
    put(style || out ~ /[][;{}(,=>&|?:+]$/ ? out : out "\n", !style && out ~ /^let .*;$/ && statements == 1 && !depth)
}
