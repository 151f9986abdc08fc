// SPDX-License-Identifier: Apache-2.0
// Conformance of power management: conformance_power [SECTION...]
#include "firmware/hal/power.h"

#include "RCCE_lib.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr int kUntouched = -7;
constexpr int kLevelOfDivider[] = {4, 1, 0};  // of 2, 3, and 4 or more

bool is_master() { return RCCE_ue() == RCCE_power_domain_master(); }

// What iset_power is asked for, and what comes of it.
struct Change {
  RCCE_REQUEST request{};
  int divider = kUntouched, level = kUntouched;

  int iset(int wanted) { return RCCE_iset_power(wanted, &request, &divider, &level); }
  int wait() { return RCCE_wait_power(&request); }
};

bool all_tiles_have(int divider) {
  for (int tile = 0; tile < static_cast<int>(SCC_TILES); ++tile) {
    if (hal::voltage_domain(2 * tile) == RCCE_power_domain() && get_divider(tile) != divider) {
      return false;
    }
  }
  return true;
}

void domains() {
  const auto domain_of = [](int ue) {
    const int tile = RC_COREID[ue] / 2;
    return tile % 6 / 2 + 3 * (tile / 6 / 2);
  };
  const int mine = domain_of(RCCE_ue());
  expect(RCCE_power_domain() == mine, "power_domain", RCCE_power_domain(), mine);
  int size = 0, least = -1;
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    if (domain_of(ue) != mine) continue;
    if (least < 0) least = ue;
    ++size;
  }
  expect(RCCE_power_domain_size() == size, "power_domain_size", RCCE_power_domain_size(), size);
  expect(RCCE_power_domain_master() == least, "power_domain_master", RCCE_power_domain_master());
  int members = -1, rank = -1;
  expect(RCCE_comm_size(RCCE_P_COMM, &members) == RCCE_SUCCESS && members == size, "P_COMM");
  expect(RCCE_comm_rank(RCCE_P_COMM, &rank) == RCCE_SUCCESS, "rank in P_COMM");
  expect((rank == 0) == is_master(), "the master's rank", rank);
  for (int i = 0; i < 3; ++i) expect(RCCE_barrier(&RCCE_P_COMM) == RCCE_SUCCESS, "barrier", i);
}

// UEs that are not master get success for any call, and nothing changes.
void followers() {
  if (is_master()) return;
  Change change;
  expect(change.wait() == RCCE_SUCCESS, "wait of nothing by a follower");
  expect(change.iset(99) == RCCE_SUCCESS && change.iset(2) == RCCE_SUCCESS, "iset by a follower");
  expect(change.divider == kUntouched && change.level == kUntouched, "follower's results");
  expect(RCCE_iset_power(2, nullptr, nullptr, nullptr) == RCCE_SUCCESS, "no request, follower");
  int divider = kUntouched;
  expect(RCCE_set_frequency_divider(2, &divider) == RCCE_SUCCESS, "set_divider by a follower");
  expect(divider == kUntouched, "follower's divider", divider);
  expect(RCCE_set_frequency(-1) == RCCE_SUCCESS, "set_frequency by a follower");
}

void change_to(int wanted, int divider) {
  Change change;
  const int level = kLevelOfDivider[divider > 4 ? 2 : divider - 2];
  const int before = get_divider(hal::tile_of_core(RC_MY_COREID));
  expect(change.iset(wanted) == RCCE_SUCCESS, "iset", wanted);
  expect(change.divider == divider && change.level == level, "its result", change.divider,
         change.level);
  expect(change.request.old_frequency_divider == before, "old divider", before);
  // A slower clock comes at once, a faster one with the voltage.
  expect(all_tiles_have(divider > before ? divider : before), "divider before wait", wanted);
  expect(change.wait() == RCCE_SUCCESS, "wait", wanted);
  expect(all_tiles_have(divider), "divider after wait", wanted);
  expect(change.request.release != 0 && change.request.new_voltage_level == level, "request");
}

