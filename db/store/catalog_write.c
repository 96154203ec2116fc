/* Writing what has changed in the catalog. */
#include "db/store/catalog_local.h"

int gr_catalog_flush(GrCatalog *c, GrError *error) {
    int code = 0;
    for (uint32_t id = 1; id <= c->dictionary_names.top && !code; id++) {
        if (c->dictionary[id].changed)
            code = gr_catalog_put_dictionary(c, id, error);
        if (!code)
            code = gr_catalog_write_names(c, id, error);
        c->dictionary[id].changed = false;
    }
    for (uint32_t id = 1; id <= c->judges.top && !code; id++) {
        if (c->judge[id].changed)
            code = gr_catalog_put_judge(c, id, error);
        c->judge[id].changed = false;
    }
    return code ? code : gr_backups_write(c, error);
}

int gr_catalog_correct_names(GrCatalog *c, GrError *error) {
    int code = 0;
    for (uint32_t tag = 1; tag <= c->tags.top && !code; tag++) {
        if (!gr_intern_get(&c->tags, tag))
            continue;
        code = gr_catalog_load_names(c, tag, error);
        GrDictionary *d = gr_catalog_dictionary(c, tag);
        if (!code && d->corrected && !d->damaged) {
            d->written = 0;
            d->corrected = false;
        }
    }
    return code;
}
