// SPDX-License-Identifier: Apache-2.0
// Broadcasts over RCCE's blocking send and recv, as the thesis programmed its Cube algorithm. All
// UEs call with the same size, root and part size; `data` is the message at the root and where it
// goes elsewhere. Any size from 0, any root, any number of UEs.
#pragma once

#include <stddef.h>

namespace collectives {

void rcce_cube(char* data, size_t bytes, int root, size_t part_bytes);
// With all that the thesis' program sends (Cube::Form::printed), also `part_bytes` before `data`.
void rcce_cube_printed(char* data, size_t bytes, int root, size_t part_bytes);
void rcce_linear(char* data, size_t bytes, int root);  // RCCE_bcast
void rcce_binomial(char* data, size_t bytes, int root);
void rcce_scatter_allgather(char* data, size_t bytes, int root);
// The dimension-ordered schedule without what it was made for: pieces of `pipe_bytes` are received
// and passed on one after the other.
void rcce_dopl(char* data, size_t bytes, int root, size_t part_bytes, size_t pipe_bytes);

}  // namespace collectives
