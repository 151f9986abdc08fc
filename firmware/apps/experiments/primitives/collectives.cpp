// SPDX-License-Identifier: Apache-2.0
// Collectives over all UEs: from a moment at which all begin until the last one is through. The
// cores count cycles from the same reset, so their counters agree; that is checked.
#include <stdlib.h>

#include "RCCE_comm.h"
#include "RCCE_lib.h"
#include "firmware/hal/time.h"
#include "iRCCE.h"
#include "measure.h"

namespace {

constexpr int kRounds = 3;
constexpr size_t kLargestShare = 4096;
char in[kLargestShare * RCCE_MAXNP], out[kLargestShare * RCCE_MAXNP];

double largest_of_all(double value) {
  auto* const bytes = reinterpret_cast<char*>(&value);
  RCCE_comm_allreduce(bytes, bytes, 1, RCCE_DOUBLE, RCCE_MAX, RCCE_COMM_WORLD);
  return value;
}

// This UE's count of cycles minus the chip's common clock lies between two bounds, because reading
// that takes time. The counts agree if some number lies between all UEs' bounds.
bool counters_agree() {
  constexpr double kTimestampGhz = 0.125;
  const double before = static_cast<double>(hal::cycles());
  const double common =
      static_cast<double>(hal::global_timestamp()) * (RC_REFCLOCKGHZ / kTimestampGhz);
  const double after = static_cast<double>(hal::cycles());
  const double tick = RC_REFCLOCKGHZ / kTimestampGhz;
  const double lowest = largest_of_all(before - common - tick);
  return lowest <= -largest_of_all(common - after - tick);
}

// Reads what the next round works on, as a program that computes with its data would: a store to a
// line that no cache holds goes to memory, byte by byte.
void touch(size_t bytes) {
  for (size_t at = 0; at < bytes; at += RCCE_LINE_SIZE) {
    *const_cast<const volatile char*>(in + at);
    *const_cast<const volatile char*>(out + at);
  }
}

// A moment, the same for all UEs, after all have called this.
uint64_t common_start() {
  constexpr uint64_t kAhead = 400'000;  // enough time to notify all UEs
  RCCE_barrier(&RCCE_COMM_WORLD);
  uint64_t start = hal::cycles() + kAhead;
  RCCE_comm_bcast(reinterpret_cast<char*>(&start), sizeof start, 0, RCCE_COMM_WORLD);
  while (hal::cycles() < start) {
  }
  return start;
}

struct Collective {
  const char* name;
  void (*run)(size_t bytes);
  bool shares = false;  // a share of so many bytes for each UE
};

int doubles(size_t bytes) { return static_cast<int>(bytes / sizeof(double)); }

constexpr Collective kCollectives[] = {
    {"bcast", [](size_t bytes) { RCCE_bcast(in, bytes, 0, RCCE_COMM_WORLD); }},
    {"comm_bcast", [](size_t bytes) { RCCE_comm_bcast(in, bytes, 0, RCCE_COMM_WORLD); }},
    {"ircce_bcast", [](size_t bytes) { iRCCE_bcast(in, bytes, 0, RCCE_COMM_WORLD); }},
    {"ircce_mcast", [](size_t bytes) { iRCCE_mcast(in, bytes, 0); }},
    {"reduce",
     [](size_t bytes) {
       RCCE_reduce(in, out, doubles(bytes), RCCE_DOUBLE, RCCE_SUM, 0, RCCE_COMM_WORLD);
     }},
    {"comm_reduce",
     [](size_t bytes) {
       RCCE_comm_reduce(in, out, doubles(bytes), RCCE_DOUBLE, RCCE_SUM, 0, RCCE_COMM_WORLD);
     }},
    {"allreduce",
     [](size_t bytes) {
       RCCE_allreduce(in, out, doubles(bytes), RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
     }},
    {"comm_allreduce",
     [](size_t bytes) {
       RCCE_comm_allreduce(in, out, doubles(bytes), RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
     }},
    {"scatter", [](size_t bytes) { RCCE_scatter(in, out, bytes, 0, RCCE_COMM_WORLD); }, true},
    {"gather", [](size_t bytes) { RCCE_gather(in, out, bytes, 0, RCCE_COMM_WORLD); }, true},
    {"allgather", [](size_t bytes) { RCCE_allgather(in, out, bytes, RCCE_COMM_WORLD); }, true},
    {"alltoall", [](size_t bytes) { RCCE_alltoall(in, out, bytes, RCCE_COMM_WORLD); }, true},
};

double duration_us(const Collective& collective, size_t bytes) {
  double sum = 0;
  collective.run(bytes);  // to warm up
  for (int round = 0; round < kRounds; ++round) {
    touch(collective.shares ? bytes * static_cast<size_t>(RCCE_NP) : bytes);
    const uint64_t start = common_start();
    collective.run(bytes);
    sum += largest_of_all(static_cast<double>(hal::cycles() - start));
  }
  return primitives::us_of(sum / kRounds);
}

}  // namespace

bool primitives::collectives(int sizes, char** texts) {
  if (!counters_agree()) return false;
  for (int i = 0; i < sizes; ++i) {
    const auto bytes = static_cast<size_t>(atoi(texts[i]));
    if (bytes > kLargestShare) return false;
    for (const Collective& collective : kCollectives) {
      const double us = duration_us(collective, bytes);
      if (RCCE_IAM == 0) report(us, "%s/%d", collective.name, static_cast<int>(bytes));
    }
  }
  return true;
}
