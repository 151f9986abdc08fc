// SPDX-License-Identifier: Apache-2.0
// Checks RCCE's basic interface on the machine it runs on.
//   rcce_check [SECTION...]     sections below; default all. Exit status 0 when all of it is right.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <initializer_list>

#include "RCCE.h"
#include "RCCE_lib.h"
#include "firmware/hal/address.h"
#include "firmware/hal/tile.h"
#include "firmware/hal/time.h"

namespace {

constexpr size_t kSizes[] = {0, 1, 31, 32, 33, 8191, 8192, 8193, 200'000};
constexpr size_t kLargest = 200'000;
constexpr unsigned char kUntouched = 0xA5;
constexpr size_t kMargin = 32;

int failures = 0;

void expect(bool ok, const char* what, int a = 0, int b = 0) {
  if (ok) return;
  ++failures;
  printf("UE %d: %s (%d, %d)\n", RCCE_ue(), what, a, b);
}

// A message that depends on sender, receiver and size, and differs in every byte position.
unsigned char pattern(size_t i, int source, int dest, size_t size) {
  return static_cast<unsigned char>(i * 167 + (i >> 8) * 59 + static_cast<size_t>(source) * 31 +
                                    static_cast<size_t>(dest) * 7 + size);
}

struct Buffer {
  char* data = static_cast<char*>(malloc(kLargest + kMargin));
  Buffer() = default;
  ~Buffer() { free(data); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
};

Buffer& buffer() {
  static Buffer only;
  return only;
}

void fill(int source, int dest, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    buffer().data[i] = static_cast<char>(pattern(i, source, dest, size));
  }
}

void soil(size_t size) { memset(buffer().data, kUntouched, size + kMargin); }

// The message is whole, and nothing was written behind it.
bool intact(int source, int dest, size_t size) {
  const auto* data = reinterpret_cast<const unsigned char*>(buffer().data);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] != pattern(i, source, dest, size)) return false;
  }
  for (size_t i = size; i < size + kMargin; ++i) {
    if (data[i] != kUntouched) return false;
  }
  return true;
}

void pass_message(int source, int dest, size_t size) {
  if (RCCE_ue() == source) {
    fill(source, dest, size);
    expect(RCCE_send(buffer().data, size, dest) == RCCE_SUCCESS, "send", dest,
           static_cast<int>(size));
  } else if (RCCE_ue() == dest) {
    soil(size);
    expect(RCCE_recv(buffer().data, size, source) == RCCE_SUCCESS, "recv", source,
           static_cast<int>(size));
    expect(intact(source, dest, size), "message damaged: source, bytes", source,
           static_cast<int>(size));
  }
}

int hops(int ue_a, int ue_b) {
  return hal::hops(hal::coordinates(hal::tile_of_core(RC_COREID[ue_a])),
                   hal::coordinates(hal::tile_of_core(RC_COREID[ue_b])));
}

// Every size, there and back, between UE 0 and one UE at each distance from it.
void check_sizes() {
  unsigned distances_done = 0;
  for (int ue = 1; ue < RCCE_num_ues(); ++ue) {
    const unsigned distance = 1u << hops(0, ue);
    if ((distances_done & distance) != 0) continue;
    distances_done |= distance;
    for (const size_t size : kSizes) {
      pass_message(0, ue, size);
      pass_message(ue, 0, size);
    }
  }
}

// Everyone to everyone, one message after the other.
void check_all_pairs() {
  constexpr size_t kSize = 333;
  const int n = RCCE_num_ues();
  for (int source = 0; source < n; ++source) {
    for (int dest = 0; dest < n; ++dest) {
      if (source != dest) pass_message(source, dest, kSize);
    }
  }
}

