// SPDX-License-Identifier: Apache-2.0
// Ping-pong of UE 0 with one partner at a time.
#include "RCCE_lib.h"
#include "iRCCE.h"
#include "measure.h"

namespace {

constexpr int kLargest = 4096;
constexpr int kRounds = 4;
alignas(RCCE_LINE_SIZE) char data[kLargest];

struct Library {
  const char* name;
  void (*send)(size_t bytes, int to);
  void (*receive)(size_t bytes, int from);
};

constexpr Library kLibraries[] = {
    {"send_recv", [](size_t bytes, int to) { RCCE_send(data, bytes, to); },
     [](size_t bytes, int from) { RCCE_recv(data, bytes, from); }},
    {"ircce_send_recv",
     [](size_t bytes, int to) { iRCCE_isend(data, static_cast<ssize_t>(bytes), to, nullptr); },
     [](size_t bytes, int from) { iRCCE_irecv(data, static_cast<ssize_t>(bytes), from, nullptr); }},
    {"pipelined", [](size_t bytes, int to) { iRCCE_ssend(data, static_cast<ssize_t>(bytes), to); },
     [](size_t bytes, int from) { iRCCE_srecv(data, static_cast<ssize_t>(bytes), from); }},
};

void play(const Library& library, int bytes, int hops, int partner) {
  const auto size = static_cast<size_t>(bytes);
  if (RCCE_IAM == 0) {
    const double round = primitives::mean_us(kRounds, [&](int) {
      library.send(size, partner);
      library.receive(size, partner);
    });
    primitives::report(round / 2, "%s/%d/%d", library.name, bytes, hops);
  } else if (RCCE_IAM == partner) {
    for (int i = 0; i <= kRounds; ++i) {
      library.receive(size, 0);
      library.send(size, 0);
    }
  }
}

}  // namespace

void primitives::messages() {
  for (int hops = 0; hops < kHops; ++hops) {
    const int partner = partner_at(hops);
    if (partner < 0) continue;
    for (const Library& library : kLibraries) {
      for (int bytes = RCCE_LINE_SIZE; bytes <= kLargest; bytes *= 2) {
        play(library, bytes, hops, partner);
      }
    }
  }
}
