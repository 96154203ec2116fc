/* Text in the encodings of Japan and China before UTF-8. */
#include "notation/text/legacy.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "notation/text/record_kind.h"
#include "notation/text/utf16.h"

enum { REPLACEMENT = 0xFFFD, SAMPLE = 16 * 1024 };

/* Is it UTF-8, but for a character that may be cut at the end? */
static bool is_utf8(const unsigned char *p, size_t len) {
    for (size_t i = 0; i < len;) {
        unsigned char lead = p[i++];
        int more = lead < 0x80 ? 0 : lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
        if (more < 0)
            return false;
        for (; more && i < len; more--)
            if ((p[i++] & 0xC0) != 0x80)
                return false;
    }
    return true;
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

/* Encodings, and what a text in them has to look like. Microsoft's form of Shift_JIS has more characters, and a
 * backslash where the standard has a yen sign. Most bytes are characters of both of China and of Taiwan: where there
 * are moves in words they tell which. */
static const struct { const char *name; bool (*fits)(const char *text); } ENCODINGS[] = {
    {"CP932", is_shogi},          {"SHIFT_JIS", is_shogi}, {"GB18030", gr_record_is_chinese},
    {"BIG5", gr_record_is_chinese}, {"GB18030", is_xiangqi},
};

/* Does the sample, read in that encoding, look like a record? */
static bool fits(iconv_t to_utf8, const unsigned char *bytes, size_t len, bool (*looks)(const char *text)) {
    char *text = malloc(3 * len + 4), *copy = malloc(len);
    bool well = text && copy;
    if (well) {
        char *in = memcpy(copy, bytes, len), *out = text;
        well = convert(to_utf8, &in, &len, &out, 3 * len + 3);
        *out = '\0';
        for (char *p = text; p < out; p++)
            if (*p == '\r' || !*p)
                *p = '\n';
        well = well && looks(text);
    }
    iconv(to_utf8, NULL, NULL, NULL, NULL);
    free(text);
    free(copy);
    return well;
}

bool gr_legacy_begins(GrLegacy *legacy, const unsigned char *bytes, size_t len) {
    *legacy = (GrLegacy){0};
    len = len < SAMPLE ? len : SAMPLE;
    if (!len || is_utf8(bytes, len))
        return false;
    for (size_t i = 0; i < sizeof ENCODINGS / sizeof *ENCODINGS; i++) {
        iconv_t to_utf8 = iconv_open("UTF-8", ENCODINGS[i].name);
        if (to_utf8 == (iconv_t)-1)
            continue;
        if (fits(to_utf8, bytes, len, ENCODINGS[i].fits)) {
            legacy->to_utf8 = to_utf8;
            return legacy->open = true;
        }
        iconv_close(to_utf8);
    }
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
