/* Openings to play from: reading and messages. */
#include "cli/start_positions.h"

int cli_read_openings(Cli *cli, const GrVariants *variants, const GrRules *rules, const char *path,
                      GrOpenings *openings) {
    GrError error;
    int code = gr_openings_read(path, variants, rules, openings, cli_stop, NULL, &error);
    bool faulty = false;
    for (size_t i = 0; i < openings->fault_count && !openings->texts.failed; i++) {
        const GrOpeningFault *f = &openings->fault[i];
        cli_diagnose(cli, path, f->line, f->column, f->severity, f->game, f->ply,
                     openings->texts.data + f->text);
        faulty |= f->severity == GR_ERROR;
    }
    if (code == GR_ERR_SYNTAX && faulty)
        return CLI_FAULTS;
    int status = code ? cli_fail(cli, &error) : CLI_OK;
    return code == GR_ERR_SYNTAX ? CLI_USAGE : status; /* it is no list of openings */
}
