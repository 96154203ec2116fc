/* FIDE's arithmetic of ratings, in whole numbers as it is published: the tables of the FIDE Handbook, B.02 Rating
 * Regulations, articles 8.1.1 (fractional score to rating difference) and 8.1.2 (rating difference to scoring
 * probability), in force since 1 March 2024; the change of a rating by its article 8.3; the performance rating by C.07
 * Tie-Break Regulations, articles 10.1 and 10.2. Internal to analysis/.
 */
#ifndef GR_ANALYSIS_FIDE_H
#define GR_ANALYSIS_FIDE_H

/* The rating difference dp of a score in percent, 0 to 100: from -800 to 800. */
int gr_fide_difference(int percent);

/* What a player is expected to score, in percent, who is rated `difference` points higher (below 0: lower). */
int gr_fide_expected(int difference);

/* The performance rating of `half` half points in `games` games (above 0) against opponents whose ratings sum up to
 * `ratings`: their mean and the percentage are rounded, halves up. */
int gr_fide_performance(int half, int games, long ratings);

/* A hundredth of what one game changes a rating by for K = 1: the score of 0, 1 or 2 half points less the expected one.
 * A difference above 400 counts as 400, except for a player of 2650 and more (since 1 October 2025). */
int gr_fide_change(int rating, int opponent, int half);

/* K of a player who is neither new to the list nor a junior, which games do not say: 10 from 2400 on, else 20. */
int gr_fide_k(int rating);

#endif
