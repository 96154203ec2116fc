/* The tables of the catalog, and their rows as bytes. */
#include "db/store/catalog_local.h"

static const struct {
    const char *name;
    unsigned numbers; /* how many a row has behind its bytes */
} PART[GR_PARTS] = {
    [GR_PART_VARIANT] = {"variant", 0},
    [GR_PART_DICTIONARY] = {"dictionary", 2},
    [GR_PART_TAG] = {"tag", 1},
    [GR_PART_SHAPE] = {"shape", 0},
    [GR_PART_JUDGE] = {"judge", 4},
};

const char *gr_catalog_part_name(GrCatalogPart part) {
    return PART[part].name;
}

GrIntern *gr_catalog_strings(GrCatalog *c, GrCatalogPart part) {
    return part == GR_PART_VARIANT      ? &c->variants
           : part == GR_PART_DICTIONARY ? &c->dictionary_names
           : part == GR_PART_TAG        ? &c->tags
           : part == GR_PART_JUDGE      ? &c->judges
                                        : &c->shapes;
}

/* ---- rows as bytes ---- */

void gr_catalog_put_row(GrBuffer *out, GrCatalogPart part, const GrCatalogRow *row) {
    gr_put_varint(out, row->id);
    gr_put_varint(out, row->len);
    gr_put_bytes(out, row->bytes, row->len);
    for (unsigned i = 0; i < PART[part].numbers; i++)
        gr_put_varint(out, row->number[i]);
}

GrCatalogRow gr_catalog_get_row(GrInput *in, GrCatalogPart part) {
    GrCatalogRow row = {.id = gr_input_varint(in), .len = (size_t)gr_input_varint(in)};
    row.bytes = gr_input_bytes(in, row.len);
    for (unsigned i = 0; i < PART[part].numbers; i++)
        row.number[i] = gr_input_varint(in);
    return row;
}
