// SPDX-License-Identifier: Apache-2.0
// Chapter 1 and what RCCE_lib.h adds: identity, time, errors, sorting, registers.
#include <stdlib.h>
#include <string.h>

#include "RCCE_lib.h"
#include "SCC_API.h"
#include "chapters.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/tile.h"
#include "firmware/hal/time.h"
#include "hw_model/arch/scc_map.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr int kTimestampHz = 125'000'000;

// Both clocks, read between two reads of the tile's.
struct Moment {
  double before = RCCE_wtime();
  double global = static_cast<double>(hal::global_timestamp()) / kTimestampHz;
  double after = RCCE_wtime();
};

void check_time() {
  constexpr double kTick = 1.0 / kTimestampHz;
  const Moment start;
  while (RCCE_wtime() - start.after < 40e-6) {
  }
  const Moment end;
  const double global = end.global - start.global;
  expect(end.before - start.after < global + kTick, "wtime is fast, ns",
         static_cast<int>((end.before - start.after - global) * 1e9));
  expect(end.after - start.before > global - kTick, "wtime is slow, ns",
         static_cast<int>((global - (end.after - start.before)) * 1e9));
}

void check_errors() {
  char text[RCCE_MAX_ERROR_STRING];
  int length = -1;
  for (int code = RCCE_ERROR_BASE; code <= RCCE_ERROR_NO_MULTICAST_SUPPORT; ++code) {
    const int error = code == RCCE_ERROR_BASE ? RCCE_SUCCESS : code;
    expect(RCCE_error_string(error, text, &length) == RCCE_SUCCESS, "error_string", error);
    expect(length > 0 && length < RCCE_MAX_ERROR_STRING && length == static_cast<int>(strlen(text)),
           "its length", error, length);
  }
  for (const int no_error : {-1, 1, RCCE_ERROR_BASE, RCCE_ERROR_NO_MULTICAST_SUPPORT + 1}) {
    expect(RCCE_error_string(no_error, text, &length) == RCCE_ERROR_INVALID_ERROR_CODE,
           "error_string of no error", no_error);
  }
  expect(RCCE_error_string(0, nullptr, &length) == RCCE_ERROR_VAL_UNDEFINED, "string to nowhere");
  expect(RCCE_error_string(0, text, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "length to nowhere");
  expect(RCCE_error_return(0, RCCE_ERROR_ID) == RCCE_ERROR_ID, "error_return");
  expect(RCCE_error_return(1, RCCE_SUCCESS) == RCCE_SUCCESS, "error_return of success");
}

void check_debug() {
  expect(RCCE_debug_synch == 0 && RCCE_debug_comm == 0, "debugging at start");
  for (const int group :
       {RCCE_DEBUG_ALL, RCCE_DEBUG_SYNCH, RCCE_DEBUG_COMM, RCCE_DEBUG_RPC, RCCE_DEBUG_DEBUG}) {
    expect(RCCE_debug_set(group) == RCCE_SUCCESS, "debug_set", group);
    expect(RCCE_debug_unset(group) == RCCE_SUCCESS, "debug_unset", group);
  }
  RCCE_debug_set(RCCE_DEBUG_COMM);
  expect(RCCE_debug_synch == 0 && RCCE_debug_comm != 0, "one group alone");
  RCCE_debug_unset(RCCE_DEBUG_ALL);
  expect(RCCE_debug_comm == 0, "all groups off");
  expect(RCCE_debug_set(0) == RCCE_ERROR_DEBUG_FLAG, "debug_set of no group");
  expect(RCCE_debug_unset(111222) == RCCE_ERROR_DEBUG_FLAG, "debug_unset of no group");
}

void check_sorting() {
  constexpr int kCount = 100;
  int items[kCount];
  for (int i = 0; i < kCount; ++i) items[i] = (i * 37 + 11) % kCount - 50;
  RCCE_qsort(reinterpret_cast<char*>(items), kCount, sizeof(int), id_compare);
  for (int i = 0; i < kCount; ++i) expect(items[i] == i - 50, "qsort", i, items[i]);
  int one = 5;
  RCCE_qsort(reinterpret_cast<char*>(&one), 1, sizeof one, id_compare);
  RCCE_qsort(reinterpret_cast<char*>(&one), 0, sizeof one, id_compare);
  expect(one == 5, "qsort of one, of none");
}

void check_registers() {
#ifdef ANY_GEOMETRY
  if (!hal::has_scc_map()) return;  // SCC_API.h has the SCC's addresses
#endif
  InitAPI(0);
  const int core = RC_MY_COREID;
  const unsigned tile = CRB_ADDR(X_PID(core), Y_PID(core));
  expect(PID(X_PID(core), Y_PID(core), Z_PID(core)) == core, "place of the core", core);
  const int id = ReadConfigReg(tile + TILEID);
  expect(id >> 3 == ReadConfigReg(CRB_OWN + TILEID) >> 3, "tile id", id);
  volatile int* const mapped = MallocConfigReg(CRB_OWN + TILEID);
  expect(static_cast<unsigned>(*mapped) == readTILEID(), "mapped register");
  FreeConfigReg(const_cast<int*>(mapped));
  t_vcharp buffer = nullptr, memory = nullptr;
  MPBalloc(&buffer, X_PID(core), Y_PID(core), Z_PID(core), 1);
  SHMalloc(&memory);
  // The same buffer, at another address than the library's.
  RCCE_comm_buffer[RCCE_ue()][RCCE_BUFF_SIZE - 1] = 42;
  RCCE_fence();
  expect(buffer[RCCE_BUFF_SIZE - 1] == 42 && memory == RC_SHM_BUFFER_START(), "memories");
  MPBunalloc(&buffer);
  SHMunalloc(&memory);
  expect(buffer == nullptr && memory == nullptr, "memories given back");
  // An entry of the own lookup table that nothing uses.
  const unsigned unused = CRB_OWN + (Z_PID(core) == 0 ? LUT0 : LUT1) + 8 * 0xA1;
  SetConfigReg(unused, 0x100);
  SetConfigBit(unused, 3, 1);
  SetConfigBit(unused, 8, 0);
  expect(ReadConfigReg(unused) == 8, "bits of a register", ReadConfigReg(unused));
  volatile int kept = 5;
  expect(DCMflush() == 0 && kept == 5, "DCMflush");
}

}  // namespace

