/* Pages: text as people publish and save it, brought to lines that the reader can read.
 * Internal to notation/.
 *
 * A page takes clean UTF-8 (notation/text/source.h) in pieces and gives out the text that is to be read:
 *
 * - HTML, if the text begins with it or there is a document of it before any tag pair of PGN: tags are left out, and
 *   so are comments, the head, scripts and styles, which are counted; entities are replaced; blocks and `<br>` begin
 *   lines, the cells of a row stand on one line with bars between them. In any other text only tags are left out, each
 *   within its line, and nothing else is hidden.
 * - Marks of forums and of Markdown (`[pgn]`, `[b]`, `**`, `#`, bullets) are left out.
 * - Characters that word processors put between or into words: spaces of all widths become blanks,
 *   soft hyphens and characters without width vanish, fullwidth letters and digits become ASCII,
 *   dashes in results hyphens.
 * - Columns of a score sheet that stand beside each other are put one below the other, and a list
 *   of White's moves is united with one of Black's; only where the move numbers prove it.
 *
 * What stands in braces, behind a semicolon or in a tag pair is given out as it is. A page knows
 * where in the file each character stood. It holds back little: a line, or a table of moves.
 */
#ifndef GR_NOTATION_PAGE_PAGE_H
#define GR_NOTATION_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/buffer.h"
#include "rules/error.h"

typedef struct GrPage GrPage;

/* Must a text that begins so (a C string) be read as a page? Not if it begins with a tag pair and
 * nothing of the above is in it: then it is PGN. */
bool gr_page_begins(const char *text, size_t len);

/* NULL if memory is short. NULL may be closed. */
GrPage *gr_page_open(void);
void gr_page_close(GrPage *page);

/* Takes a piece of the text, which ends with it if `last` is true, and adds what is to be read to
 * `out`. No character may be cut by the end of a piece. */
int gr_page_take(GrPage *page, const char *text, size_t len, bool last, GrBuffer *out);

/* The page that a source reads, NULL if it is none. */
struct GrSource;
GrPage *gr_source_page(const struct GrSource *source);

/* Has it turned out to be HTML? */
bool gr_page_is_html(const GrPage *page);

/* What markup has hidden: scripts, styles, comments, the head. */
typedef struct GrPageHidden {
    uint64_t bytes;          /* 0: nothing, unless it is open */
    uint32_t line, column;   /* of the file, where that began */
    bool games;              /* there are tags of PGN in it */
    bool open;               /* what hides it does not end */
    bool torn;               /* a tag without an end is among it, up to the end of its line */
} GrPageHidden;

/* What was hidden since the last time; it is forgotten. */
GrPageHidden gr_page_take_hidden(GrPage *page);

/* Turns line and column of what was given out into those of the file; both from 1, column 0 for
 * the line as a whole. */
void gr_page_place(const GrPage *page, uint32_t *line, uint32_t *column);

/* Places before this line of what was given out are no longer asked for. */
void gr_page_forget(GrPage *page, uint32_t line);

#endif
