// SPDX-License-Identifier: Apache-2.0
// The thesis' ping-pong: core 0 and one partner at a time send a buffer back and forth through
// RCCE.
//   pingpong [ROUNDS [CORE BYTES]]     default 10 rounds, all partners, all sizes
// Partners are the cores 1, 2, 10, 37 and 47, as far as they take part; the others wait in the
// final barrier. Each size from 256 B to 8 KB in steps of 256 B is played once to warm up and then
// ROUNDS times; the shortest round counts. Reported as pingpong/CORE/BYTES: half a round, in
// microseconds.
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"
#include "RCCE_lib.h"
#include "firmware/hal/host.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/tile.h"

namespace {

constexpr int kPartnerCores[] = {1, 2, 10, 37, 47};
constexpr int kStep = 256;
constexpr int kLargest = 8192;

// What is played: all partners with all sizes, or one of each.
struct Plan {
  int rounds = 10;
  int only_core = -1;
  int smallest = kStep;
  int largest = kLargest;
};

alignas(RCCE_LINE_SIZE) char buffer[kLargest];

int rank_of_core(int core) {
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    if (RC_COREID[ue] == core) return ue;
  }
  return -1;
}

// Cycles from before the send until the answer is here.
uint64_t play_round(int bytes, int partner) {
  const uint64_t start = hal::cycles();
  RCCE_send(buffer, static_cast<size_t>(bytes), partner);
  RCCE_recv(buffer, static_cast<size_t>(bytes), partner);
  return hal::cycles() - start;
}

uint64_t shortest_round(int bytes, int partner, int rounds) {
  play_round(bytes, partner);
  uint64_t shortest = play_round(bytes, partner);
  for (int round = 1; round < rounds; ++round) {
    const uint64_t cycles = play_round(bytes, partner);
    if (cycles < shortest) shortest = cycles;
  }
  return shortest;
}

void answer(int bytes, int partner, int rounds) {
  for (int round = 0; round <= rounds; ++round) {
    RCCE_recv(buffer, static_cast<size_t>(bytes), partner);
    RCCE_send(buffer, static_cast<size_t>(bytes), partner);
  }
}

double half_round_us(uint64_t cycles) {
  return static_cast<double>(cycles) / 2 / (RC_REFCLOCKGHZ * 1e3);
}

int hops_between(int core_a, int core_b) {
  return hal::hops(hal::coordinates(hal::tile_of_core(core_a)),
                   hal::coordinates(hal::tile_of_core(core_b)));
}

void lead(int core, int partner, const Plan& plan) {
  printf("core 0 with core %d, %d hops\n   bytes  half round us   MB/s\n", core,
         hops_between(RC_MY_COREID, core));
  for (int bytes = plan.smallest; bytes <= plan.largest; bytes += kStep) {
    const double us = half_round_us(shortest_round(bytes, partner, plan.rounds));
    printf("%8d %14.2f %6.1f\n", bytes, us, bytes / us * 1e6 / (1 << 20));
    char name[32];
    snprintf(name, sizeof name, "pingpong/%d/%d", core, bytes);
    hal::report(name, us);
  }
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  Plan plan;
  if (argc > 1) plan.rounds = atoi(argv[1]);
  if (argc > 3) {
    plan.only_core = atoi(argv[2]);
    plan.smallest = plan.largest = atoi(argv[3]);
  }
  const int leader = rank_of_core(0);
  if (plan.rounds < 1 || plan.smallest < 0 || plan.largest > kLargest || leader < 0) {
    fprintf(stderr, "pingpong: needs core 0, at least one round and at most %d bytes\n", kLargest);
    return 1;
  }
  for (const int core : kPartnerCores) {
    const int partner = rank_of_core(core);
    if (partner < 0 || (plan.only_core >= 0 && core != plan.only_core)) continue;
    if (RCCE_ue() == leader) lead(core, partner, plan);
    if (RCCE_ue() != partner) continue;
    for (int bytes = plan.smallest; bytes <= plan.largest; bytes += kStep) {
      answer(bytes, leader, plan.rounds);
    }
  }
  return RCCE_finalize();
}
