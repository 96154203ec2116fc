/* Entities of HTML: the characters that they stand for. */
#include <stdlib.h>
#include <string.h>

#include "notation/text/page_local.h"
#include "notation/text/utf16.h"

/* Those of U+00A0 to U+00FF, in order. */
static const char *const latin[96] = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",
    "uml",    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",
    "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",  "para",   "middot",
    "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil",
    "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute", "Icirc",  "Iuml",
    "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",   "times",
    "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
    "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",
    "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
    "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

static const struct {
    const char *name;
    unsigned character;
} others[] = {
    {"amp", '&'},         {"lt", '<'},          {"gt", '>'},          {"quot", '"'},
    {"apos", '\''},       {"AMP", '&'},         {"LT", '<'},          {"GT", '>'},
    {"QUOT", '"'},        {"ndash", 0x2013},    {"mdash", 0x2014},    {"minus", 0x2212},
    {"horbar", 0x2015},   {"hyphen", 0x2010},   {"dash", 0x2010},     {"hellip", 0x2026},
    {"mldr", 0x2026},     {"lsquo", 0x2018},    {"rsquo", 0x2019},    {"rsquor", 0x2019},
    {"sbquo", 0x201A},    {"lsquor", 0x201A},   {"ldquo", 0x201C},    {"rdquo", 0x201D},
    {"rdquor", 0x201D},   {"bdquo", 0x201E},    {"ldquor", 0x201E},   {"lsaquo", 0x2039},
    {"rsaquo", 0x203A},   {"bull", 0x2022},     {"prime", 0x2032},    {"Prime", 0x2033},
    {"ensp", 0x2002},     {"emsp", 0x2003},     {"emsp13", 0x2004},   {"emsp14", 0x2005},
    {"numsp", 0x2007},    {"puncsp", 0x2008},   {"thinsp", 0x2009},   {"ThinSpace", 0x2009},
    {"hairsp", 0x200A},   {"zwnj", 0x200C},     {"zwj", 0x200D},      {"lrm", 0x200E},
    {"rlm", 0x200F},      {"NoBreak", 0x2060},  {"frasl", 0x2044},    {"half", 0xBD},
    {"NonBreakingSpace", 0xA0},                 {"ZeroWidthSpace", 0x200B},
    {"centerdot", 0xB7},  {"pm", 0xB1},         {"mp", 0x2213},       {"div", 0xF7},
    {"Tab", ' '},         {"NewLine", ' '},     {"excl", '!'},        {"num", '#'},
    {"dollar", '$'},      {"percnt", '%'},      {"lpar", '('},        {"rpar", ')'},
    {"ast", '*'},         {"midast", '*'},      {"plus", '+'},        {"comma", ','},
    {"period", '.'},      {"sol", '/'},         {"colon", ':'},       {"semi", ';'},
    {"equals", '='},      {"quest", '?'},       {"commat", '@'},      {"lsqb", '['},
    {"lbrack", '['},      {"bsol", '\\'},       {"rsqb", ']'},        {"rbrack", ']'},
    {"Hat", '^'},         {"lowbar", '_'},      {"UnderBar", '_'},    {"grave", '`'},
    {"lcub", '{'},        {"lbrace", '{'},      {"verbar", '|'},      {"vert", '|'},
    {"rcub", '}'},        {"rbrace", '}'},      {"OElig", 0x152},     {"oelig", 0x153},
    {"Scaron", 0x160},    {"scaron", 0x161},    {"Yuml", 0x178},      {"Zcaron", 0x17D},
    {"zcaron", 0x17E},    {"Ccaron", 0x10C},    {"ccaron", 0x10D},    {"Cacute", 0x106},
    {"cacute", 0x107},    {"Lstrok", 0x141},    {"lstrok", 0x142},    {"nacute", 0x144},
    {"Sacute", 0x15A},    {"sacute", 0x15B},    {"eogon", 0x119},     {"aogon", 0x105},
    {"zdot", 0x17C},      {"odblac", 0x151},    {"Odblac", 0x150},    {"udblac", 0x171},
    {"ecaron", 0x11B},    {"rcaron", 0x159},    {"Rcaron", 0x158},    {"inodot", 0x131},
    {"scedil", 0x15F},    {"Scedil", 0x15E},    {"gbreve", 0x11F},    {"abreve", 0x103},
    {"fnof", 0x192},      {"circ", 0x2C6},      {"tilde", 0x2DC},     {"dagger", 0x2020},
    {"Dagger", 0x2021},   {"permil", 0x2030},   {"euro", 0x20AC},     {"trade", 0x2122},
    {"larr", 0x2190},     {"uarr", 0x2191},     {"rarr", 0x2192},     {"darr", 0x2193},
    {"harr", 0x2194},     {"rArr", 0x21D2},     {"infin", 0x221E},    {"asymp", 0x2248},
    {"ne", 0x2260},       {"equiv", 0x2261},    {"le", 0x2264},       {"ge", 0x2265},
    {"plusb", 0x229E},    {"minusb", 0x229F},   {"xodot", 0x2A00},    {"spades", 0x2660},
    {"loz", 0x25CA},      {"square", 0x25A1},   {"squ", 0x25A1},      {"check", 0x2713},
    {"fflig", 0xFB00},    {"filig", 0xFB01},    {"fllig", 0xFB02},
};

/* 0x80 to 0x9F are control characters, but pages mean those of Windows-1252. */
static unsigned numeric(const char *digits) {
    bool hex = *digits == 'x' || *digits == 'X';
    char *end;
    const char *allowed = hex ? "0123456789abcdefABCDEF" : "0123456789";
    digits += hex;
    size_t len = strspn(digits, allowed);
    if (!len || digits[len])
        return 0;
    unsigned long n = strtoul(digits, &end, hex ? 16 : 10);
    if (n >= 0x80 && n < 0xA0)
        return gr_windows_character((unsigned char)n) == n ? 0xFFFD : gr_windows_character((unsigned char)n);
    if (n == 0 || n > 0x10FFFF || (n >= 0xD800 && n < 0xE000))
        return 0xFFFD;
    return n < ' ' ? ' ' : (unsigned)n;
}

unsigned page_entity(const char *name) {
    if (*name == '#')
        return numeric(name + 1);
    for (unsigned i = 0; *name && i < 96; i++)
        if (*latin[i] == *name && !strcmp(latin[i], name))
            return 0xA0 + i;
    for (size_t i = 0; *name && i < sizeof others / sizeof *others; i++)
        if (*others[i].name == *name && !strcmp(others[i].name, name))
            return others[i].character;
    return 0;
}
