// SPDX-License-Identifier: Apache-2.0
// A random program of many UEs with iRCCE's requests, for tests of the simulator, as soak.cpp is
// with RCCE's calls. Every UE draws the same messages from the seed, posts its own, and waits for
// them in a way of its own. What arrives is checked.
//   soak_requests SEED ROUNDS
#include <stdint.h>
#include <stdlib.h>

#include "RCCE.h"
#include "firmware/apps/checks/soak/random.h"
#include "iRCCE.h"

namespace {

constexpr uint32_t kMostBytes = 3000;
constexpr int kMostMessages = 6;  // that a UE sends, and receives, in a round

int g_failures = 0;
void expect(bool holds) { g_failures += !holds; }

void compute(uint32_t turns) {
  volatile double x = 1;
  for (uint32_t i = 0; i < turns; ++i) x = x * 1.0000001 + 0.5;
}

// Messages of a round in which anyone may send are told apart by their senders only.
char content(uint32_t round, int source, uint32_t size, uint32_t at) {
  return static_cast<char>(round * 31 + static_cast<uint32_t>(source) * 7 + size + at);
}

struct Sent {
  iRCCE_SEND_REQUEST request;
  char data[kMostBytes];
  bool done;
};
struct Received {
  iRCCE_RECV_REQUEST request;
  char data[kMostBytes];
  int source;  // -1: anyone
  uint32_t bytes;
  bool done;
};
Sent g_sent[kMostMessages];
Received g_received[kMostMessages];
int g_sends, g_receives;

uint32_t bytes_of(Random& common) {
  const uint32_t most[] = {32, 200, kMostBytes};
  return 1 + common.below(most[common.below(3)]);
}

void post_send(uint32_t round, int me, int to, uint32_t bytes) {
  Sent& sent = g_sent[g_sends++];
  sent.done = false;
  for (uint32_t i = 0; i < bytes; ++i) sent.data[i] = content(round, me, bytes, i);
  expect(iRCCE_isend(sent.data, static_cast<ssize_t>(bytes), to, &sent.request) != iRCCE_ERROR);
}

void post_receive(int from, bool anyone, bool any_length, uint32_t bytes) {
  Received& received = g_received[g_receives++];
  received.done = false;
  received.source = anyone ? -1 : from;
  received.bytes = bytes;
  expect(iRCCE_irecv(received.data, any_length ? iRCCE_ANY_LENGTH : static_cast<ssize_t>(bytes),
                     anyone ? iRCCE_ANY_SOURCE : from, &received.request) != iRCCE_ERROR);
}

// A receive that nobody answers, taken back.
void cancel_receive(int source) {
  static iRCCE_RECV_REQUEST request;
  static char room[64];
  if (iRCCE_irecv(room, sizeof room, source, &request) == iRCCE_SUCCESS) return expect(false);
  int cancelled = 0;
  iRCCE_irecv_push();
  expect(iRCCE_irecv_cancel(&request, &cancelled) == iRCCE_SUCCESS && cancelled == 1);
}

void post_all(Random& common, Random& own, uint32_t round, int me, int n) {
  static int sends[RCCE_MAXNP], receives[RCCE_MAXNP];
  for (int i = 0; i < n; ++i) sends[i] = receives[i] = 0;
  g_sends = g_receives = 0;
  const bool anyone = common.below(3) == 0;
#ifdef BIGFLAGS
  const bool any_length = common.below(2) == 0;
#else
  const bool any_length = false;
#endif
  const uint32_t common_bytes = bytes_of(common);
  bool heard[RCCE_MAXNP] = {};
  for (uint32_t left = 1 + common.below(2u * static_cast<uint32_t>(n)); left > 0; --left) {
    const auto from = static_cast<int>(common.below(static_cast<uint32_t>(n)));
    const auto to = static_cast<int>(common.below(static_cast<uint32_t>(n)));
    const uint32_t bytes = anyone && !any_length ? common_bytes : bytes_of(common);
    if (from == to || sends[from] == kMostMessages || receives[to] == kMostMessages) continue;
    ++sends[from];
    ++receives[to];
    if (me == from) post_send(round, me, to, bytes);
    if (me == to) {
      heard[from] = true;
      post_receive(from, anyone, any_length, bytes);
    }
    if (me == from || me == to) compute(own.below(40));
  }
  if (anyone || own.below(2) == 0) return;
  const auto silent = static_cast<int>(own.below(static_cast<uint32_t>(n)));
  if (silent != me && !heard[silent]) cancel_receive(silent);
}

iRCCE_WAIT_LIST list_of_all() {
  iRCCE_WAIT_LIST list;
  iRCCE_init_wait_list(&list);
  for (int i = 0; i < g_sends; ++i) iRCCE_add_to_wait_list(&list, &g_sent[i].request, nullptr);
  for (int i = 0; i < g_receives; ++i)
    iRCCE_add_to_wait_list(&list, nullptr, &g_received[i].request);
  return list;
}

void wait_one_by_one() {
  iRCCE_WAIT_LIST list = list_of_all();
  for (int left = g_sends + g_receives; left > 0; --left) {
    iRCCE_SEND_REQUEST* send = nullptr;
    iRCCE_RECV_REQUEST* receive = nullptr;
    expect(iRCCE_wait_any(&list, &send, &receive) == iRCCE_SUCCESS);
    expect((send == nullptr) != (receive == nullptr));
  }
}

void test_until_done(Random& own) {
  for (int left = g_sends + g_receives; left > 0;) {
    for (int i = 0; i < g_sends; ++i) {
      int done = 0;
      if (!g_sent[i].done) iRCCE_isend_test(&g_sent[i].request, &done);
      if (done) g_sent[i].done = true, --left;
    }
    for (int i = 0; i < g_receives; ++i) {
      int done = 0;
      if (!g_received[i].done) iRCCE_irecv_test(&g_received[i].request, &done);
      if (done) g_received[i].done = true, --left;
    }
    compute(own.below(60));
    if (own.below(2) == 0) iRCCE_isend_push();
    if (own.below(2) == 0) iRCCE_irecv_push();
  }
}

void wait_for_all(Random& own) {
  iRCCE_WAIT_LIST list;
  switch (own.below(4)) {
    case 0:
      list = list_of_all();
      expect(iRCCE_wait_all(&list) == iRCCE_SUCCESS);
      break;
    case 1:
      wait_one_by_one();
      break;
    case 2:
      test_until_done(own);
      break;
    default:
      for (int i = g_receives; i-- > 0;) iRCCE_irecv_wait(&g_received[i].request);
      for (int i = 0; i < g_sends; ++i) iRCCE_isend_wait(&g_sent[i].request);
  }
}

void verify(uint32_t round) {
  for (int i = 0; i < g_receives; ++i) {
    Received& received = g_received[i];
    const int source = iRCCE_get_source(&received.request);
    const auto bytes = static_cast<uint32_t>(iRCCE_get_size(nullptr, &received.request));
    if (received.source >= 0) expect(source == received.source && bytes == received.bytes);
    expect(bytes >= 1 && bytes <= kMostBytes);
    for (uint32_t at = 0; at < bytes && at < kMostBytes; ++at)
      expect(received.data[at] == content(round, source, bytes, at));
  }
}

// A message of one to the next, without requests, in pieces.
void pipelined(Random& common, uint32_t round, int me, int n) {
  const uint32_t bytes = bytes_of(common);
  const auto from = static_cast<int>(common.below(static_cast<uint32_t>(n)));
  const int to = (from + 1) % n;
  char* const data = g_received[0].data;
  if (from == to) return;
  if (me == from) {
    for (uint32_t i = 0; i < bytes; ++i) data[i] = content(round, from, bytes, i);
    expect(iRCCE_ssend(data, static_cast<ssize_t>(bytes), to) == iRCCE_SUCCESS);
  } else if (me == to) {
    expect(iRCCE_srecv(data, static_cast<ssize_t>(bytes), from) == iRCCE_SUCCESS);
    for (uint32_t i = 0; i < bytes; ++i) expect(data[i] == content(round, from, bytes, i));
  }
}

void broadcast(Random& common, uint32_t round, int me, int n) {
  const uint32_t bytes = bytes_of(common);
  const auto root = static_cast<int>(common.below(static_cast<uint32_t>(n)));
  char* const data = g_received[0].data;
  if (me == root)
    for (uint32_t i = 0; i < bytes; ++i) data[i] = content(round, root, bytes, i);
  expect((common.below(2) == 0 ? iRCCE_bcast(data, bytes, root, RCCE_COMM_WORLD)
                               : iRCCE_mcast(data, bytes, root)) == iRCCE_SUCCESS);
  for (uint32_t i = 0; i < bytes; ++i) expect(data[i] == content(round, root, bytes, i));
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const int me = RCCE_ue(), n = RCCE_num_ues();
  const auto seed = static_cast<uint32_t>(argc > 1 ? strtoul(argv[1], nullptr, 10) : 1);
  const auto rounds = static_cast<uint32_t>(argc > 2 ? atoi(argv[2]) : 10);
  Random common(seed), own(seed + 977u * static_cast<uint32_t>(me + 1));
  for (uint32_t round = 0; round < rounds; ++round) {
    compute(own.below(own.below(4) == 0 ? 3000 : 50));
    switch (common.below(5)) {
      case 0:
        pipelined(common, round, me, n);
        break;
      case 1:
        broadcast(common, round, me, n);
        break;
      default:
        post_all(common, own, round, me, n);
        wait_for_all(own);
        verify(round);
    }
    iRCCE_barrier(nullptr);
  }
  RCCE_finalize();
  return g_failures != 0;
}
