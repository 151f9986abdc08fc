// SPDX-License-Identifier: Apache-2.0
// Checks iRCCE on the machine it runs on.
//   ircce_check storm [MESSAGES [SEED]]    random messages between all pairs, any order of waiting
//   ircce_check any | mixed | lists | errors | atomic | collectives
//   ircce_check unmatched                  a send without a receive: RCCE_finalize must refuse
// Exit status 0 when all of it is right.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <initializer_list>

#include "RCCE_lib.h"
#include "iRCCE.h"

namespace {

int failures = 0;

void expect(bool ok, const char* what, int a = 0, int b = 0) {
  if (ok) return;
  ++failures;
  printf("UE %d: %s (%d, %d)\n", RCCE_ue(), what, a, b);
}

// SplitMix32: every UE draws the same numbers from the same seed.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t below(uint32_t n) {
    uint32_t z = state_ += 0x9e3779b9u;
    z = (z ^ (z >> 16)) * 0x21f0aaadu;
    z = (z ^ (z >> 15)) * 0x735a2d97u;
    return static_cast<uint32_t>((uint64_t{z ^ (z >> 15)} * n) >> 32);
  }

 private:
  uint32_t state_;
};

char byte_of(int message, size_t i) {
  return static_cast<char>(i * 167 + (i >> 8) * 59 + static_cast<size_t>(message) * 31);
}

constexpr size_t kMargin = 32;
constexpr char kUntouched = 0x5A;

// A message under way, on the side of this UE.
struct Slot {
  bool used, receives;
  int message;
  size_t size;
  char* data;
  iRCCE_SEND_REQUEST send;
  iRCCE_RECV_REQUEST recv;

  void begin(bool receive, int number, size_t bytes) {
    used = true;
    receives = receive;
    message = number;
    size = bytes;
    data = static_cast<char*>(malloc(bytes + kMargin));
    if (data == nullptr) abort();
    if (receive) {
      memset(data, kUntouched, bytes + kMargin);
    } else {
      for (size_t i = 0; i < bytes; ++i) data[i] = byte_of(number, i);
    }
  }
  void end() {
    if (receives) {
      size_t right = 0;
      while (right < size && data[right] == byte_of(message, right)) ++right;
      expect(right == size, "message damaged at", message, static_cast<int>(right));
      for (size_t i = size; i < size + kMargin; ++i) {
        expect(data[i] == kUntouched, "written behind message", message, static_cast<int>(i));
      }
    }
    free(data);
    used = false;
  }
};

constexpr int kSlots = 8;
Slot slots[kSlots];

void wait_for(Slot& slot) {
  if (slot.receives) {
    iRCCE_irecv_wait(&slot.recv);
  } else {
    iRCCE_isend_wait(&slot.send);
  }
  slot.end();
}