void chapters::core() {
  const int me = RCCE_ue(), n = RCCE_num_ues();
  expect(me >= 0 && me < n && n <= RCCE_MAXNP, "place", me, n);
  expect(RCCE_IAM == me && RCCE_NP == n, "RCCE_IAM, RCCE_NP");
  for (int ue = 1; ue < n; ++ue) {
    expect(RC_COREID[ue - 1] < RC_COREID[ue], "core ids ascend", ue, RC_COREID[ue]);
  }
  expect(RC_COREID[me] == RC_MY_COREID && MYCOREID() == RC_MY_COREID, "own core", RC_MY_COREID);
  expect(static_cast<int>(getCOREID()) == hal::index_in_tile(RC_MY_COREID), "core in its tile");
  expect(RC_COMM_BUFFER_START(me) == RCCE_comm_buffer[me] && RC_COMM_BUFFER_START(n) == nullptr,
         "comm buffer");
  expect(static_cast<int>(RC_COMM_BUFFER_SIZE()) == hal::mpb_bytes_per_core(), "its size");
  expect(RC_FREQUENCY() > 100'000'000 && RC_FREQUENCY() <= 1'000'000'000, "frequency");
  const unsigned slot = SCC_SHARED_BASE >> SCC_SLOT_SHIFT;
  const unsigned entry = readLUT(slot);
  expect(entry != 0 && entry <= SCC_LUT_VALID_MASK, "readLUT", static_cast<int>(entry));
  expect(readLUT(SCC_LUT_ENTRIES) == 0, "readLUT beyond the table");
  constexpr unsigned kUnused = 0xA0;
  writeLUT(kUnused, entry);
  expect(readLUT(kUnused) == entry, "writeLUT");
  expect(RCCE_dev() == 0 && RCCE_num_dev() == 1 && RCCE_dev_ue() == me, "one board");
  expect(RCCE_num_ues_dev(0) == n && RCCE_num_ues_dev(1) == 0, "UEs of a board");
  expect(RCCE_ue_to_dev(n - 1) == 0 && RCCE_ue_to_dev(n) == -1, "board of a UE");
  expect(PAD32byte(1) == 32 && PAD32byte(32) == 32 && PAD32byte(0) == 0, "PAD32byte");
  expect(RCCE_global_color(me, nullptr) == RCCE_global_color(0, nullptr), "global_color");
  check_registers();
  check_time();
  check_errors();
  check_debug();
  check_sorting();
}
