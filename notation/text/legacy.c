/* Text in the encodings of Japan, China and Korea before UTF-8. */
#include "notation/text/legacy.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "notation/text/janggi_words.h"
#include "notation/text/record_kind.h"
#include "notation/text/utf16.h"

enum { REPLACEMENT = 0xFFFD };

/* What bytes look like in an encoding: characters beyond ASCII, those of them that hardly come about by chance, and
 * bytes that are no character. */
typedef struct Look {
    size_t foreign, sure, bad;
} Look;

/* The bytes as UTF-8; a character may be cut at the end. */
static Look look_at_utf8(const unsigned char *p, size_t len) {
    Look look = {0, 0, 0};
    for (size_t i = 0; i < len;) {
        if (p[i] < 0x80) {
            i++;
            continue;
        }
        int size = gr_utf8_sequence(p + i, len - i);
        if (size < 0)
            break;
        look.bad += !size;
        look.foreign += size > 0;
        look.sure += size > 2;
        i += size ? (size_t)size : 1;
    }
    return look;
}

/* Converts as much as can be; true unless memory is short or a byte is no character. What is left over is the
 * beginning of one. */
static bool convert(iconv_t to_utf8, char **in, size_t *left, char **out, size_t room) {
    return iconv(to_utf8, in, left, out, &room) != (size_t)-1 || errno == EINVAL;
}

static bool is_shogi(const char *text) {
    GrRecordKind kind = gr_record_kind(text);
    return kind == GR_RECORD_CSA || kind == GR_RECORD_KIF || kind == GR_RECORD_USI;
}

static bool is_xiangqi(const char *text) {
    GrRecordKind kind = gr_record_kind(text);
    return kind == GR_RECORD_XIANGQI || kind == GR_RECORD_DHTMLXQ;
}

static bool is_kif(const char *text) {
    return gr_record_kind(text) == GR_RECORD_KIF;
}

/* Encodings, each with the test that a text decoded by it must pass. Microsoft's form of Shift_JIS has more characters,
 * and a backslash where the standard has a yen sign. Most pairs of bytes are characters both in GB18030 and in Big5, so
 * that only moves in words distinguish the two; the same goes for EUC-JP, all of which is valid Shift_JIS. */
static const struct { const char *name; bool (*fits)(const char *text); } ENCODINGS[] = {
    {"CP932", is_shogi},          {"SHIFT_JIS", is_shogi}, {"EUC-JP", is_kif}, {"GB18030", gr_record_is_chinese},
    {"BIG5", gr_record_is_chinese}, {"CP949", gr_record_is_janggi}, {"EUC-KR", gr_record_is_janggi},
    {"GB18030", is_xiangqi},
};

/* Text made ready for gr_record_kind, which ends lines with LF, and is a C string. */
static void end_lines(char *text, const char *end) {
    for (char *p = text; p < end; p++)
        if (*p == '\r' || !*p)
            *p = '\n';
}

/* Does the sample, read in that encoding, look like a record? With some bytes that are no characters, if `damaged`;
 * what has more of these than half of its characters is no text of that encoding. */
static bool fits(GrLegacy *legacy, const unsigned char *bytes, size_t len, bool (*looks)(const char *text),
                 bool damaged) {
    enum { FEW = 2 };
    char *text = malloc(3 * len + 16);
    if (!text)
        return false;
    legacy->bad = 0;
    char *end = gr_legacy_decode(legacy, bytes, len, text);
    *end = '\0';
    end_lines(text, end);
    Look look = look_at_utf8((const unsigned char *)text, (size_t)(end - text));
    bool well = damaged ? FEW * legacy->bad <= look.foreign - legacy->bad : !legacy->bad;
    well = well && looks(text);
    free(text);
    iconv(legacy->to_utf8, NULL, NULL, NULL, NULL);
    legacy->holds = legacy->bad = 0;
    return well;
}

static bool choose(GrLegacy *legacy, const unsigned char *bytes, size_t len, bool damaged) {
    for (size_t i = 0; i < sizeof ENCODINGS / sizeof *ENCODINGS; i++) {
        legacy->to_utf8 = iconv_open("UTF-8", ENCODINGS[i].name);
        if (legacy->to_utf8 == (iconv_t)-1)
            continue;
        if (fits(legacy, bytes, len, ENCODINGS[i].fits, damaged))
            return legacy->open = true;
        iconv_close(legacy->to_utf8);
    }
    return false;
}