// A message that waits is seen, one that does not is not.
void check_recv_test() {
  if (RCCE_num_ues() < 2) return;
  constexpr size_t kSize = 100;
  if (RCCE_ue() == 1) {
    int test = -1;
    soil(kSize);
    expect(RCCE_recv_test(buffer().data, kSize, 0, &test) == RCCE_SUCCESS && test == 0,
           "recv_test before the send", test);
    RCCE_barrier(&RCCE_COMM_WORLD);
    do {
      RCCE_recv_test(buffer().data, kSize, 0, &test);
    } while (test == 0);
    expect(intact(0, 1, kSize), "recv_test: message damaged");
    return;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (RCCE_ue() == 0) pass_message(0, 1, kSize);
}

// No UE leaves a barrier before all have entered it, by the chip's global clock.
void check_barrier() {
  constexpr uint64_t kLateTicks = 2000;  // 16 us
  const int n = RCCE_num_ues();
  for (int round = 0; round < 5; ++round) {
    const uint64_t before = hal::global_timestamp();
    if (RCCE_ue() == round % n) {  // comes late
      while (hal::global_timestamp() - before < kLateTicks) {
      }
    }
    uint64_t mine[2];
    mine[0] = hal::global_timestamp();
    expect(RCCE_barrier(&RCCE_COMM_WORLD) == RCCE_SUCCESS, "barrier");
    mine[1] = hal::global_timestamp();

    uint64_t last_arrival = mine[0];
    uint64_t first_departure = mine[1];
    for (int ue = 1; ue < n; ++ue) {
      if (RCCE_ue() == ue) RCCE_send(reinterpret_cast<char*>(mine), sizeof mine, 0);
      if (RCCE_ue() != 0) continue;
      uint64_t theirs[2];
      RCCE_recv(reinterpret_cast<char*>(theirs), sizeof theirs, ue);
      if (theirs[0] > last_arrival) last_arrival = theirs[0];
      if (theirs[1] < first_departure) first_departure = theirs[1];
    }
    if (RCCE_ue() == 0) {
      expect(first_departure >= last_arrival, "left the barrier before the last came", round);
    }
  }
}

void check_bcast() {
  for (const int root : {0, RCCE_num_ues() - 1}) {
    for (const size_t size : {size_t{1}, size_t{32}, size_t{1000}, size_t{8193}}) {
      soil(size);
      if (RCCE_ue() == root) fill(root, 0, size);
      expect(RCCE_bcast(buffer().data, size, root, RCCE_COMM_WORLD) == RCCE_SUCCESS, "bcast", root);
      expect(intact(root, 0, size), "bcast damaged: root, bytes", root, static_cast<int>(size));
    }
  }
}

// A counter in uncached shared memory that is right only if the lock excludes others.
void check_locks() {
  constexpr int kRounds = 20;
  volatile int& counter = *hal::at<volatile int>(SCC_SHARED_BASE + 0x1000);
  if (RCCE_ue() == 0) counter = 0;
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int round = 0; round < kRounds; ++round) {
    RCCE_acquire_lock(0);
    counter = counter + 1;
    RCCE_release_lock(0);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  expect(counter == kRounds * RCCE_num_ues(), "lock: counted, expected", counter,
         kRounds * RCCE_num_ues());
}

int thirds(int ue, void* aux) { return ue % *static_cast<int*>(aux); }

// Three groups, each with a broadcast and a barrier of its own, twice, so that flags are reused.
void check_comm_split() {
  int colors = 3;
  for (int round = 0; round < 2; ++round) {
    RCCE_COMM group;
    group.initialized = RCCE_COMM_NOT_INITIALIZED;
    expect(RCCE_comm_split(thirds, &colors, &group) == RCCE_SUCCESS, "comm_split");
    int size = -1;
    int rank = -1;
    RCCE_comm_size(group, &size);
    RCCE_comm_rank(group, &rank);
    const int color = RCCE_ue() % colors;
    const int expected_size = (RCCE_num_ues() - color + colors - 1) / colors;
    expect(size == expected_size && rank == RCCE_ue() / colors, "comm_split: size, rank", size,
           rank);
    int word = rank == 0 ? 1000 + color : -1;
    RCCE_bcast(reinterpret_cast<char*>(&word), sizeof word, 0, group);
    expect(word == 1000 + color, "bcast in a group", word);
    expect(RCCE_barrier(&group) == RCCE_SUCCESS, "barrier in a group");
    expect(RCCE_comm_free(&group) == RCCE_SUCCESS, "comm_free");
    expect(RCCE_barrier(&group) == RCCE_ERROR_COMM_UNDEFINED, "barrier of a freed group");
  }
}

void check_errors() {
  char byte = 0;
  const int n = RCCE_num_ues();
  expect(RCCE_send(&byte, 1, n) == RCCE_ERROR_ID, "send to nobody");
  expect(RCCE_recv(&byte, 1, -1) == RCCE_ERROR_ID, "recv from nobody");
  expect(RCCE_bcast(&byte, 1, n, RCCE_COMM_WORLD) == RCCE_ERROR_ID, "bcast from nobody");
  expect(RCCE_acquire_lock(n) == RCCE_ERROR_ID, "lock of nobody");
  char text[RCCE_MAX_ERROR_STRING];
  int length = 0;
  expect(RCCE_error_string(RCCE_ERROR_ID, text, &length) == RCCE_SUCCESS &&
             length == static_cast<int>(strlen(text)) && length > 0,
         "error_string", length);
  expect(RCCE_error_string(17, text, &length) == RCCE_ERROR_INVALID_ERROR_CODE,
         "error_string of no error");
  expect(RCCE_debug_set(1) == RCCE_ERROR_DEBUG_FLAG, "debug_set of no group");
}

struct Section {
  const char* name;
  void (*check)();
};

constexpr Section kSections[] = {
    {"errors", check_errors},       {"sizes", check_sizes},
    {"all_pairs", check_all_pairs}, {"recv_test", check_recv_test},
    {"barrier", check_barrier},     {"bcast", check_bcast},
    {"locks", check_locks},         {"comm_split", check_comm_split},
};

bool wanted(const char* name, int argc, char** argv) {
  if (argc < 2) return true;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], name) == 0) return true;
  }
  return false;
}

bool known(const char* name) {
  for (const auto& section : kSections) {
    if (strcmp(section.name, name) == 0) return true;
  }
  return false;
}

// Every UE's failures, summed at UE 0 and given back: all end with the same status.
int total_failures() {
  int total = failures;
  for (int ue = 1; ue < RCCE_num_ues(); ++ue) {
    int theirs = failures;
    if (RCCE_ue() == ue) RCCE_send(reinterpret_cast<char*>(&theirs), sizeof theirs, 0);
    if (RCCE_ue() != 0) continue;
    RCCE_recv(reinterpret_cast<char*>(&theirs), sizeof theirs, ue);
    total += theirs;
  }
  RCCE_bcast(reinterpret_cast<char*>(&total), sizeof total, 0, RCCE_COMM_WORLD);
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  for (int i = 1; i < argc; ++i) {
    if (known(argv[i])) continue;
    if (RCCE_ue() == 0) fprintf(stderr, "rcce_check: no section '%s'\n", argv[i]);
    return 1;
  }
  for (const auto& section : kSections) {
    if (!wanted(section.name, argc, argv)) continue;
    section.check();
    RCCE_barrier(&RCCE_COMM_WORLD);
    if (RCCE_ue() == 0) printf("%s done\n", section.name);
  }
  const int total = total_failures();
  if (RCCE_ue() == 0) printf("rcce_check on %d UEs: %d failures\n", RCCE_num_ues(), total);
  RCCE_finalize();
  return total == 0 ? 0 : 1;
}