void masters() {
  if (!is_master()) return;
  for (const int divider : {4, 3, 2, 8, 16, 5, 2}) change_to(divider, divider);
  change_to(17, 16);
  change_to(1'000'000, 16);
  change_to(1, 2);
  change_to(-3, 2);
  change_to(3, 3);
  Change draft;
  expect(RCCE_istep_power(2, &draft.request, &draft.divider, &draft.level) == RCCE_SUCCESS,
         "istep");
  expect(draft.wait() == RCCE_SUCCESS && all_tiles_have(2), "wait after istep");
}

void misuse() {
  if (!is_master()) return;
  Change change, other;
  expect(change.wait() == RCCE_ERROR_NO_ACTIVE_RPC_REQUEST, "wait of nothing");
  expect(
      RCCE_iset_power(4, nullptr, &change.divider, &change.level) == RCCE_ERROR_RPC_NOT_ALLOCATED,
      "no request");
  expect(change.iset(6) == RCCE_SUCCESS, "iset");
  const int before = get_divider(hal::tile_of_core(RC_MY_COREID));
  expect(change.iset(2) == RCCE_ERROR_MULTIPLE_RPC_REQUESTS, "request reused while active");
  expect(other.iset(2) == RCCE_ERROR_MULTIPLE_RPC_REQUESTS, "second request");
  expect(other.divider == kUntouched && change.divider == 6, "results of refused ones");
  int divider = kUntouched;
  expect(RCCE_set_frequency_divider(8, &divider) == RCCE_ERROR_MULTIPLE_RPC_REQUESTS,
         "set_divider with a request under way");
  expect(other.wait() == RCCE_ERROR_STALE_RPC_REQUEST, "wait for another one");
  expect(RCCE_wait_power(nullptr) == RCCE_ERROR_STALE_RPC_REQUEST, "wait for none");
  expect(all_tiles_have(before) && divider == kUntouched, "refused ones did nothing", divider);
  expect(change.wait() == RCCE_SUCCESS, "wait");
  expect(change.wait() == RCCE_ERROR_NO_ACTIVE_RPC_REQUEST, "wait twice");
  expect(change.iset(4) == RCCE_SUCCESS && change.wait() == RCCE_SUCCESS, "request used again");
}

void clocks() {
  if (!is_master()) return;
  Change change;
  expect(change.iset(8) == RCCE_SUCCESS && change.wait() == RCCE_SUCCESS, "to 0.7 V");
  int divider = kUntouched;
  for (const int wanted : {4, 16, 100, 5}) {
    const int got = wanted > 16 ? 16 : wanted;
    expect(RCCE_set_frequency_divider(wanted, &divider) == RCCE_SUCCESS, "set_divider", wanted);
    expect(divider == got && all_tiles_have(got), "divider set", wanted, divider);
  }
  divider = kUntouched;
  for (const int wanted : {3, 2, 0, -1}) {
    expect(RCCE_set_frequency_divider(wanted, &divider) == RCCE_ERROR_FDIVIDER,
           "clock above the voltage", wanted);
  }
  expect(divider == kUntouched && all_tiles_have(5), "refused dividers", divider);
  expect(RCCE_set_frequency(400) == RCCE_SUCCESS && all_tiles_have(4), "400 MHz");
  expect(RCCE_set_frequency(399) == RCCE_SUCCESS && all_tiles_have(5), "399 MHz");
  expect(RCCE_set_frequency(100) == RCCE_SUCCESS && all_tiles_have(16), "100 MHz");
  for (const int mhz : {99, 0, -1, 533, 1'000'000}) {
    expect(RCCE_set_frequency(mhz) == RCCE_ERROR_FDIVIDER, "MHz", mhz);
  }
  expect(get_divider(-1) == -1 && get_divider(24) == -1, "divider of no tile");
  // The next request knows what stands now.
  expect(change.iset(3) == RCCE_SUCCESS && change.request.old_frequency_divider == 16, "from 16");
  expect(change.wait() == RCCE_SUCCESS && all_tiles_have(3), "back to 3");
  expect(RCCE_set_frequency(533) == RCCE_SUCCESS && all_tiles_have(3), "533 MHz");
}

constexpr suite::Section kSections[] = {
    {"domains", domains}, {"followers", followers}, {"masters", masters},
    {"misuse", misuse},   {"clocks", clocks},
};

}  // namespace

int main(int argc, char** argv) {
  return suite::run(argc, argv, kSections, sizeof kSections / sizeof *kSections);
}
