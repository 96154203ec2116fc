# Completions of bash, zsh and fish from the lines that cli/completions.sh describes.

# What stands for the value of an option: `file`, `variant`, `format`, a list of words, or nothing.
function kind(name, argument, help) {
    if (argument == "-") return ""
    if (name ~ /^(against-)?variant$/) return "variant"
    if (name == "format") return "format"
    if (name == "eval-dialect") { sub(/^.*: /, "", help); gsub(/,/, "", help); return help }
    if (name == "result") return "1-0 0-1 1/2-1/2"
    return argument ~ /^(FILE|DB|CMD)$/ || name == "against" ? "file" : "any"
}

function quoted(text) {
    gsub(/'/, "'\\''", text)
    return "'" text "'"
}

$1 == "program" { programs[++count] = $2; summary[$2] = $3 }
$1 == "topic" { topics = topics (topics ? " " : "") $2 }
$1 == "command" { commands[$2] = commands[$2] (commands[$2] ? " " : "") $3 }
$1 == "variants" { variants = $2 }
$1 == "formats" { formats[$2] = $3 }
$1 == "option" {
    n = ++options[$2]
    letter[$2, n] = $3
    option[$2, n] = $4
    argument[$2, n] = $5
    help[$2, n] = $6
}

# values(PROGRAM, N): the words that its nth option takes; "" if they are no list.
function values(program, n,    k) {
    k = kind(option[program, n], argument[program, n], help[program, n])
    return k == "variant" ? variants : k == "format" ? formats[program] : k == "file" || k == "any" ? "" : k
}

function names(    i, all) {
    for (i = 1; i <= count; i++)
        all = all (i > 1 ? " " : "") programs[i]
    return all
}

# ---- bash ----

function bash(    i, n, p, all, k) {
    print "# Completion of grimoire's programs for bash; generated, see cli/completions.sh."
    print "_grimoire_words() {\n    case $1 in"
    for (i = 1; i <= count; i++) {
        p = programs[i]
        all = ""
        for (n = 1; n <= options[p]; n++)
            all = all (letter[p, n] == "-" ? "" : "-" letter[p, n] " ") "--" option[p, n] (n < options[p] ? " " : "")
        printf "    %s:options) echo %s ;;\n", p, quoted(all)
        if (commands[p])
            printf "    %s:commands) echo %s ;;\n", p, quoted(commands[p])
        for (n = 1; n <= options[p]; n++) {
            k = kind(option[p, n], argument[p, n], help[p, n])
            if (!k)
                continue
            printf "    %s:--%s%s) echo %s ;;\n", p, option[p, n],
                letter[p, n] == "-" ? "" : "|" p ":-" letter[p, n], quoted(values(p, n) ? values(p, n) : k)
        }
    }
    print "    esac\n}\n"
    print "_grimoire() {"
    print "    local program=${1##*/} word=$2 before=$3 first=1 found"
    print "    COMPREPLY=()"
    print "    if [ \"$program\" = grimoire ]; then"
    print "        if [ \"$COMP_CWORD\" -eq 1 ]; then"
    printf "            COMPREPLY=($(compgen -W %s -- \"$word\"))\n", quoted(names() " help --help --version")
    print "            return"
    print "        fi"
    print "        program=${COMP_WORDS[1]} first=2"
    print "        if [ \"$program\" = help ]; then"
    printf "            [ \"$COMP_CWORD\" -ne 2 ] || COMPREPLY=($(compgen -W %s -- \"$word\"))\n", quoted(names() " grimoire " topics)
    print "            return"
    print "        fi"
    print "    fi"
    print "    program=${program#grimoire-}"
    print "    if [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi # --option=value"
    print "    if [ \"$word\" = = ]; then word= before=${COMP_WORDS[COMP_CWORD - 1]}; fi"
    print "    found=$(_grimoire_words \"$program:$before\")"
    print "    case $found in"
    print "    any) return ;;"
    print "    '') ;;"
    print "    file) _grimoire_files \"$word\" && return ;;"
    print "    *)"
    print "        local IFS=$'\\n'"
    print "        COMPREPLY=($(compgen -W \"$(printf '%s' \"$found\" | tr ' ' '\\n')\" -- \"$word\"))"
    print "        return ;;"
    print "    esac"
    print "    if [[ $word == -* ]]; then"
    print "        COMPREPLY=($(compgen -W \"$(_grimoire_words \"$program:options\")\" -- \"$word\"))"
    print "    elif [ \"$COMP_CWORD\" -eq \"$first\" ] && found=$(_grimoire_words \"$program:commands\") && [ -n \"$found\" ]; then"
    print "        COMPREPLY=($(compgen -W \"$found\" -- \"$word\"))"
    print "    else"
    print "        _grimoire_files \"$word\""
    print "    fi"
    print "}\n"
    print "_grimoire_files() {"
    print "    local IFS=$'\\n'"
    print "    compopt -o filenames 2>/dev/null"
    print "    COMPREPLY=($(compgen -f -- \"$1\"))"
    print "}\n"
    printf "complete -F _grimoire grimoire"
    for (i = 1; i <= count; i++)
        printf " grimoire-%s", programs[i]
    print ""
}

# ---- zsh ----

function zsh_text(text) {
    gsub(/[][\\:]/, "\\\\&", text)
    return text
}

function zsh_option(p, n,    k, action, value, name) {
    k = kind(option[p, n], argument[p, n], help[p, n])
    value = values(p, n)
    gsub(/\*/, "\\*", value)
    action = k == "" ? "" : ":" zsh_text(argument[p, n]) ":" (value ? "(" value ")" : k == "file" ? "_files" : "( )")
    name = "[" zsh_text(help[p, n]) "]" action
    if (letter[p, n] == "-")
        return quoted("*--" option[p, n] (k ? "=" : "") name)
    return quoted("*-" letter[p, n] (k ? "+" : "") name) " " quoted("*--" option[p, n] (k ? "=" : "") name)
}

function zsh(    i, n, p) {
    printf "#compdef grimoire"
    for (i = 1; i <= count; i++)
        printf " grimoire-%s", programs[i]
    print "\n# Completion of grimoire's programs for zsh; generated, see cli/completions.sh.\n"
    for (i = 1; i <= count; i++) {
        p = programs[i]
        printf "_grimoire-%s() {\n    _arguments -s -S", p
        for (n = 1; n <= options[p]; n++)
            printf " \\\n        %s", zsh_option(p, n)
        if (commands[p])
            printf " \\\n        %s", quoted("1:command:(" commands[p] ")")
        print " \\\n        '*:file:_files'\n}\n"
    }
    print "_grimoire() {"
    print "    local -a programs"
    print "    if [[ $service != grimoire ]]; then\n        _$service\n        return\n    fi"
    print "    if (( CURRENT == 2 )); then\n        programs=("
    for (i = 1; i <= count; i++)
        printf "            %s\n", quoted(programs[i] ":" zsh_text(summary[programs[i]]))
    print "            'help:show a page of the manual'\n        )"
    print "        _describe program programs\n        return\n    fi"
    printf "    if [[ $words[2] == help ]]; then\n        compadd %s grimoire %s\n        return\n    fi\n", names(), topics
    print "    local program=$words[2]"
    print "    shift words\n    (( CURRENT-- ))"
    print "    (( $+functions[_grimoire-$program] )) && _grimoire-$program\n}\n"
    print "_grimoire \"$@\""
}

# ---- fish ----

function fish_option(p, n, command,    line, k, value) {
    k = kind(option[p, n], argument[p, n], help[p, n])
    value = values(p, n)
    line = command (letter[p, n] == "-" ? "" : " -s " letter[p, n]) " -l " option[p, n]
    line = line (k == "" ? "" : k == "file" ? " -r -F" : value ? " -x -a " quoted(value) : " -x")
    print line " -d " quoted(help[p, n])
}

function fish(    i, n, p, sub_command, own) {
    print "# Completion of grimoire's programs for fish; generated, see cli/completions.sh."
    print "complete -c grimoire -n __fish_use_subcommand -f -l version -d 'show the version'"
    for (i = 1; i <= count; i++)
        printf "complete -c grimoire -n __fish_use_subcommand -f -a %s -d %s\n", programs[i], quoted(summary[programs[i]])
    print "complete -c grimoire -n __fish_use_subcommand -f -a help -d 'show a page of the manual'"
    printf "complete -c grimoire -n '__fish_seen_subcommand_from help' -f -a %s\n", quoted(names() " grimoire " topics)
    for (i = 1; i <= count; i++) {
        p = programs[i]
        # The first word alone says which program it is: others may be words of a query.
        sub_command = "complete -c grimoire -n 'set -l words (commandline -opc); test \"$words[2]\" = " p "'"
        own = "complete -c grimoire-" p
        for (n = 1; n <= options[p]; n++) {
            fish_option(p, n, sub_command)
            fish_option(p, n, own)
        }
        if (commands[p]) {
            printf "%s -f -a %s\n", sub_command, quoted(commands[p])
            printf "%s -n __fish_use_subcommand -f -a %s\n", own, quoted(commands[p])
        }
    }
}

END {
    if (shell == "bash") bash()
    else if (shell == "zsh") zsh()
    else fish()
}
