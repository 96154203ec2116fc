/* The reader: the games of a text, one after the other. */
#include "notation/reader/reader.h"

#include "notation/reader/bpgn.h"
#include "notation/reader/languages.h"
#include "notation/reader/parts.h"
#include "notation/reader/sheets.h"

int gr_reader_next(GrReader *r, GrGame *game, GrError *error) {
    Before before;
    r->out.error = error;
    if (reader_is_bpgn(r))
        return reader_next_bpgn(r, game);
    if (reader_is_saved(r))
        return reader_next_saved(r, game);
    if (reader_is_sheet(r))
        return reader_next_sheet(r, game);
    int code = r->letters.inner ? reader_next_inner(r, game) : 0;
    if (code)
        return code;
    bool found = reader_read_game(r, game, &before);
    if (found)
        reader_try_languages(r, &before);
    return reader_complete_game(r, found);
}
