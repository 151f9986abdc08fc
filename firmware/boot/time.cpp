// SPDX-License-Identifier: Apache-2.0
// Time for the C library: the global time stamp, which counts from the chip's start at a fixed
// rate.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1  // so that newlib's headers declare everything
#endif
#include "firmware/hal/time.h"

#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "firmware/hal/processor.h"

namespace {

constexpr uint64_t kTicksPerSecond = 125'000'000;
constexpr uint64_t kTicksPerMicro = kTicksPerSecond / 1'000'000;
constexpr uint64_t kMicrosPerSecond = 1'000'000;
constexpr long kNanosPerSecond = 1'000'000'000;
constexpr long kNanosPerTick = 8;

uint64_t micros() { return hal::global_timestamp() / kTicksPerMicro; }

void spin(uint64_t cycles) {
  const uint64_t start = hal::cycles();
  while (hal::cycles() - start < cycles) {
  }
}

// The stamp is far away and shared by all cores, so it is read rarely: after a first part that
// cannot be too long, as no core's clock is below a quarter of the stamp's, then at the rate that
// was seen.
void wait(uint64_t ticks) {
  if (ticks == 0) return;
  const uint64_t start = hal::global_timestamp(), start_cycles = hal::cycles();
  spin(ticks / 4);
  for (uint64_t past; (past = hal::global_timestamp() - start) < ticks;) {
    const double rate =
        static_cast<double>(hal::cycles() - start_cycles) / static_cast<double>(past);
    spin(static_cast<uint64_t>(rate * static_cast<double>(ticks - past)));
  }
}

bool is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

int invalid() {
  errno = EINVAL;
  return -1;
}

}  // namespace

extern "C" {

// Calls, and no parts of their callers, whose code would lie elsewhere.
#pragma weak clock_gettime
#pragma weak nanosleep

int gettimeofday(struct timeval* now, void*) {
  const uint64_t us = micros();
  now->tv_sec = static_cast<time_t>(us / kMicrosPerSecond);
  now->tv_usec = static_cast<suseconds_t>(us % kMicrosPerSecond);
  return 0;
}

clock_t times(struct tms* used) {
  const auto ticks = static_cast<clock_t>(micros() * CLOCKS_PER_SEC / kMicrosPerSecond);
  *used = {ticks, 0, 0, 0};
  return ticks;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  if (!is_clock(clock)) return invalid();
  const uint64_t ticks = hal::global_timestamp();
  now->tv_sec = static_cast<time_t>(ticks / kTicksPerSecond);
  now->tv_nsec = static_cast<long>(ticks % kTicksPerSecond) * kNanosPerTick;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec* resolution) {
  if (!is_clock(clock)) return invalid();
  if (resolution != nullptr) *resolution = {0, kNanosPerTick};
  return 0;
}

// Nothing ends a sleep early, so no time is ever left.
int nanosleep(const struct timespec* duration, struct timespec* left) {
  const long nanos = duration->tv_nsec;
  if (duration->tv_sec < 0 || nanos < 0 || nanos >= kNanosPerSecond) return invalid();
  wait(static_cast<uint64_t>(duration->tv_sec) * kTicksPerSecond +
       static_cast<uint64_t>((nanos + kNanosPerTick - 1) / kNanosPerTick));
  if (left != nullptr) *left = {0, 0};
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* duration,
                    struct timespec* left) {
  if (!is_clock(clock) || flags != 0) return EINVAL;
  return nanosleep(duration, left) == 0 ? 0 : errno;
}

int timespec_get(struct timespec* now, int base) {
  constexpr int kUtc = 1;
  return base == kUtc && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

int usleep(useconds_t micros) {
  wait(micros * kTicksPerMicro);
  return 0;
}

unsigned sleep(unsigned seconds) {
  wait(seconds * kTicksPerSecond);
  return 0;
}

}  // extern "C"
