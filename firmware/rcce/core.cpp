// SPDX-License-Identifier: Apache-2.0
// Chapter 1: start, end, identity, time, errors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/geometry.h"
#include "firmware/hal/processor.h"
#include "internal.h"
#include "rank_window.h"

int RCCE_NP;
int RCCE_IAM;
int RC_MY_COREID;
int RC_COREID[RCCE_MAXNP];
double RC_REFCLOCKGHZ;
t_vcharp RCCE_comm_buffer[RCCE_MAXNP];
int RCCE_BUFF_SIZE = RCCE_BUFF_SIZE_MAX;
int (*rcce::at_finalize)();
unsigned RCCE_debug_groups;

namespace {

unsigned debug_bit(int group) {
  switch (group) {
    case RCCE_DEBUG_ALL:
      return RCCE_DEBUG_BIT_ALL;
    case RCCE_DEBUG_SYNCH:
      return RCCE_DEBUG_BIT_SYNCH;
    case RCCE_DEBUG_COMM:
      return RCCE_DEBUG_BIT_COMM;
    case RCCE_DEBUG_RPC:
      return RCCE_DEBUG_BIT_RPC;
    case RCCE_DEBUG_DEBUG:
      return RCCE_DEBUG_BIT_DEBUG;
    default:
      return 0;
  }
}

constexpr const char* kErrorText[] = {
    "Unknown error",
    "Target buffer invalid",
    "Source buffer invalid",
    "Illegal UE identifier",
    "Illegal message length",
    "Flag undefined",
    "Wrong number of UEs",
    "Source and target overlap",
    "Address or size not a multiple of a line",
    "Unknown debug group",
    "Flag not in message passing buffer",
    "Illegal flag value",
    "Flag not allocated",
    "Illegal value",
    "No such error code",
    "RPC not allocated",
    "RPC internal error",
    "Several RPC requests at once",
    "Illegal frequency divider",
    "Frequency too high for any voltage",
    "No RPC request under way",
    "RPC request is out of date",
    "Communicator undefined",
    "Illegal reduction operation",
    "Illegal reduction type",
    "Out of message passing buffer or memory",
    "Communicator already initialized",
    "Core not among those started",
    "No multicast to these UEs",
};
constexpr int kErrorCodes = sizeof kErrorText / sizeof *kErrorText;

const char* error_text(int error) {
  if (error == RCCE_SUCCESS) return "Success";
  const int index = error - RCCE_ERROR_BASE;
  return index > 0 && index < kErrorCodes ? kErrorText[index] : nullptr;
}

// The original launcher passes {program, UEs, GHz, core id of every UE, user's arguments...}. The
// boot block has all that, but programs expect their own arguments at argv[1].
bool has_launcher_prefix(int argc, char** argv) {
  if (argc < 3 + RCCE_NP || atoi(argv[1]) != RCCE_NP || strtod(argv[2], nullptr) <= 0) return false;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    char* end;
    if (strtol(argv[3 + ue], &end, 10) != RC_COREID[ue] || *end != '\0') return false;
  }
  return true;
}

void strip_launcher_prefix(int* argc, char*** argv) {
  const int prefix = 2 + RCCE_NP;
  (*argv)[prefix] = (*argv)[0];
  *argv += prefix;
  *argc -= prefix;
}

}  // namespace

int rcce::fail(int group, int error) {
  if (error != RCCE_SUCCESS && (RCCE_debug_groups & debug_bit(group)) != 0) {
    fprintf(STDERR, "RCCE error on UE %d: %s\n", RCCE_IAM, error_text(error));
  }
  return error;
}

#ifdef ANY_GEOMETRY
// By this name, the simulator also knows what the program can run on.
void rcce::any_geometry() { RCCE_BUFF_SIZE = hal::mpb_bytes_per_core(); }
#endif

int RCCE_init(int* argc, char*** argv) {
  RCCE_NP = hal::ue_count();
  RCCE_IAM = hal::rank();
  if (RCCE_NP > RCCE_MAXNP) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_NUM_UES);
#ifdef ANY_GEOMETRY
  rcce::any_geometry();
#endif
  RC_REFCLOCKGHZ = hal::clock_khz() * 1e-6;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    hal::fetch(RC_COREID[ue]);
    RC_COREID[ue] = hal::core_id_of_rank(ue);
  }
  rcce::map_ranks();
  RC_MY_COREID = RC_COREID[RCCE_IAM];
  if (has_launcher_prefix(*argc, *argv)) strip_launcher_prefix(argc, argv);

  rcce::memory_init();
#ifndef GORY
  if (const int error = rcce::send_recv_init()) return error;
#endif
  RCCE_COMM_WORLD.size = RCCE_NP;
  RCCE_COMM_WORLD.my_rank = RCCE_IAM;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    hal::fetch(RCCE_COMM_WORLD.member[ue]);
    RCCE_COMM_WORLD.member[ue] = ue;
  }
  return rcce::communicator_init(RCCE_COMM_WORLD);
}

int RCCE_finalize() {
  const int unfinished = rcce::at_finalize != nullptr ? rcce::at_finalize() : RCCE_SUCCESS;
  const int error = RCCE_barrier(&RCCE_COMM_WORLD);
  fflush(nullptr);
  return unfinished != RCCE_SUCCESS ? unfinished : error;
}

double RCCE_wtime() { return static_cast<double>(hal::cycles()) / (RC_REFCLOCKGHZ * 1e9); }
int RCCE_ue() { return RCCE_IAM; }
int RCCE_num_ues() { return RCCE_NP; }

int RCCE_error_string(int error, char* string, int* length) {
  if (string == nullptr || length == nullptr) {
    return rcce::fail(RCCE_DEBUG_DEBUG, RCCE_ERROR_VAL_UNDEFINED);
  }
  const char* text = error_text(error);
  const int status = text != nullptr ? RCCE_SUCCESS : RCCE_ERROR_INVALID_ERROR_CODE;
  if (text == nullptr) text = error_text(RCCE_ERROR_INVALID_ERROR_CODE);
  strcpy(string, text);
  *length = static_cast<int>(strlen(text));
  return rcce::fail(RCCE_DEBUG_DEBUG, status);
}

int RCCE_debug_set(int group) {
  const unsigned bit = debug_bit(group);
  RCCE_debug_groups |= bit;
  return bit != 0 ? RCCE_SUCCESS : rcce::fail(RCCE_DEBUG_DEBUG, RCCE_ERROR_DEBUG_FLAG);
}

int RCCE_debug_unset(int group) {
  const unsigned bit = debug_bit(group);
  RCCE_debug_groups &= ~bit;
  return bit != 0 ? RCCE_SUCCESS : rcce::fail(RCCE_DEBUG_DEBUG, RCCE_ERROR_DEBUG_FLAG);
}
