// SPDX-License-Identifier: Apache-2.0
// Operations on elements, for RCCE_reduce and RCCE_comm's reductions.
#pragma once

#include <stddef.h>

#include "RCCE.h"

namespace rcce {

// RCCE_SUCCESS if the arguments of a reduction are valid.
int check_reduction(int count, int type, int op, const RCCE_COMM& comm);

// Bytes of `count` elements; the arguments have been checked.
size_t reduction_bytes(int count, int type);

// into[i] = into[i] op from[i]; the arguments have been checked.
void reduce_into(char* into, const char* from, int count, int type, int op);

}  // namespace rcce
