/* Moves of Xiangqi in Chinese, 炮二平五 and 前车退２, and the characters that they are made of. Internal to notation/. */
#ifndef GR_NOTATION_XIANGQI_WORDS_H
#define GR_NOTATION_XIANGQI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A move as far as its words say it. */
typedef struct GrXiangqiWords {
    char piece;  /* one of KABNRCP */
    char order;  /* '+' the front one of those on its file, '.' the one in the middle, '-' the rear one, '1' to '5' the
                    nth from the front; 0: the file is said */
    char way;    /* '+' forward, '-' backward, '=' sideways */
    char side;   /* whose word the piece has: 'w' for Red, 'b' for Black; 0: that of both */
    int file;    /* from the right of who moves, 0: not said */
    int number;  /* of squares, or of the file where it arrives */
} GrXiangqiWords;

/* Reads such a move at the start of a NUL-terminated text; the bytes used, 0 if there is none. */
size_t gr_xiangqi_words(const char *text, GrXiangqiWords *words);

/* An ASCII character, perhaps of full width, at the start of text, and its length; 0 if there is another. */
char gr_wide_sign(const char *text, size_t *len);

/* A digit from 1 to 9 of any kind, and `+`, `-`, `=`, `.` or the word for it; 0 if there is none. */
int gr_xiangqi_digit(const char *text, size_t *len);
char gr_xiangqi_way(const char *text, size_t *len);

#endif
