/* A part of grimoire-train: fitting the evaluation by hand. */
#ifndef GR_CLI_TRAIN_CLASSICAL_H
#define GR_CLI_TRAIN_CLASSICAL_H

#include "analysis/train/classical.h"
#include "cli/common.h"

/* Fits the evaluation to the games of job->db and writes it to the output. The job's functions are filled
 * in. Returns the exit status. */
int train_classical(Cli *cli, GrClassical *job);

#endif
