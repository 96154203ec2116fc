#include "tests/properties.h"

#include "notation/san.h"
#include "notation/uci.h"

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool texts_read_back(Properties *p, const GrPosition *pos, GrMove move,
                            const char san[GR_SAN_SIZE]) {
    char uci[GR_UCI_SIZE], want[24];
    GrMove read = 0;
    GrError error = {.text = ""};
    gr_uci_write(pos, move, uci);
    aid_code_text(aid_code(pos, move), want);
    if (strcmp(uci, want) != 0) {
        return properties_fault(p, "UCI %s, not %s", uci, want);
    }
    if (gr_uci_read(pos, uci, &read, &error) != 0 || read != move) {
        return properties_fault(p, "%s is not read back: %s", uci, error.text);
    }
    if (gr_san_read(pos, san, &read, &error) != 0 || read != move) {
        return properties_fault(p, "%s is written %s, which is not read back: %s", uci, san,
                                error.text);
    }
    return true;
}

bool properties_of_texts(Properties *p, const GrPosition *pos) {
    char(*sans)[GR_SAN_SIZE] = malloc((p->list.count + 1) * sizeof *sans);
    bool holds = sans != NULL;
    for (unsigned i = 0; i < p->list.count && holds; i++) {
        gr_san_write(pos, p->list.move[i], sans[i]);
        holds = texts_read_back(p, pos, p->list.move[i], sans[i]);
    }
    if (holds) {
        qsort(sans, p->list.count, sizeof *sans, compare_texts);
    }
    for (unsigned i = 1; i < p->list.count && holds; i++) {
        if (strcmp(sans[i], sans[i - 1]) == 0) {
            holds = properties_fault(p, "two moves are written %s", sans[i]);
        }
    }
    free(sans);
    return holds;
}
