/* Texts that a program in JavaScript gives are never compressed: it unpacks them itself. */
#include "notation/text/unpack.h"

int gr_unpack_open(const unsigned char *bytes, size_t len, GrUnpack **unpack) {
    (void)bytes, (void)len;
    *unpack = NULL;
    return 0;
}

void gr_unpack_close(GrUnpack *unpack) {
    (void)unpack;
}

int gr_unpack_more(GrUnpack *unpack, GrUnpackPiece *piece) {
    (void)unpack, (void)piece;
    return GR_ERR_DAMAGED;
}

bool gr_unpack_complete(const GrUnpack *unpack) {
    (void)unpack;
    return true;
}
