// SPDX-License-Identifier: Apache-2.0
// Waits in all the ways of the libraries, for tests of the simulator, which skips what only polls.
// In each round every UE computes for a time of its own, so that some wait while others work; then
// one UE gets a message from every other one, or all take a lock or meet. What arrives is checked.
//   waits WAY SEED ROUNDS      WAY: one of the list in main(), or `any`: drawn in each round
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE_lib.h"
#include "firmware/apps/checks/soak/random.h"
#include "iRCCE.h"

namespace {

constexpr int kBytes = 64;
constexpr int kMost = 16;  // UEs

int g_failures = 0;
void expect(bool holds) { g_failures += !holds; }

struct Round {
  int number, root, me, n;
};

char g_in[kMost][kBytes], g_out[kBytes];

char content(const Round& round, int source, int at) {
  return static_cast<char>(round.number * 31 + source * 7 + at);
}

void verify(const Round& round, int source, const char* message) {
  bool same = true;
  for (int at = 0; at < kBytes; ++at) same = same && message[at] == content(round, source, at);
  expect(same);
}

void fill(const Round& round) {
  for (int at = 0; at < kBytes; ++at) g_out[at] = content(round, round.me, at);
}

// Whoever is not the root sends to it, and waits until that is done.
void send(const Round& round) {
  iRCCE_SEND_REQUEST request;
  fill(round);
  iRCCE_isend(g_out, kBytes, round.root, &request);
  expect(iRCCE_isend_wait(&request) == iRCCE_SUCCESS);
}

// The root's requests, one for each other UE.
struct Requests {
  iRCCE_RECV_REQUEST of[kMost];

