// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_lib.h"
#include "firmware/hal/host.h"
#include "firmware/hal/page_placement.h"
#include "firmware/hal/processor.h"

namespace {

constexpr size_t kCacheBytes = 256 * 1024;  // L2
constexpr size_t kWarmUpBytes = 16 * 1024;
constexpr size_t kPageBytes = 4096;
constexpr size_t kGuardBytes = 2 * RCCE_LINE_SIZE;
constexpr unsigned char kGuard = 0xA5;
constexpr size_t kLargest = 32u << 20;
constexpr int kListLength = 256;

struct List {
  long values[kListLength];
  int count = 0;
};

struct Plan {
  List sizes;
  List roots;
  Settings settings;
  int rounds = 1;
  bool check = true;
  bool cold = false;
  size_t offset = 0;
  uint32_t page_seed = 0;
};

bool number(const char*& text, long* value) {
  char* end;
  *value = strtol(text, &end, 10);
  const bool found = end != text && *value >= 0;
  text = end;
  return found;
}

// "0,5,10:20:2"
bool parse_list(const char* text, List* list) {
  list->count = 0;
  for (;;) {
    long first, last, step = 1;
    if (!number(text, &first)) return false;
    last = first;
    if (*text == ':') {
      if (!number(++text, &last) || *text != ':' || !number(++text, &step) || step == 0)
        return false;
    }
    for (long value = first; value <= last; value += step) {
      if (list->count == kListLength) return false;
      list->values[list->count++] = value;
    }
    if (*text == '\0') return true;
    if (*text++ != ',') return false;
  }
}

bool parse_number(const char* text, long least, long most, long* value) {
  return number(text, value) && *text == '\0' && *value >= least && *value <= most;
}

// One NAME=VALUE; false if there is no such setting or its value makes no sense.
bool parse_setting(const char* argument, Plan* plan) {
  const char* const equals = strchr(argument, '=');
  if (equals == nullptr) return false;
  const char* const text = equals + 1;
  const auto is = [&](const char* name) {
    return strlen(name) == static_cast<size_t>(equals - argument) &&
           strncmp(argument, name, strlen(name)) == 0;
  };
  long value = 0;
  if (is("bytes")) return parse_list(text, &plan->sizes);
  if (is("root")) return parse_list(text, &plan->roots);
  if (is("part") && parse_number(text, 1, kLargest, &value)) {
    plan->settings.part_bytes = static_cast<size_t>(value);
  } else if (is("pipe") && parse_number(text, 1, kLargest, &value)) {
    plan->settings.pipe_bytes = static_cast<size_t>(value);
  } else if (is("arity") && parse_number(text, 1, RCCE_MAXNP, &value)) {
    plan->settings.arity = static_cast<int>(value);
  } else if (is("rounds") && parse_number(text, 1, 1000000, &value)) {
    plan->rounds = static_cast<int>(value);
  } else if (is("check") && parse_number(text, 0, 1, &value)) {
    plan->check = value != 0;
  } else if (is("cold") && parse_number(text, 0, 1, &value)) {
    plan->cold = value != 0;
  } else if (is("trace") && parse_number(text, 0, 1, &value)) {
    plan->settings.trace = value != 0;
  } else if (is("offset") && parse_number(text, 0, kPageBytes - 8, &value) && value % 8 == 0) {
    plan->offset = static_cast<size_t>(value);
  } else if (is("pages") && parse_number(text, 0, 0x7FFFFFFF, &value)) {
    plan->page_seed = static_cast<uint32_t>(value);
  } else {
    return false;
  }
  return true;
}

bool complain(const char* what, const char* which) {
  if (RCCE_ue() == 0) fprintf(stderr, "broadcast: %s '%s'\n", what, which);
  return false;
}

bool parse_plan(int argc, char** argv, Plan* plan) {
  parse_list("4096", &plan->sizes);
  parse_list("0", &plan->roots);
  for (int i = 2; i < argc; ++i) {
    if (!parse_setting(argv[i], plan)) return complain("cannot use the argument", argv[i]);
  }
  for (int i = 0; i < plan->roots.count; ++i) {
    if (plan->roots.values[i] >= RCCE_num_ues()) return complain("a root is no UE", "root");
  }
  for (int i = 0; i < plan->sizes.count; ++i) {
    if (plan->sizes.values[i] > static_cast<long>(kLargest)) return complain("too large", "bytes");
  }
  return true;
}

// What byte i of a message is: different in each message, and nowhere what the others start with.
uint32_t word_of(size_t index, uint32_t salt) {
  return (static_cast<uint32_t>(index) + salt) * 2654435761u;
}

// Messages start at a multiple of 8, so their words are aligned.
using Word = uint32_t __attribute__((may_alias));

void fill(char* data, size_t first, size_t bytes, uint32_t salt, uint32_t flip) {
  size_t i = first / 4 * 4;
  for (; i + 4 <= bytes; i += 4) *reinterpret_cast<Word*>(data + i) = word_of(i, salt) ^ flip;
  const uint32_t last = word_of(i, salt) ^ flip;
  for (size_t k = 0; i + k < bytes; ++k) data[i + k] = static_cast<char>(last >> 8 * k);
}

// The first byte that is not as fill() makes it; `bytes` if all are.
size_t first_difference(const char* data, size_t bytes, uint32_t salt) {
  size_t i = 0;
  while (i + 4 <= bytes && *reinterpret_cast<const Word*>(data + i) == word_of(i, salt)) i += 4;
  while (i < bytes && data[i] == static_cast<char>(word_of(i / 4 * 4, salt) >> 8 * (i % 4))) ++i;
  return i;
}

void read_lines(const char* data, size_t bytes) {
  for (size_t i = 0; i < bytes; i += RCCE_LINE_SIZE) *static_cast<const volatile char*>(data + i);
}

// A message's memory, `offset` bytes behind the begin of a page, with `before` bytes that no UE
// has touched before it, between two guards.
class Buffer {
 public:
  Buffer(size_t bytes, size_t offset, size_t before)
      : bytes_(bytes),
        offset_(offset),
        before_(before),
        block_(static_cast<char*>(malloc(before + bytes + 2 * kGuardBytes + offset + kPageBytes))) {
    const auto first = reinterpret_cast<uintptr_t>(block_) + kGuardBytes + before;
    page_ = reinterpret_cast<char*>((first + kPageBytes - 1) / kPageBytes * kPageBytes);
  }
  ~Buffer() { free(block_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  bool there() const { return block_ != nullptr; }
  char* data() const { return page_ + offset_; }
  // Pages that it shares with others stay: the first part of one, what follows the message.
  bool scatter(uint32_t seed) {
    return seed == 0 ||
           hal::scatter_pages(page_, (offset_ + bytes_) / kPageBytes * kPageBytes, seed);
  }

  void set_guards(size_t bytes) {
    memset(data() - before_ - kGuardBytes, kGuard, kGuardBytes);
    memset(data() + bytes, kGuard, kGuardBytes);
  }
  bool guards_intact(size_t bytes) const {
    return intact(data() - before_ - kGuardBytes) && intact(data() + bytes);
  }

 private:
  static bool intact(const char* guard) {
    for (size_t i = 0; i < kGuardBytes; ++i) {
      if (static_cast<unsigned char>(guard[i]) != kGuard) return false;
    }
    return true;
  }

  size_t bytes_;
  size_t offset_;
  size_t before_;
  char* block_;
  char* page_;
};

struct Times {
  uint64_t begin;
  uint64_t end;
  uint64_t done;
};

class Trial {
 public:
  Trial(const Plan& plan, const Algorithm& algorithm, Buffer& buffer, size_t bytes, int root)
      : plan_(plan), algorithm_(algorithm), buffer_(buffer), bytes_(bytes), root_(root) {}

  // Returns how many UEs' checks failed here: 0 or 1.
  int run() {
    warm_up();
    double shortest = 0;
    for (int round = 0; round < plan_.rounds; ++round) {
      const uint32_t salt = static_cast<uint32_t>(bytes_ * 8191 + round * 131 + root_);
      prepare(salt);
      const Times times = time_one();
      if (plan_.check && !right(salt)) return 1;
      report(round, times);
      const double us = microseconds(times.done - times.begin);
      if (round == 0 || us < shortest) shortest = us;
    }
    if (RCCE_ue() == root_)
      printf("%s, %d UEs, root %d, %u bytes: %.3f us\n", algorithm_.name, RCCE_num_ues(), root_,
             static_cast<unsigned>(bytes_), shortest);
    return 0;
  }

 private:
  void broadcast(size_t bytes) {
    algorithm_.broadcast(plan_.settings, buffer_.data(), bytes, root_);
  }

  // Code, stack and flags come into the caches. The buffer is there before: else every store of a
  // receiver would go to memory, and the links would show more of that than of the broadcast.
  void warm_up() {
    const size_t bytes = bytes_ < kWarmUpBytes ? bytes_ : kWarmUpBytes;
    read_lines(buffer_.data(), bytes);
    broadcast(bytes);
  }

  void prepare(uint32_t salt) {
    char* const data = buffer_.data();
    read_lines(data, bytes_);
    const bool part = !plan_.check && bytes_ > kCacheBytes;
    fill(data, part ? bytes_ - kCacheBytes : 0, bytes_, salt, RCCE_ue() == root_ ? 0 : ~0u);
    if (plan_.check) buffer_.set_guards(bytes_);
    if (plan_.cold) change_cache();
  }

  // As much as L2 holds, in a row: nothing else stays.
  static void change_cache() {
    static volatile char other[kCacheBytes];
    for (size_t i = 0; i < sizeof other; i += RCCE_LINE_SIZE)
      other[i] = static_cast<char>(other[i] + 1);
  }

  Times time_one() {
    Times times;
    RCCE_barrier(&RCCE_COMM_WORLD);
    times.begin = hal::cycles();
    broadcast(bytes_);
    times.end = hal::cycles();
    RCCE_barrier(&RCCE_COMM_WORLD);
    times.done = hal::cycles();
    return times;
  }

  bool right(uint32_t salt) const {
    const size_t wrong = first_difference(buffer_.data(), bytes_, salt);
    if (wrong != bytes_) {
      printf("%s, %d UEs, root %d, %u bytes: byte %u is wrong at UE %d\n", algorithm_.name,
             RCCE_num_ues(), root_, static_cast<unsigned>(bytes_), static_cast<unsigned>(wrong),
             RCCE_ue());
      return false;
    }
    if (!buffer_.guards_intact(bytes_)) {
      printf("%s, %d UEs, root %d, %u bytes: written outside the buffer at UE %d\n",
             algorithm_.name, RCCE_num_ues(), root_, static_cast<unsigned>(bytes_), RCCE_ue());
      return false;
    }
    return true;
  }

  void report(int round, const Times& times) const {
    const auto one = [&](const char* what, uint64_t cycles) {
      char name[48];
      snprintf(name, sizeof name, "%u/%d/%d/%s", static_cast<unsigned>(bytes_), root_, round, what);
      hal::report(name, microseconds(cycles));
    };
    one("end", times.end);
    if (RCCE_ue() != root_) return;
    one("begin", times.begin);
    one("done", times.done);
  }

  const Plan& plan_;
  const Algorithm& algorithm_;
  Buffer& buffer_;
  size_t bytes_;
  int root_;
};

}  // namespace

double microseconds(unsigned long long cycles) {
  return static_cast<double>(cycles) / (RC_REFCLOCKGHZ * 1e3);
}

int run_trials(int argc, char** argv, const Algorithm* algorithms, int count) {
  const char* const name = argc > 1 ? argv[1] : "";
  int chosen = 0;
  while (chosen < count && strcmp(algorithms[chosen].name, name) != 0) ++chosen;
  if (chosen == count) {
    complain("no such algorithm", name);
    return 1;
  }
  Plan plan;
  if (!parse_plan(argc, argv, &plan)) return 1;
  long largest = 0;
  for (int i = 0; i < plan.sizes.count; ++i) {
    if (plan.sizes.values[i] > largest) largest = plan.sizes.values[i];
  }
  Buffer buffer(
      static_cast<size_t>(largest) > kWarmUpBytes ? static_cast<size_t>(largest) : kWarmUpBytes,
      plan.offset, algorithms[chosen].reaches_before ? plan.settings.part_bytes : 0);
  if (!buffer.there() || !buffer.scatter(plan.page_seed)) {
    complain("no memory for the largest size", name);
    return 1;
  }
  int failures = 0;
  for (int i = 0; i < plan.roots.count; ++i) {
    for (int k = 0; k < plan.sizes.count; ++k) {
      failures += Trial(plan, algorithms[chosen], buffer, static_cast<size_t>(plan.sizes.values[k]),
                        static_cast<int>(plan.roots.values[i]))
                      .run();
    }
  }
  return failures == 0 ? 0 : 1;
}
