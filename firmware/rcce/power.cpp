// SPDX-License-Identifier: Apache-2.0
// Power management: clock and voltage of the 2 x 2 tiles that share a voltage. The UE of lowest
// rank in a domain is its master and acts for all; calls of the others return success and do
// nothing.
#define RC_POWER_MANAGEMENT
#include "firmware/hal/power.h"

#include <stdio.h>

#include "firmware/hal/processor.h"
#include "internal.h"
#undef RCCE_init

RCCE_COMM RCCE_P_COMM;

namespace {

constexpr int kGlobalMhz = 1600;
constexpr int kLeastDivider = 2, kMaxDivider = 16;
constexpr struct {
  uint32_t vid;
  uint32_t mhz;
} kLevels[SCC_VOLTAGE_LEVELS] = SCC_VOLTAGE_CAPS;

// The state of this UE's domain, at its master.
int voltage_level = SCC_DEFAULT_VOLTAGE_LEVEL;
int frequency_divider;
const RCCE_REQUEST* in_flight;

int domain_of(int ue, void*) { return hal::voltage_domain(RC_COREID[ue]); }

bool is_master() { return RCCE_IAM == RCCE_power_domain_master(); }

int clamped(int divider) {
  if (divider < kLeastDivider) return kLeastDivider;
  return divider > kMaxDivider ? kMaxDivider : divider;
}

// The lowest level at which the clock is allowed, in the original's integer arithmetic: 1600 / 3 is
// 533.
int level_for(int divider) {
  const auto mhz = static_cast<uint32_t>(kGlobalMhz / divider);
  int level = 0;
  while (kLevels[level].mhz < mhz) ++level;
  return level;
}

void set_dividers(int divider) {
  for (int tile = 0; tile < hal::tiles(); ++tile) {
    const int core = tile * hal::cores_per_tile();
    if (hal::voltage_domain(core) == RCCE_power_domain()) hal::set_tile_divider(tile, divider);
  }
  frequency_divider = divider;
}

int fail(int error) { return rcce::fail(RCCE_DEBUG_RPC, error); }

}  // namespace

int RCCE_init_power(int* argc, char*** argv) {
  if (const int error = RCCE_init(argc, argv)) return error;
  frequency_divider = get_divider(hal::tile_of_core(RC_MY_COREID));
  return RCCE_comm_split(domain_of, nullptr, &RCCE_P_COMM);
}

int RCCE_power_domain() { return domain_of(RCCE_IAM, nullptr); }
int RCCE_power_domain_master() { return RCCE_P_COMM.member[0]; }
int RCCE_power_domain_size() { return RCCE_P_COMM.size; }

int RCCE_iset_power(int divider, RCCE_REQUEST* request, int* new_divider, int* new_level) {
  if (!is_master()) return RCCE_SUCCESS;
  if (request == nullptr) return fail(RCCE_ERROR_RPC_NOT_ALLOCATED);
  if (in_flight != nullptr) return fail(RCCE_ERROR_MULTIPLE_RPC_REQUESTS);
  divider = clamped(divider);
  const int level = level_for(divider);
  *new_divider = divider;
  *new_level = level;
  *request = {0, voltage_level, level, frequency_divider, divider, 0};
  // A slower clock is allowed at the current voltage; a faster one waits for the new voltage.
  if (divider >= frequency_divider) set_dividers(divider);
  in_flight = request;
  request->start_cycle = static_cast<long long>(hal::cycles());
  hal::command_voltage(RCCE_power_domain(), kLevels[level].vid);
  return RCCE_SUCCESS;
}

int RCCE_istep_power(int divider, RCCE_REQUEST* request, int* new_divider, int* new_level) {
  return RCCE_iset_power(divider, request, new_divider, new_level);
}

int RCCE_wait_power(RCCE_REQUEST* request) {
  if (!is_master()) return RCCE_SUCCESS;
  if (in_flight == nullptr) return fail(RCCE_ERROR_NO_ACTIVE_RPC_REQUEST);
  if (request != in_flight || request->release) return fail(RCCE_ERROR_STALE_RPC_REQUEST);
  // The controller accepts the same command only once it has carried out the first, and the write
  // after that waits until it has accepted it.
  for (int i = 0; i < 2; ++i) {
    hal::command_voltage(RCCE_power_domain(), kLevels[request->new_voltage_level].vid);
  }
  voltage_level = request->new_voltage_level;
  if (request->new_frequency_divider < request->old_frequency_divider) {
    set_dividers(request->new_frequency_divider);
  }
  in_flight = nullptr;
  request->release = 1;
  return RCCE_SUCCESS;
}

int RCCE_set_frequency_divider(int divider, int* new_divider) {
  if (!is_master()) return RCCE_SUCCESS;
  if (in_flight != nullptr) return fail(RCCE_ERROR_MULTIPLE_RPC_REQUESTS);
  divider = clamped(divider);
  if (level_for(divider) > voltage_level) return fail(RCCE_ERROR_FDIVIDER);
  set_dividers(divider);
  *new_divider = divider;
  return RCCE_SUCCESS;
}

int RCCE_set_frequency(int mhz) {
  if (!is_master()) return RCCE_SUCCESS;
  for (int divider = kLeastDivider; divider <= kMaxDivider; ++divider) {
    if (kGlobalMhz / divider <= mhz) return RCCE_set_frequency_divider(divider, &divider);
  }
  return fail(RCCE_ERROR_FDIVIDER);
}

int get_divider(int tile) {
  return tile >= 0 && tile < hal::tiles() ? hal::tile_divider(tile) : -1;
}

void print_dividers() {
  for (int tile = 0; tile < hal::tiles(); ++tile) {
    printf("Clock divider of tile %d: %d\n", tile, get_divider(tile));
  }
}
