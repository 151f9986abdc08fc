// SPDX-License-Identifier: Apache-2.0
// Time of one message, as ICASE 91-4 section 2.2 measures it: the receive is posted, both sides
// have synchronised, and it counts from the send to the receiving call's return. Arguments:
// "forced" or "unforced", the distance, then the lengths in bytes. Reports "BYTES" in us.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/host.h"
#include "nx.h"

namespace {

constexpr long kLargest = 8192;
constexpr long kReady = 10, kStarted = 11, kUnforced = 20, kForced = NX_FORCED_FIRST + 5;
constexpr int kWarmUp = 2;
constexpr long kPause = 5000;  // ticks until the other side sleeps
constexpr double kMicrosPerTick = 0.1;

unsigned char buffer[kLargest];

unsigned char pattern(long i, long length) { return static_cast<unsigned char>(i * 7 + length); }

// The receiver's side; returns when the message was there.
esize_t receive(long type, long length, long from) {
  memset(buffer, 0, sizeof buffer);
  const long id = irecv(type, buffer, length);
  csend(kReady, nullptr, 0, from, 0);
  msgwait(id);
  esize_t now;
  hwclock(&now);
  return now;
}

// The sender's; returns when it began.
esize_t send(long type, long length, long to) {
  for (long i = 0; i < length; ++i) buffer[i] = pattern(i, length);
  crecv(kReady, nullptr, 0);
  esize_t begin, now;
  hwclock(&begin);
  do hwclock(&now);
  while (ediv(esub(now, begin), 1) < kPause);
  hwclock(&now);
  csend(type, buffer, length, to, 0);
  return now;
}

bool intact(long length) {
  for (long i = 0; i < length; ++i) {
    if (buffer[i] != pattern(i, length)) {
      printf("byte %ld of %ld is wrong\n", i, length);
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long type = strcmp(argv[1], "forced") == 0 ? kForced : kUnforced;
  const long far = (1L << atol(argv[2])) - 1;
  bool good = true;
  for (int a = 3; a < argc; ++a) {
    const long length = atol(argv[a]);
    for (int turn = 0; turn <= kWarmUp; ++turn) {
      esize_t begin;
      if (mynode() == 0) {
        begin = send(type, length, far);
        csend(kStarted, &begin, sizeof begin, far, 0);
      } else if (mynode() == far) {
        const esize_t end = receive(type, length, 0);
        good = infocount() == length && intact(length) && good;
        crecv(kStarted, &begin, sizeof begin);
        const double ticks = static_cast<double>(ediv(esub(end, begin), 1));
        if (turn == kWarmUp) hal::report(argv[a], ticks * kMicrosPerTick);
      }
    }
  }
  gsync();
  return good ? 0 : 1;
}
