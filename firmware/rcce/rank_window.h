// SPDX-License-Identifier: Apache-2.0
// Buffers and test-and-set registers of all UEs in this UE's virtual memory, packed as the maps of
// RCCE are under Linux on the chip. From FW_RANKS_END downwards: a page with each UE's register, in
// rank order; the own buffer once more, for the dummy line; the buffer of each UE, in rank order.
//
// Where these pages lie decides what share of them the data TLB holds. The physical addresses are
// mapped as well (docs/firmware.md); the library uses them on machines of so many cores that a page
// table does not hold all.
//
// Sources: RCCE V2.0, RCCE_init (order and sizes of the maps); i386 Linux gives out maps from the
// top down, without gaps.
#pragma once

#include "internal.h"

namespace rcce {

// Maps everything and fills RCCE_comm_buffer. Needs RCCE_NP and RC_COREID.
void map_ranks();

// The test-and-set register of a UE. Reading takes it, if it was free, in one step. Calls, as RCCE's
// Test_and_Set() is one: what a waiting loop does between two reads decides when many wait.
bool test_and_set(int ue);
void test_and_set_release(int ue);

}  // namespace rcce