size_t random_size(Random& random) {
  static constexpr size_t kEdges[] = {0, 1, 31, 32, 33, 4000, 8191, 8192, 8193};
  switch (random.below(4)) {
    case 0:
      return kEdges[random.below(sizeof kEdges / sizeof *kEdges)];
    case 1:
      return random.below(20'000);
    default:
      return random.below(300);
  }
}

// Both ends post the messages of one list in its order, so the earliest that is not through has
// been posted by both, and every wait comes to an end whatever its order.
void storm(int messages, uint32_t seed) {
  const auto ues = static_cast<uint32_t>(RCCE_num_ues());
  if (ues < 2) return;
  Random common(seed), own(seed * 48 + static_cast<uint32_t>(RCCE_ue()) + 1);
  for (int message = 0; message < messages; ++message) {
    const int source = static_cast<int>(common.below(ues));
    const int dest =
        static_cast<int>((static_cast<uint32_t>(source) + 1 + common.below(ues - 1)) % ues);
    const size_t size = random_size(common);
    const bool pipelined = common.below(2) != 0;
    if (source != RCCE_ue() && dest != RCCE_ue()) continue;
    int free_slot = -1;
    for (int i = 0; i < kSlots; ++i) {
      if (!slots[i].used) free_slot = i;
    }
    if (free_slot < 0) wait_for(slots[free_slot = static_cast<int>(own.below(kSlots))]);
    Slot& slot = slots[free_slot];
    slot.begin(dest == RCCE_ue(), message, size);
    const auto bytes = static_cast<ssize_t>(size);
    int status;
    if (slot.receives) {
      status = pipelined ? iRCCE_isrecv(slot.data, bytes, source, &slot.recv)
                         : iRCCE_irecv(slot.data, bytes, source, &slot.recv);
    } else {
      status = pipelined ? iRCCE_issend(slot.data, bytes, dest, &slot.send)
                         : iRCCE_isend(slot.data, bytes, dest, &slot.send);
    }
    expect(status == iRCCE_SUCCESS || status == iRCCE_PENDING || status == iRCCE_RESERVED,
           "posting failed", message, status);
    if (own.below(3) == 0) {
      int done;
      if (slot.receives) {
        iRCCE_irecv_test(&slot.recv, &done);
      } else {
        iRCCE_isend_test(&slot.send, &done);
      }
      if (done != 0) slot.end();
    }
  }
  for (Slot& slot : slots) {
    if (slot.used) wait_for(slot);
  }
}

// All UEs send to UE 0, which does not know in which order, nor (big flags) how much.
void any() {
  constexpr size_t kLargest = 10'000;
  RCCE_FLAG tagged;
  const bool any_length = iRCCE_flag_alloc_tagged(&tagged) == iRCCE_SUCCESS;
  static char data[kLargest];
  const auto size_from = [](int ue) { return static_cast<size_t>(ue) * 200 % kLargest; };
  const int me = RCCE_ue();
  if (me != 0) {
    for (size_t i = 0; i < size_from(me); ++i) data[i] = byte_of(me, i);
    iRCCE_isend(data, static_cast<ssize_t>(size_from(me)), 0, nullptr);
    return;
  }
  uint64_t seen = 1;
  for (int i = 1; i < RCCE_num_ues(); ++i) {
    int source = -1;
    iRCCE_probe(iRCCE_ANY_SOURCE, &source);
    expect(source > 0 && (seen >> source & 1) == 0, "probe found", source);
    const auto bytes = static_cast<ssize_t>(size_from(source));
    const int status = any_length ? iRCCE_irecv(data, iRCCE_ANY_LENGTH, iRCCE_ANY_SOURCE, nullptr)
                                  : iRCCE_irecv(data, bytes, source, nullptr);
    expect(status == iRCCE_SUCCESS, "receive from anyone", status);
    source = iRCCE_get_source(nullptr);
    seen |= uint64_t{1} << source;
    expect(iRCCE_get_length() == static_cast<int>(size_from(source)), "length from", source,
           iRCCE_get_length());
    for (size_t k = 0; k < size_from(source); ++k) {
      if (data[k] == byte_of(source, k)) continue;
      expect(false, "damaged, from", source, static_cast<int>(k));
      break;
    }
  }
}

// Neighbours: one side of RCCE, the other of iRCCE, both ways.
void mixed() {
  static char data[9'000];
  for (const size_t size : {size_t{1}, size_t{32}, size_t{100}, sizeof data}) {
    const auto bytes = static_cast<ssize_t>(size);
    const int me = RCCE_ue(), peer = me ^ 1;
    if (peer >= RCCE_num_ues()) continue;
    for (size_t i = 0; i < size; ++i) data[i] = me % 2 == 0 ? byte_of(7, i) : char{0};
    if (me % 2 == 0) {
      iRCCE_isend(data, bytes, peer, nullptr);
      RCCE_send(data, size, peer);
    } else {
      RCCE_recv(data, size, peer);
      expect(data[size - 1] == byte_of(7, size - 1), "RCCE_recv of an isend",
             static_cast<int>(size));
      data[size - 1] = 0;
      iRCCE_irecv(data, bytes, peer, nullptr);
      expect(data[size - 1] == byte_of(7, size - 1), "irecv of an RCCE_send",
             static_cast<int>(size));
    }
  }
}

// Everyone to everyone, collected by wait lists.
void lists() {
  const int ues = RCCE_num_ues(), me = RCCE_ue();
  static iRCCE_SEND_REQUEST sends[RCCE_MAXNP];
  static iRCCE_RECV_REQUEST recvs[RCCE_MAXNP];
  static int out[RCCE_MAXNP], in[RCCE_MAXNP];
  iRCCE_WAIT_LIST sent, received;
  iRCCE_init_wait_list(&sent);
  iRCCE_init_wait_list(&received);
  for (int other = 0; other < ues; ++other) {
    if (other == me) continue;
    out[other] = me * 100 + other;
    iRCCE_irecv(reinterpret_cast<char*>(&in[other]), sizeof(int), other, &recvs[other]);
    iRCCE_isend(reinterpret_cast<char*>(&out[other]), sizeof(int), other, &sends[other]);
    iRCCE_add_to_wait_list(&sent, &sends[other], nullptr);
    iRCCE_add_to_wait_list(&received, nullptr, &recvs[other]);
  }
  for (int left = ues - 1; left > 0; --left) {
    iRCCE_SEND_REQUEST* send;
    iRCCE_RECV_REQUEST* recv;
    expect(iRCCE_wait_any(&received, &send, &recv) == iRCCE_SUCCESS, "wait_any");
    expect(send == nullptr && recv != nullptr, "wait_any's request");
    const int source = iRCCE_get_source(recv);
    expect(in[source] == source * 100 + me, "value from", source, in[source]);
    expect(iRCCE_get_size(nullptr, recv) == sizeof(int), "size");
  }
  expect(iRCCE_wait_any(&received, nullptr, nullptr) == iRCCE_NOT_ENQUEUED, "empty list");
  expect(iRCCE_wait_all(&sent) == iRCCE_SUCCESS, "wait_all");
}

void errors() {
  char data[64];
  const int me = RCCE_ue(), ues = RCCE_num_ues();
  int answer = 0;
  iRCCE_AIR* counter = nullptr;
  expect(iRCCE_atomic_inc(nullptr, &answer) == RCCE_ERROR_VAL_UNDEFINED, "inc of nothing");
  expect(iRCCE_atomic_read(nullptr, &answer) == RCCE_ERROR_VAL_UNDEFINED, "read of nothing");
  expect(iRCCE_atomic_write(nullptr, 1) == RCCE_ERROR_VAL_UNDEFINED, "write of nothing");
  expect(iRCCE_atomic_alloc(&counter) == iRCCE_SUCCESS &&
             iRCCE_atomic_read(counter, nullptr) == RCCE_ERROR_VAL_UNDEFINED,
         "read to nowhere");
  iRCCE_init_wait_list(nullptr);
  iRCCE_add_to_wait_list(nullptr, nullptr, nullptr);
  expect(iRCCE_test_all(nullptr, &answer) == RCCE_ERROR_VAL_UNDEFINED, "test_all of nothing");
  expect(iRCCE_wait_all(nullptr) == RCCE_ERROR_VAL_UNDEFINED, "wait_all of nothing");
  expect(iRCCE_test_any(nullptr, nullptr, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "test_any");
  expect(iRCCE_wait_any(nullptr, nullptr, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "wait_any");
  expect(iRCCE_isend(data, 8, ues, nullptr) == RCCE_ERROR_ID, "UE beyond the last");
  expect(iRCCE_isend(data, 8, -1, nullptr) == RCCE_ERROR_ID, "UE -1");
  expect(iRCCE_isend(data, 8, me, nullptr) == RCCE_ERROR_ID, "to itself");
  expect(iRCCE_irecv(data, 8, ues, nullptr) == RCCE_ERROR_ID, "from beyond the last");
  expect(iRCCE_ssend(data, 8, ues) == RCCE_ERROR_ID, "ssend beyond the last");
  if (ues < 2) return;
  const int peer = (me + 1) % ues;
  expect(iRCCE_isend(data, -5, peer, nullptr) == RCCE_ERROR_MESSAGE_LENGTH, "negative length");
  expect(iRCCE_irecv(data, -5, peer, nullptr) == RCCE_ERROR_MESSAGE_LENGTH, "negative length");
  const t_vcharp buffer = RCCE_comm_buffer[me];
  const auto bytes = reinterpret_cast<t_vcharp>(data);
  expect(iRCCE_put(buffer + 1, bytes, 32, peer) == RCCE_ERROR_ALIGNMENT, "put off a line");
  expect(iRCCE_put(bytes, bytes, 32, peer) == RCCE_ERROR_TARGET, "put to private memory");
  expect(iRCCE_get(bytes, bytes, 32, peer) == RCCE_ERROR_SOURCE, "get from private memory");
  expect(iRCCE_get(bytes, buffer, 8'224, peer) == RCCE_ERROR_MESSAGE_LENGTH, "get beyond the end");
  expect(iRCCE_put(buffer, nullptr, 32, peer) == RCCE_ERROR_SOURCE, "put from nowhere");
  expect(iRCCE_get(nullptr, buffer, 32, peer) == RCCE_ERROR_TARGET, "get to nowhere");
  const t_vcharp last = buffer + RCCE_BUFF_SIZE_MAX - 96;
  expect(iRCCE_put(last, last + 32, 64, me) == RCCE_ERROR_DATA_OVERLAP, "put over itself");
  expect(iRCCE_get(last, last + 32, 64, me) == RCCE_ERROR_DATA_OVERLAP, "get over itself");
  iRCCE_SEND_REQUEST send;
  iRCCE_RECV_REQUEST recv;
  expect(iRCCE_isend(nullptr, 4, peer, &send) == RCCE_ERROR_SOURCE, "isend from nowhere");
  expect(iRCCE_irecv(nullptr, 4, peer, &recv) == RCCE_ERROR_TARGET, "irecv to nowhere");
  expect(iRCCE_ssend(nullptr, 4, peer) == RCCE_ERROR_SOURCE, "ssend from nowhere");
  expect(iRCCE_srecv(nullptr, 4, peer) == RCCE_ERROR_TARGET, "srecv to nowhere");
  expect(iRCCE_srecv_test(data, 4, peer, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "no answer");
  expect(iRCCE_msend(nullptr, 4) == RCCE_ERROR_SOURCE, "msend from nowhere");
  expect(iRCCE_mrecv(nullptr, 4, peer) == RCCE_ERROR_TARGET, "mrecv to nowhere");
  char* const chunk = reinterpret_cast<char*>(const_cast<unsigned char*>(last));
  expect(iRCCE_isend(chunk, 4, peer, &send) == RCCE_ERROR_DATA_OVERLAP, "isend from the buffer");
  char* const theirs = reinterpret_cast<char*>(
      const_cast<unsigned char*>(RCCE_comm_buffer[peer] + RCCE_BUFF_SIZE_MAX - 96));
  expect(iRCCE_irecv(theirs, 4, peer, &recv) == RCCE_ERROR_DATA_OVERLAP, "irecv into theirs");
  // A request in use, and cancelling.
  if (me == 0) {
    iRCCE_RECV_REQUEST first, second;
    int test = 7;
    expect(iRCCE_irecv(data, 8, peer, &first) == iRCCE_PENDING, "nothing there yet");
    expect(iRCCE_irecv(data, 8, peer, &first) == iRCCE_ERROR, "request used twice");
    expect(iRCCE_irecv(data + 8, 8, peer, &second) == iRCCE_RESERVED, "behind the first");
    expect(iRCCE_irecv_cancel(&second, &test) == iRCCE_SUCCESS && test == 1, "cancel");
    expect(iRCCE_irecv_cancel(&second, &test) == iRCCE_NOT_ENQUEUED && test == 0, "cancelled");
    expect(iRCCE_irecv_cancel(&first, &test) == iRCCE_SUCCESS && test == 1, "cancel the first");
    expect(iRCCE_irecv_test(nullptr, &test) == iRCCE_SUCCESS && test == 1, "nothing under way");
  }
}

// Every UE counts to ten on one counter: the values are all different.
void atomic() {
  constexpr int kEach = 10;
  iRCCE_AIR* counter = nullptr;
  expect(iRCCE_atomic_alloc(&counter) == iRCCE_SUCCESS, "alloc");
  if (RCCE_ue() == 0) iRCCE_atomic_write(counter, 0);
  RCCE_barrier(&RCCE_COMM_WORLD);
  int last = -1;
  for (int i = 0; i < kEach; ++i) {
    int before = -1;
    iRCCE_atomic_inc(counter, &before);
    expect(before > last, "counts up", before, last);
    last = before;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  int value = -1;
  iRCCE_atomic_read(counter, &value);
  expect(value == kEach * RCCE_num_ues(), "all counted", value);
}

void collectives() {
  static char data[20'000];
  const int ues = RCCE_num_ues();
  for (const size_t size : {size_t{0}, size_t{1}, size_t{33}, size_t{8'192}, sizeof data}) {
    for (const int root : {0, ues / 2, ues - 1}) {
      for (const bool tree : {true, false}) {
        const int key = root + (tree ? 50 : 0);
        for (size_t i = 0; i < size; ++i) data[i] = RCCE_ue() == root ? byte_of(key, i) : char{0};
        if (tree) {
          iRCCE_bcast(data, size, root, RCCE_COMM_WORLD);
        } else {
          iRCCE_mcast(data, size, root);
        }
        size_t right = 0;
        while (right < size && data[right] == byte_of(key, right)) ++right;
        expect(right == size, tree ? "bcast" : "mcast", root, static_cast<int>(right));
        iRCCE_barrier(nullptr);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const auto is = [&](const char* name) { return argc > 1 && strcmp(argv[1], name) == 0; };
  static char lost[100];
  static iRCCE_SEND_REQUEST request;
  if (is("storm")) {
    storm(argc > 2 ? atoi(argv[2]) : 500, argc > 3 ? static_cast<uint32_t>(atoi(argv[3])) : 1);
  } else if (is("any")) {
    any();
  } else if (is("mixed")) {
    mixed();
  } else if (is("lists")) {
    lists();
  } else if (is("errors")) {
    errors();
  } else if (is("atomic")) {
    atomic();
  } else if (is("collectives")) {
    collectives();
  } else if (is("unmatched")) {
    if (RCCE_ue() == 0) iRCCE_isend(lost, sizeof lost, 1, &request);
  } else {
    fprintf(stderr, "ircce_check: no such section\n");
    return 1;
  }
  const int finalized = RCCE_finalize();
  return failures != 0 || finalized != RCCE_SUCCESS ? 1 : 0;
}
