/* Files of networks. */
#include "tests/aid/net_aid.h"

#include <stdio.h>
#include <stdlib.h>

bool aid_write_net(GrNet *net, const char *path) {
    void *bytes;
    size_t size;
    if (gr_net_write(net, &bytes, &size, NULL) != 0)
        return false;
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes, 1, size, file) == size;
    good = file && fclose(file) == 0 && good;
    free(bytes);
    return good;
}
