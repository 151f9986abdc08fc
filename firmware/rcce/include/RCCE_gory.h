/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE's message passing buffers, one-sided transfers and flags: part of RCCE.h with GORY, and of
 * RCCE_lib.h without.
 *
 * A place in a buffer is named by its address in the caller's own buffer; with a UE it means the
 * same place in that UE's buffer. Functions that return int return RCCE_SUCCESS or an RCCE_ERROR_*.
 */
#ifndef RCCE_GORY_H
#define RCCE_GORY_H

#include "RCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `size` bytes of the own buffer, rounded up to whole lines; NULL if there is no such gap. All UEs
 * make the same calls in the same order and get the same place. Without GORY: one line only, kept
 * for good, for flags. */
t_vcharp RCCE_malloc(size_t size);

/* ---- one-sided transfers ---- */
/* Copies `bytes`, a multiple of RCCE_LINE_SIZE, from `source` to the place `target` of `ue`.
 * Errors: TARGET, SOURCE, ID, MESSAGE_LENGTH, ALIGNMENT (target), DATA_OVERLAP. */
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
/* Copies `bytes`, a multiple of RCCE_LINE_SIZE, from the place `source` of `ue` to `target`. Errors
 * as for RCCE_put. */
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
/* The same for one byte, at any place. */
int RCCE_put_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_get_char(t_vcharp target, t_vcharp source, int ue);
/* RCCE_put and RCCE_get, under the names that were meant for lines of flags. */
int RCCE_put_flag(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get_flag(t_vcharp target, t_vcharp source, int bytes, int ue);

/* ---- flags: RCCE_FLAG_UNSET when allocated ---- */
/* A flag at the same place in every UE's buffer; all UEs make the same calls in the same order.
 * Errors: FLAG_UNDEFINED (NULL), FLAG_NOT_ALLOCATED (the buffer is full). */
int RCCE_flag_alloc(RCCE_FLAG *flag);
/* All UEs free the same flags. Synchronise before a flag that is allocated afterwards is used. */
int RCCE_flag_free(RCCE_FLAG *flag);
/* Sets the flag of `ue` to `value`. Errors: FLAG_UNDEFINED, ID, FLAG_STATUS_UNDEFINED (neither
 * RCCE_FLAG_SET nor RCCE_FLAG_UNSET), FLAG_NOT_IN_COMM_BUFFER. */
int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS value, int ue);
/* Reads the flag of `ue` into *value. */
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *value, int ue);
/* Returns once this UE's own flag has that value. */
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);
/* *test: 1 if this UE's own flag has that value, else 0. */
int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int *test);

#ifdef __cplusplus
}
#endif
#endif
