/* Going through all games of a database in one transaction. */
#include "db/upkeep/each_game.h"

#include "db/store/internal.h"

int gr_each_game_unread(const GrWork *work, int64_t id, const GrError *why, GrError *error) {
    if (why->code != GR_ERR_DAMAGED && why->code != GR_ERR_FOREIGN)
        return gr_fail(error, why->code, "%s", why->text);
    if (work->unread)
        work->unread(work->context, id, why);
    return 0;
}

int gr_each_game_change(GrJournal *journal, int64_t id, GrGame *was, const GrGame *is, GrError *error) {
    int code = gr_db_get_game(journal->db, id, was, error);
    if (!code)
        code = gr_journal_note(journal, id, was, is, error);
    return code ? code : gr_db_replace_game(journal->db, id, is, error);
}

static int visit_all(GrDb *db, const GrEachGame *each, GrError *error) {
    const GrWork *work = each->work;
    int64_t last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : 0;
    for (int64_t id = 1; !code; id++) {
        id = gr_db_next_game(db, id, error);
        if (id <= 0 || id > last)
            return id < 0 ? (int)id : 0;
        code = each->visit(each->visitor, id, error);
        if (id % 64 == 0 && work->progress)
            work->progress(work->context, (uint64_t)id, (uint64_t)last);
        if (!code && id % 64 == 0 && work->stop && work->stop(work->context))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

int gr_each_game(GrDb *db, const GrEachGame *each, GrError *error) {
    int code = each->dry ? gr_db_begin_read(db, error) : gr_db_begin(db, error);
    if (code)
        return code;
    code = visit_all(db, each, error);
    if (!code && !each->dry && each->journal)
        code = gr_journal_end(each->journal, error);
    if (!code && !each->dry)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    gr_db_end_read(db);
    return code;
}
