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

#include "firmware/hal/test_and_set.h"
#include "internal.h"

namespace rcce {

// Maps everything and fills RCCE_comm_buffer. Needs RCCE_NP and RC_COREID.
void map_ranks();

// The test-and-set register of a UE. Reading takes it, if it was free, in one step.
#ifdef ROCKCREEK_NATIVE
inline bool test_and_set(int ue) { return hal::test_and_set(RC_COREID[ue]); }
inline void test_and_set_release(int ue) { hal::test_and_set_release(RC_COREID[ue]); }
#else
extern volatile uint32_t* lock_registers[RCCE_MAXNP];
inline bool test_and_set(int ue) { return (*lock_registers[ue] & 1u) != 0; }
inline void test_and_set_release(int ue) { *lock_registers[ue] = 1; }
#endif

}  // namespace rcce
