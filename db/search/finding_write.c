/* Writing a finding as JSON. */
#include "db/search/finding_write.h"

void gr_finding_write(GrJson *json, const GrFinding *finding, const GrHit *hit) {
    static const char *const member[][2] = {{"white", "White"}, {"black", "Black"},
                                            {"event", "Event"}, {"site", "Site"},
                                            {"date", "Date"},   {"round", "Round"}};
    const GrGame *game = finding->game;
    gr_json_int(json, "game", finding->id);
    if (hit)
        gr_json_int(json, "ply", hit->first);
    if (hit && hit->last > hit->first)
        gr_json_int(json, "last", hit->last);
    if (hit && hit->line)
        gr_json_int(json, "variation", hit->line);
    gr_json_string(json, "variant", gr_game_variant(game));
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        gr_json_string(json, member[i][0], gr_game_tag(game, member[i][1]));
    gr_json_string(json, "result", gr_result_text(game->result));
    gr_json_int(json, "plies", game->plies);
}
