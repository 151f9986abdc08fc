// SPDX-License-Identifier: Apache-2.0
// Broadcasts over iRCCE's non-blocking messages, as the thesis programmed DOPL. Calls as in
// rcce_broadcast.h; iRCCE_init must have been called.
#pragma once

#include <stddef.h>

namespace collectives {

// Parts of `part_bytes` go along the lines of the mesh in pieces of `pipe_bytes`.
void ircce_dopl(char* data, size_t bytes, int root, size_t part_bytes, size_t pipe_bytes);

// Schedules of blocking messages with iRCCE's, each waited for: the same on DOPL's copy routine.
void ircce_cube(char* data, size_t bytes, int root, size_t part_bytes);
void ircce_binomial(char* data, size_t bytes, int root);
void ircce_scatter_allgather(char* data, size_t bytes, int root);

}  // namespace collectives
