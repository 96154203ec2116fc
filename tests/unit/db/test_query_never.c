/* What can never hold together, by the plans of variants; and what can, though it looks alike. That no such query finds
 * a game is shown by test_query_random.c. */
#include <string.h>

#include "db/query/plan/plan.h"
#include "tests/aid/query_aid.h"
#include "tests/aid/test.h"

/* "7 warning: in games of Chess ...", "" if nothing is said. */
static const char *never(const char *text, const char *variant) {
    static char out[500];
    GrQuery *query;
    GrQueryNote note;
    out[0] = '\0';
    if (gr_query_parse(query_book(), text, &query, NULL))
        return "a fault";
    GrPlan *plan = gr_plan_make(query, gr_variants_find(query_book(), variant));
    if (!plan)
        snprintf(out, sizeof out, "no memory");
    else if (gr_plan_never(plan, &note))
        snprintf(out, sizeof out, "%u %s: %s", note.column, note.warning ? "warning" : "note", note.text);
    gr_plan_free(plan);
    gr_query_free(query);
    return out;
}

static void says(const char *text, const char *variant, const char *want) {
    if (!CHECK_STR(never(text, variant), want))
        printf("# %s: %s\n", variant, text);
}

static void states_exclude_each_other(void) {
    says("mate and stalemate", "chess", "10 warning: in games of Chess this never holds together with 'mate'");
    says("stalemate and check", "chess", "15 warning: in games of Chess this never holds together with 'stalemate'");
    says("check and not white in check and not black in check", "chess", "");
    says("mate and not check", "chess", "14 warning: in games of Chess this never holds together with 'mate'");
    says("mate and legal moves > 0", "chess", "10 warning: in games of Chess this never holds together with 'mate'");
    says("legal moves = 0 and may mate", "chess",
         "21 warning: in games of Chess this never holds together with 'legal moves = 0'");
    says("white may mate and legal moves = 0", "chess",
         "20 warning: in games of Chess this never holds together with 'white may mate'");
    says("white in check and black in check", "chess",
         "20 warning: in games of Chess this never holds together with 'white in check'");
    says("check and mate", "chess", "");
    says("mate or stalemate", "chess", "");
    says("check then stalemate", "chess", "");
    says("ever mate and ever stalemate", "chess", ""); /* of variations, or it is simply not found */
    says("(check then stalemate) or (mate and stalemate)", "chess", "");
    says("not (mate and stalemate)", "chess", "");
}

static void ranges_are_empty(void) {
    says("date > 2021 and date < 2000", "chess",
         "17 warning: in games of Chess this never holds together with 'date > 2021'");
    says("date from 2000 to 1990", "chess", "1 warning: in games of Chess this never holds");
    says("date >= 2021 and date <= 2021", "chess", "");
    says("date != 2021 and date > 2020", "chess", "");
    says("eco from B99 to B00", "chess", "1 warning: in games of Chess this never holds");
    says("eco = A00 and event = A01", "chess", "");
    says("eco = A00 and eco = B00", "chess",
         "15 warning: in games of Chess this never holds together with 'eco = A00'");
    says("player = \"Ann\" and player = \"Bob\"", "chess", "");
    says("length < 10 and ply > 20", "chess",
         "17 warning: in games of Chess this never holds together with 'length < 10'");
    says("length < 20 and ply > 10", "chess", "");
    says("variations (length < 10 and ply > 20)", "chess", "");
    says("length < 10 and (check then mate) and length > 20", "chess",
         "39 warning: in games of Chess this never holds together with 'length < 10'");
    says("ply < 10 then ply > 20", "chess", "");
    says("white rating > 2500 and black rating < 2000", "chess", "");
    says("not ply < 10 and not ply > 5", "chess",
         "22 warning: in games of Chess this never holds together with 'ply < 10'");
    says("white wins and not white wins", "chess", "20 warning: in games of Chess this never holds together with "
                                                    "'white wins'");
}

static void there_are_not_so_many(void) {
    static const char *const kings = "white K on e1 and white K on g1";
    says(kings, "chess", "19 warning: in games of Chess this never holds together with 'white K on e1'");
    says(kings, "antichess", "");
    says("white K on e1 then white K on g1", "chess", "");
    says("no white K", "chess", "1 warning: in games of Chess this never holds");
    says("no white K", "horde", "");
    says("no white K", "atomic", "");
    says("white P on e9", "chess", "1 warning: in games of Chess this never holds");
    says("white P on e9", "magi", "");
    says("white Q on d4 and black N on d4", "chess",
         "19 warning: in games of Chess this never holds together with 'white Q on d4'");
    says("board N?/?? at d4 and black P on d5", "chess",
         "23 warning: in games of Chess this never holds together with 'board N?/?? at d4'");
    says("board N?/?? at d4 and white N on d5", "chess", "");
    says("white material RR and white Q", "chess",
         "23 warning: in games of Chess this never holds together with 'white material RR'");
    says("white N >= 2 on a1-d4 and white N >= 2 on e5-h8 and white N <= 3", "chess",
         "53 warning: in games of Chess this never holds together with 'white N >= 2 on a1-d4'");
    says("white N >= 2 on a1-d4 and white N >= 2 on d4-h8 and white N <= 3", "chess", "");
    says("hanging white N <= 1 and white N = 2", "chess", "");
    says("hanging white N >= 2 and white N = 1", "chess",
         "26 warning: in games of Chess this never holds together with 'hanging white N >= 2'");
    says("queen ending and no queen", "chess",
         "18 warning: in games of Chess this never holds together with 'white queen'");
    says("queen ending and no rook", "chess", "");
    says("empty squares on d4 and white P on d4", "chess",
         "25 warning: in games of Chess this never holds together with 'empty squares on d4'");
}

/* Who sets up a position may set up more. */
static void the_start_position_has_not_so_many(void) {
    says("black pieces > 16", "chess", "1 note: in games from the start position of Chess this never holds");
    says("black pieces > 15", "chess", "");
    says("black pieces > 16", "crazyhouse", "");
    says("white Q > 8 and white P > 0", "chess",
         "17 note: in games from the start position of Chess this never holds together with 'white Q > 8'");
    says("white Q > 8", "chess", "");
    says("white Q > 9 or white R > 10", "chess", "16 note: in games from the start position of Chess this never holds");
    says("not black pieces > 16", "chess", "");
    says("white P > 16", "horde", "");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(states_exclude_each_other);
    RUN(ranges_are_empty);
    RUN(there_are_not_so_many);
    RUN(the_start_position_has_not_so_many);
    return test_end();
}
