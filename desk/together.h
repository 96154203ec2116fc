/* Several databases that one request asks. Internal to desk/. */
#ifndef GR_DESK_TOGETHER_H
#define GR_DESK_TOGETHER_H

#include "desk/local.h"

enum { DESK_MOST_TOGETHER = 32 };

/* The one that the call's first `*` names, and those of the parameter `and`, which may stand several times. */
typedef struct DeskTogether {
    int count;
    DeskFile *file[DESK_MOST_TOGETHER];
    GrDb *db[DESK_MOST_TOGETHER];           /* connections for reading */
    const char *handle[DESK_MOST_TOGETHER]; /* in the call */
} DeskTogether;

/* Takes them, each once; to be given back. False after refusing the request. */
bool desk_take_together(DeskCall *call, DeskTogether *all);
void desk_give_together(DeskCall *call, DeskTogether *all);

#endif
