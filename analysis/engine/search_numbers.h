/* The numbers by which the search prunes, reduces and learns. Internal to analysis/.
 *
 * They are fitted, all at once, to games of chess that the engine plays against itself (tests/fit/search.c), by the
 * steps that come with them here. Centipawns unless it says otherwise.
 */
#ifndef GR_ANALYSIS_SEARCH_NUMBERS_H
#define GR_ANALYSIS_SEARCH_NUMBERS_H

/* N(name, value, least, most, step). Plies are in 128ths where it says so. */
#define GR_SEARCH_NUMBERS(N)                                                                                           \
    N(razor_margin, 122, 0, 500, 40)           /* razoring by so much evaluation, */                                   \
    N(razor_slope, 175, 40, 500, 30)           /* and this for each ply */                                             \
    N(null_base, 410, 128, 768, 48)            /* null move: plies less (128ths), */                                   \
    N(null_depth, 35, 8, 64, 5)                /* more for each ply of depth (128ths), */                              \
    N(null_eval, 188, 60, 500, 30)             /* and one for this much evaluation above beta */                       \
    N(probcut_margin, 185, 60, 400, 25)        /* what a capture must win beyond beta */                               \
    N(reverse_margin, 67, 30, 200, 12)         /* reverse futility pruning, a ply */                                   \
    N(singular_margin, 54, 8, 160, 10)         /* by which others must be worse, for each ply (eighths) */             \
    N(futility_base, 79, 0, 250, 20)           /* futility pruning of quiet moves, */                                  \
    N(futility_margin, 94, 30, 200, 12)        /* and this for each ply */                                             \
    N(late_base, 60, 16, 160, 8)               /* late-move pruning: moves (sixteenths), */                            \
    N(late_slope, 20, 6, 40, 2)                /* more by the square of the depth (sixteenths) */                      \
    N(exchange_quiet, 33, 5, 120, 8)           /* what a quiet move may lose in exchanges, a ply, */                   \
    N(exchange_taking, 23, 5, 80, 5)           /* and a capture by the square of the depth */                          \
    N(take_base, 232, 40, 600, 30)             /* futility pruning of captures beyond what they take, */               \
    N(take_slope, 122, 40, 400, 25)            /* and this for each ply */                                             \
    N(history_prune, 9198, 1500, 20000, 900)   /* of bad history a ply prunes a quiet move */                          \
    N(reduce_base, 43, -64, 256, 16)           /* late-move reductions (128ths), */                                    \
    N(reduce_slope, 37, 20, 80, 4)             /* by the logarithms of depth and number, */                            \
    N(reduce_worse, 113, 0, 320, 24)           /* more where the evaluation does not improve (128ths), */              \
    N(reduce_pv, 174, 0, 320, 28)              /* less in PV nodes (128ths), */                                        \
    N(reduce_cut, 255, 0, 480, 36)             /* more where the node is expected to fail high (128ths), */            \
    N(reduce_taking, 22, -128, 320, 28)        /* more where the hint takes (128ths), */                               \
    N(reduce_killer, 15, -64, 320, 28)         /* less for killers (128ths), */                                        \
    N(reduce_history, 9800, 3000, 24000, 1000) /* and a ply less for so much history */                                \
    N(reduce_table_pv, 25, -64, 256, 28)       /* less where there has been a PV node (128ths) */                      \
    N(reduce_raised, -19, -64, 256, 28)        /* more once alpha was raised (128ths) */                               \
    N(reduce_cutoffs, 35, -64, 256, 28)        /* more where replies have often failed high (128ths) */                \
    N(reduce_capture, -154, -512, 128, 36)     /* captures: more (128ths), */                                          \
    N(reduce_taken, 7307, 2000, 20000, 700)    /* and a ply less for so much history */                                \
    N(deeper, 59, 10, 160, 8)                  /* beyond the best a reduced move is searched a ply deeper */           \
    N(shallower, 3, -2, 30, 3)                 /* and this near to it a ply less deeply */                             \
    N(shade, 37, 0, 128, 14)                   /* of what reverse futility pruning has above beta (128ths) */          \
    N(null_above, 7, 0, 60, 8)                 /* beta, for a null move */                                             \
    N(hindsight, 151, 30, 400, 20)             /* a reduced node that has won so much is searched a ply less */        \
    N(sink, 2, -200, 40, 10)                   /* and one that has won no more than this a ply more */                 \
    N(eval_bonus, 4, 0, 16, 1)                 /* of history, by what a move has changed the evaluation */             \
    N(prior_bonus, 27, 0, 192, 14)             /* of history for the move before a node that fails low (128ths) */     \
    N(hint_bonus, 40, 0, 192, 14)              /* and for a hint that ends the search of a node (128ths) */            \
    N(window_growth, 175, 90, 320, 14)         /* aspiration (64ths) */                                                \
    N(bonus, 190, 30, 400, 20)                 /* of history for each ply of depth, */                                 \
    N(bonus_most, 1636, 400, 4000, 200)        /* at most, */                                                          \
    N(malus, 194, 30, 400, 20)                 /* and off that of moves tried in vain, */                              \
    N(malus_most, 1586, 400, 4000, 200)        /* at most */                                                           \
    N(history_alone, 133, 32, 384, 16)         /* what orders and reduces quiet moves: their own history, */           \
    N(history_reply, 131, 32, 384, 16)         /* that after the move before, */                                       \
    N(history_plan, 144, 32, 384, 16)          /* and after one's own before that (128ths) */                          \
    N(soften, 79, 0, 256, 24)                  /* scores beyond beta come nearer to it, by depth (128ths), */          \
    N(soften_quiet, 36, 0, 120, 12)            /* and in quiescence (128ths) */                                        \
    N(correct_quiet, 62, 0, 192, 20)           /* of the correction, in quiescence (128ths) */                         \
    N(fade, 25, 0, 100, 10)                    /* of an evaluation at fifty moves without progress (128ths) */         \
    N(table_margin, 426, 100, 900, 40)         /* above beta, for a score of the table from four plies less */         \
    N(correction, 251, 0, 768, 40)             /* of what evaluations missed, counted again (256ths) */                \
    N(escape, 12, 0, 40, 2)                    /* of history for each centipawn that escapes a threat */               \
    N(delta, 318, 40, 400, 25)                 /* what a capture may change beyond the value it takes */               \
    N(window, 23, 6, 60, 4)                    /* aspiration */

typedef struct GrSearchNumbers {
#define GR_FIELD(name, value, least, most, step) int name;
    GR_SEARCH_NUMBERS(GR_FIELD)
#undef GR_FIELD
} GrSearchNumbers;

#endif
