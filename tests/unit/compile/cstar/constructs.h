/* SPDX-License-Identifier: Apache-2.0 */
/* What constructs.cs and the random program define. */
#pragma once

/* Values that a function found, in order. */
typedef struct {
  int count;
  double value[40];
} Found;

#ifdef __cplusplus
extern "C" {
#endif

void sums_of_odd_and_even(Found* found);
void elementwise_operators(Found* found);
void reductions(Found* found);
void left_indices(Found* found);
void grid_communication(Found* found);
void arrays_and_structures(Found* found);
void functions(Found* found);
void leaving_blocks(Found* found);
void contexts(Found* found);
void intrinsics(Found* found);
void plain_c(Found* found);

/* How many random expressions there are, and at how many positions one is wrong. */
extern const int random_count;
int random_wrong(int which);

#ifdef __cplusplus
}
#endif