/* Is it a record, its bytes beyond ASCII left aside? */
static bool is_record(const unsigned char *bytes, size_t len) {
    char *text = malloc(3 * len + 1), *end = text;
    if (!text)
        return false;
    for (size_t i = 0; i < len;) {
        int size = bytes[i] < 0x80 ? 1 : gr_utf8_sequence(bytes + i, len - i);
        if (size > 0)
            memcpy(end, bytes + i, (size_t)size);
        end = size > 0 ? end + size : gr_utf8_put(end, REPLACEMENT);
        i += size > 0 ? (size_t)size : 1;
    }
    *end = '\0';
    end_lines(text, end);
    bool well = gr_record_kind(text) != GR_RECORD_NONE;
    free(text);
    return well;
}

static bool is_letter(unsigned char c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Are the bytes beyond ASCII letters of Windows-1252 inside words or at their ends, or its signs? */
static bool is_western(const unsigned char *p, size_t len) {
    static const char letters[] = "\x8A\x8C\x8E\x9A\x9C\x9E\x9F";
    static const char signs[] = "\x85\x91\x92\x93\x94\x96\x97\xA0\xAB\xBB";
    for (size_t i = 0, begin; i < len;) {
        if (p[i] < 0x80) {
            i++;
            continue;
        }
        bool sign = false;
        for (begin = i; i < len && p[i] >= 0x80; i++) {
            bool letter = (p[i] >= 0xC0 && p[i] != 0xD7 && p[i] != 0xF7 && p[i] != 0xFF) || strchr(letters, p[i]);
            sign |= !letter;
            if (!letter && !strchr(signs, p[i]))
                return false;
        }
        if (!sign && !(begin && is_letter(p[begin - 1])) && !(i < len && is_letter(p[i])))
            return false;
    }
    return true;
}

bool gr_legacy_begins(GrLegacy *legacy, const unsigned char *bytes, size_t len) {
    *legacy = (GrLegacy){0};
    Look look = look_at_utf8(bytes, len);
    if (!look.bad) {
        legacy->utf8 = look.sure && is_record(bytes, len);
        return false;
    }
    if (look.sure >= look.bad && is_record(bytes, len)) {
        legacy->utf8 = true;
        return false;
    }
    if (choose(legacy, bytes, len, false))
        return true;
    if (is_western(bytes, len))
        return false;
    if (choose(legacy, bytes, len, true))
        return true;
    legacy->utf8 = is_record(bytes, len);
    return false;
}

void gr_legacy_close(GrLegacy *legacy) {
    if (legacy->open)
        iconv_close(legacy->to_utf8);
    legacy->open = false;
}

/* Converts up to the end, or to half of a character there; what is none is replaced. */
static char *convert_all(GrLegacy *legacy, char *in, size_t *left, char *out) {
    while (*left && !convert(legacy->to_utf8, &in, left, &out, 3 * *left + 4)) {
        out = gr_utf8_put(out, REPLACEMENT);
        legacy->bad++;
        in++;
        (*left)--;
        iconv(legacy->to_utf8, NULL, NULL, NULL, NULL);
    }
    return out;
}

/* Ends the character that is held with the first bytes; returns how many it took. */
static size_t finish(GrLegacy *legacy, const unsigned char *bytes, size_t len, char **out) {
    size_t used = 0;
    while (legacy->holds && used < len) {
        size_t left = legacy->holds + 1;
        char all[sizeof legacy->held + 1];
        memcpy(all, legacy->held, legacy->holds);
        all[legacy->holds] = (char)bytes[used++];
        *out = convert_all(legacy, all, &left, *out);
        size_t whole = legacy->holds + 1 - left;
        legacy->holds = left < sizeof legacy->held ? left : 0;
        memcpy(legacy->held, all + whole, legacy->holds);
    }
    return used;
}

char *gr_legacy_decode(GrLegacy *legacy, const unsigned char *bytes, size_t len, char *out) {
    if (!len) {
        if (legacy->holds)
            out = gr_utf8_put(out, REPLACEMENT);
        legacy->holds = 0;
        return out;
    }
    size_t used = finish(legacy, bytes, len, &out), left = len - used;
    /* iconv takes what it reads without const, and does not change it. */
    char *in = (char *)(uintptr_t)(const void *)(bytes + used);
    out = convert_all(legacy, in, &left, out);
    if (left <= sizeof legacy->held && left) {
        memcpy(legacy->held, bytes + len - left, left);
        legacy->holds = left;
    }
    return out;
}
