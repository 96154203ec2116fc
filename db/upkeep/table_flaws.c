/* What verify says of damaged tables. */
#include "db/upkeep/table_flaws.h"

#include <stdio.h>
#include <string.h>

#include "db/upkeep/mend.h"

/* What of a damaged table is lost, and what to do. */
static const char *outcome(const GrTableFlaws *f, const char *table, int part, bool catalog_lost) {
    bool index = !strcmp(table, "segment") || !strcmp(table, "posting") || !strcmp(table, "uncovered");
    bool made_anew = !strcmp(table, "fingerprint") || !strcmp(table, "signature") ||
                     (!strcmp(table, "backup") && !catalog_lost) ||
                     (!strcmp(table, "meta") && !f->meta);
    if (index)
        return ", but nothing is lost: drop the index and rebuild it";
    if (made_anew || (part < GR_PARTS && !f->db->catalog.part[part].corrupt))
        return ", but nothing is lost: optimise corrects it";
    if (!strcmp(table, "block"))
        return ", and games may be lost: export writes those that can be read";
    if (!strcmp(table, "evaluation"))
        return ", and evaluations may be lost: annotate makes them again in a database of the games alone";
    if (!strcmp(table, "journal"))
        return ", and changes may not be taken back: optimise --forget drops it";
    return ", and what it had may be lost";
}

static void report_table(GrTableFlaws *f, const char *table, const char *said) {
    char text[GR_FLAW_SAID + 200];
    const GrPartState *state = f->db->catalog.part;
    int part = GR_PART_VARIANT;
    bool lost = false;
    while (part < GR_PARTS && strcmp(table, gr_catalog_part_name((GrCatalogPart)part)))
        part++;
    for (int i = GR_PART_VARIANT; i < GR_PARTS; i++)
        lost |= state[i].corrupt;
    f->duplicates |= !strcmp(table, "fingerprint");
    f->evaluations |= !strcmp(table, "evaluation");
    f->games |= !strcmp(table, "block");
    f->meta |= !strcmp(table, "meta") && gr_mend_can_read_meta(f->db, NULL) <= 0;
    if (part < GR_PARTS)
        f->told[part] = true;
    snprintf(text, sizeof text, "the table %s is damaged%s: %s", table, outcome(f, table, part, lost), said);
    f->report(f->context, text);
}

void gr_report_flaw(void *flaws, GrFlaw flaw, const char *table, const char *said) {
    GrTableFlaws *f = flaws;
    char text[GR_FLAW_SAID + 120];
    switch (flaw) {
    case GR_FLAW_TABLE:
        if (!strcmp(table, "name")) /* what is lost is found when names are read */
            snprintf(f->names, sizeof f->names, "%s", said);
        else
            report_table(f, table, said);
        return;
    case GR_FLAW_TEXT:
        snprintf(text, sizeof text, "a byte of the definition of the table %s is wrong, but nothing is lost: "
                 "optimise corrects it", table);
        break;
    case GR_FLAW_PARENT:
        snprintf(text, sizeof text, "the table %s names a dictionary that is missing", table);
        break;
    case GR_FLAW_SHARED:
        f->shared = true;
        snprintf(text, sizeof text, "two tables have the same pages, and one of them is lost: export writes the games "
                 "that can be read: %s", said);
        break;
    default:
        snprintf(text, sizeof text, "pages of the file are lost or counted wrongly, but no table is damaged: %s", said);
    }
    f->report(f->context, text);
}
