/* Files that outlive a desk: what it is to know again when it is started the next time. Internal to desk/.
 *
 * They lie in one folder of the user's, GrDeskStart.state, which is made when something is first kept. Without one
 * nothing is kept, and that is no failure. */
#ifndef GR_DESK_STATE_H
#define GR_DESK_STATE_H

#include "desk/local.h"

enum { DESK_STATE_PATH = 4096, DESK_STATE_FILE = 1 << 20, DESK_STATE_DAMAGED = 9 };

/* The path of the file of that name; false if there is no folder, or the path is too long. The folder need not be
 * there. */
bool desk_state_path(const GrDesk *desk, const char *name, char *out, size_t size);

/* Makes the folder, and those that it lies in, for the user alone, as far as they are not there; false if it cannot be
 * had. */
bool desk_state_make(const GrDesk *desk);

/* Appends what the file has to `out`. GR_ERR_NOT_FOUND if there is none, or no folder; GR_ERR_LIMIT if it has more than
 * DESK_STATE_FILE, or `most`, bytes. */
int desk_state_read(const GrDesk *desk, const char *name, GrBuffer *out, GrError *error);
int desk_state_read_most(const GrDesk *desk, const char *name, size_t most, GrBuffer *out, GrError *error);

/* Puts these bytes in place of the file, all of them or none, whatever kills the program meanwhile. Does nothing, and
 * succeeds, where there is no folder to be. */
int desk_state_write(const GrDesk *desk, const char *name, const char *bytes, size_t len, GrError *error);

/* Gives a file that is damaged another name beside its own, with .damaged behind it, which becomes `aside`; of more than
 * DESK_STATE_DAMAGED the last one is overwritten. False if it keeps its name. */
bool desk_state_set_aside(const GrDesk *desk, const char *name, char aside[DESK_STATE_PATH]);

/* Removes it, if it is there. */
void desk_state_remove(const GrDesk *desk, const char *name);

#endif