  explicit Requests(const Round& round) {
    for (int ue = 0; ue < round.n; ++ue)
      if (ue != round.root) iRCCE_irecv(g_in[ue], kBytes, ue, &of[ue]);
  }
};

void wait_for_all(const Round& round) {
  if (round.me != round.root) return send(round);
  Requests requests(round);
  iRCCE_WAIT_LIST list;
  iRCCE_init_wait_list(&list);
  for (int ue = 0; ue < round.n; ++ue)
    if (ue != round.root) iRCCE_add_to_wait_list(&list, nullptr, &requests.of[ue]);
  expect(iRCCE_wait_all(&list) == iRCCE_SUCCESS);
  for (int ue = 0; ue < round.n; ++ue)
    if (ue != round.root) verify(round, ue, g_in[ue]);
}

void wait_for_each(const Round& round) {
  if (round.me != round.root) return send(round);
  Requests requests(round);
  iRCCE_WAIT_LIST list;
  iRCCE_init_wait_list(&list);
  for (int ue = 0; ue < round.n; ++ue)
    if (ue != round.root) iRCCE_add_to_wait_list(&list, nullptr, &requests.of[ue]);
  for (int left = round.n - 1; left != 0; --left) {
    iRCCE_RECV_REQUEST* done = nullptr;
    expect(iRCCE_wait_any(&list, nullptr, &done) == iRCCE_SUCCESS);
    const int ue = iRCCE_get_source(done);
    verify(round, ue, g_in[ue]);
  }
}

void test_in_turn(const Round& round) {
  if (round.me != round.root) return send(round);
  Requests requests(round);
  bool done[kMost] = {};
  for (int left = round.n - 1; left != 0;) {
    for (int ue = 0; ue < round.n; ++ue) {
      if (ue == round.root || done[ue]) continue;
      int test = 0;
      iRCCE_irecv_test(&requests.of[ue], &test);
      if (test == 0) continue;
      done[ue] = true;
      --left;
      verify(round, ue, g_in[ue]);
    }
  }
}

uint32_t now() {
  uint32_t low;
  __asm__ volatile("rdtsc" : "=a"(low) : : "edx");
  return low;
}

// The time decides whether a message is asked for again or waited for.
void test_for_a_time(const Round& round) {
  if (round.me != round.root) return send(round);
  Requests requests(round);
  for (int ue = 0; ue < round.n; ++ue) {
    if (ue == round.root) continue;
    int done = 0;
    for (const uint32_t begin = now(); done == 0 && now() - begin < 30000;)
      iRCCE_irecv_test(&requests.of[ue], &done);
    if (done == 0) expect(iRCCE_irecv_wait(&requests.of[ue]) == iRCCE_SUCCESS);
    verify(round, ue, g_in[ue]);
  }
}

void meet(const Round&) { RCCE_barrier(&RCCE_COMM_WORLD); }

// The next round's messages must not be taken for those of this one.
void take_from_anyone(const Round& round) {
  if (round.me != round.root) send(round);
  for (int left = round.me == round.root ? round.n - 1 : 0; left != 0; --left) {
    iRCCE_RECV_REQUEST request;
    iRCCE_irecv(g_in[0], kBytes, iRCCE_ANY_SOURCE, &request);
    expect(iRCCE_irecv_wait(&request) == iRCCE_SUCCESS);
    verify(round, iRCCE_get_source(&request), g_in[0]);
  }
  meet(round);
}

void probe(const Round& round) {
  if (round.me != round.root) send(round);
  for (int left = round.me == round.root ? round.n - 1 : 0; left != 0; --left) {
    int ue = -1;
    iRCCE_probe(iRCCE_ANY_SOURCE, &ue);
    iRCCE_RECV_REQUEST request;
    iRCCE_irecv(g_in[0], kBytes, ue, &request);
    expect(iRCCE_irecv_wait(&request) == iRCCE_SUCCESS);
    verify(round, ue, g_in[0]);
  }
  meet(round);
}

void receive_in_order(const Round& round) {
  if (round.me != round.root) {
    fill(round);
    expect(RCCE_send(g_out, kBytes, round.root) == RCCE_SUCCESS);
    return;
  }
  for (int ue = 0; ue < round.n; ++ue) {
    if (ue == round.root) continue;
    expect(RCCE_recv(g_in[ue], kBytes, ue) == RCCE_SUCCESS);
    verify(round, ue, g_in[ue]);
  }
}

void compute(uint32_t turns) {
  volatile uint32_t x = 1;
  for (uint32_t i = 0; i < turns; ++i) x = x + i;
}

void lock(const Round& round) {
  RCCE_acquire_lock(round.root);
  compute(200);
  RCCE_release_lock(round.root);
}

void lock_with_pauses(const Round& round) {
  RCCE_backoff_lock(round.root);
  compute(200);
  RCCE_release_lock(round.root);
}

void broadcast(const Round& round) {
  if (round.me == round.root) fill(round);
  expect(RCCE_bcast(g_out, kBytes, round.root, RCCE_COMM_WORLD) == RCCE_SUCCESS);
  verify(round, round.root, g_out);
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  struct Way {
    const char* name;
    void (*wait)(const Round&);
  };
  const Way ways[] = {{"all", wait_for_all},
                      {"each", wait_for_each},
                      {"test", test_in_turn},
                      {"anyone", take_from_anyone},
                      {"probe", probe},
                      {"order", receive_in_order},
                      {"lock", lock},
                      {"pauses", lock_with_pauses},
                      {"barrier", meet},
                      {"broadcast", broadcast},
                      {"limit", test_for_a_time}};
  constexpr uint32_t kWays = sizeof ways / sizeof ways[0];
  const int me = RCCE_ue(), n = RCCE_num_ues();
  if (argc < 4 || n > kMost) return 2;
  const auto seed = static_cast<uint32_t>(strtoul(argv[2], nullptr, 10));
  Random common(seed), own(seed + 977u * static_cast<uint32_t>(me + 1));
  uint32_t chosen = kWays;
  for (uint32_t i = 0; i < kWays; ++i)
    if (strcmp(ways[i].name, argv[1]) == 0) chosen = i;
  for (int number = 0; number < atoi(argv[3]); ++number) {
    const Round round{number, static_cast<int>(common.below(static_cast<uint32_t>(n))), me, n};
    const uint32_t way = common.below(kWays);
    compute(own.below(own.below(3) == 0 ? 20000 : 300));
    ways[chosen < kWays ? chosen : way].wait(round);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_finalize();
  return g_failures != 0;
}
