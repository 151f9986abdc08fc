// SPDX-License-Identifier: Apache-2.0
// Complete exchange: the implementations of ICASE 91-4, section 5, each timed from the moment the
// last node begins to the moment the last one is through. Of every observation the first byte of
// each block is checked, of the last one all bytes. Arguments: implementation, seed, start jitter
// in us, time to move a block in us, observations, then block sizes in bytes. Nodes begin at one
// instant, each later by a time of its own drawn from the jitter. Reports "BYTES/max", "BYTES/avg"
// and "BYTES/min" in us over the observations.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/host.h"
#include "firmware/nx/exchange/blocks.h"
#include "firmware/nx/exchange/schedule.h"
#include "nx.h"

namespace {

using exchange::Algorithm;

struct Implementation {
  const char* name;
  Algorithm algorithm;
  bool forced;      // all receives posted, then a global synchronisation; else UNFORCED and neither
  bool pair_synch;  // zero-byte messages both ways before each exchange
};
constexpr Implementation kImplementations[] = {
    {"naive", Algorithm::naive, true, false},
    {"linear", Algorithm::linear, true, false},
    {"stable", Algorithm::stable, true, false},
    {"pairwise_F", Algorithm::pairwise, true, true},
    {"pairwise_F_unsynchronised", Algorithm::pairwise, true, false},
    {"pairwise_U", Algorithm::pairwise, false, false},
    {"standard_F", Algorithm::standard, true, true},
    {"standard_U", Algorithm::standard, false, false},
};

constexpr int kNodes = 1 << 7;
constexpr long kUnforcedData = 1000, kForcedData = NX_FORCED_FIRST + 1000,
               kForcedSynch = NX_FORCED_FIRST + 2000;  // plus the number of the sending node
constexpr long kTicksPerMicro = 10;

int me, nodes, dimension;
long move_ticks;          // per block of a shuffle
unsigned char *out, *in;  // a block for, and from, every node
unsigned char* expected;  // what `in` must be
unsigned char* halves;    // standard: what each step receives
unsigned char* spare;     // standard: where a shuffle goes

long ticks() {
  esize_t now;
  hwclock(&now);
  return static_cast<long>(now.slow);
}

void wait_until(long when) {
  while (ticks() - when < 0) {
  }
}

long data_type(const Implementation& how, int from) {
  return (how.forced ? kForcedData : kUnforcedData) + from;
}

// One exchange with `peer`: the receives are posted, or for UNFORCED are posted here.
struct Posted {
  long data[kNodes], synch[kNodes];  // message ids by source; 0: none
};
Posted posted;

void post(const Implementation& how, int from, void* buffer, long bytes) {
  posted.data[from] = irecv(data_type(how, from), buffer, bytes);
  if (how.pair_synch) posted.synch[from] = irecv(kForcedSynch + from, nullptr, 0);
}

void await(long& id) {
  if (id != 0) msgwait(id);
  id = 0;
}

void synchronise_with(int peer) {
  csend(kForcedSynch + me, nullptr, 0, peer, 0);
  await(posted.synch[peer]);
}

// Stable's idle node waits as long as a message takes over the mean distance: section 2.2.
void idle(long bytes) {
  const double micros = 95 + 0.394 * static_cast<double>(bytes) + 10.3 * dimension / 2;
  wait_until(ticks() + static_cast<long>(micros * kTicksPerMicro));
}

// One block a message.
void exchange_directly(const Implementation& how, long bytes) {
  const auto block = [bytes](unsigned char* blocks, int node) { return blocks + node * bytes; };
  if (how.forced) {
    for (int k = 1; k < nodes; ++k) post(how, me ^ k, block(in, me ^ k), bytes);
    gsync();
  }
  const int steps = exchange::step_count(how.algorithm, dimension);
  for (int step = 1; step <= steps; ++step) {
    const int to = exchange::destination(how.algorithm, dimension, me, step);
    if (to == exchange::kNobody) {
      if (how.algorithm == Algorithm::stable) idle(bytes);
      continue;
    }
    if (!how.forced) post(how, to, block(in, to), bytes);
    if (how.pair_synch) synchronise_with(to);
    csend(data_type(how, me), block(out, to), bytes, to, 0);
    if (how.algorithm == Algorithm::pairwise) await(posted.data[to]);
  }
  for (int from = 0; from < nodes; ++from) await(posted.data[from]);
}

// What a step received takes the place of what it sent; all blocks go to where the shuffle puts
// them, from `blocks` to `shuffled`.
void shuffle(const unsigned char* blocks, const unsigned char* received, int received_begin,
             unsigned char* shuffled, long bytes) {
  for (int place = 0; place < nodes; ++place) {
    const int in_received = place - received_begin;
    const bool is_new = in_received >= 0 && in_received < exchange::half_count(dimension);
    memcpy(shuffled + exchange::shuffled_place(dimension, place) * bytes,
           is_new ? received + in_received * bytes : blocks + place * bytes,
           static_cast<size_t>(bytes));
  }
  wait_until(ticks() + nodes * move_ticks);
}

// n/2 blocks a message. `out` is left as it is: the first shuffle goes from there to `in`.
void exchange_by_halves(const Implementation& how, long bytes) {
  const long half_bytes = exchange::half_count(dimension) * bytes;
  const auto received = [half_bytes](int step) { return halves + (step - 1) * half_bytes; };
  const auto peer = [](int step) {
    return exchange::destination(Algorithm::standard, dimension, me, step);
  };
  if (how.forced) {
    for (int step = 1; step <= dimension; ++step) post(how, peer(step), received(step), half_bytes);
    gsync();
  }
  unsigned char *current = out, *next = dimension % 2 == 1 ? in : spare;
  for (int step = 1; step <= dimension; ++step) {
    const int to = peer(step), begin = exchange::half_begin(dimension, me, step);
    if (!how.forced) post(how, to, received(step), half_bytes);
    if (how.pair_synch) synchronise_with(to);
    csend(data_type(how, me), current + begin * bytes, half_bytes, to, 0);
    await(posted.data[to]);
    shuffle(current, received(step), begin, next, bytes);
    current = next;
    next = current == in ? spare : in;
  }
}

void run(const Implementation& how, long bytes) {
  if (how.algorithm == Algorithm::standard) {
    exchange_by_halves(how, bytes);
  } else {
    exchange_directly(how, bytes);
  }
}

// What `from` sends to `to`: no two blocks alike, no byte like the one 256 before.
void write_content(unsigned char* block, int from, int to, long bytes) {
  int value = from * 151 + to * 37;
  for (long i = 0; i < bytes; ++i) {
    block[i] = static_cast<unsigned char>(value);
    value += i % 256 == 255 ? 102 : 101;
  }
}

// The first byte of a block, if it has any, is another one in every observation.
unsigned char stamp(int from, int to, int observation) {
  return static_cast<unsigned char>(from * 151 + to * 37 + observation);
}

void write_stamps(int observation, long bytes) {
  for (int to = 0; to < nodes && bytes > 0; ++to) out[to * bytes] = stamp(me, to, observation);
}

bool damaged(int from, long bytes) {
  printf("the block of %ld bytes from node %d arrived damaged\n", bytes, from);
  return false;
}

bool stamps_arrived(int observation, long bytes) {
  for (int from = 0; from < nodes && bytes > 0; ++from)
    if (from != me && in[from * bytes] != stamp(from, me, observation)) return damaged(from, bytes);
  return true;
}

bool all_arrived(long bytes) {
  for (int from = 0; from < nodes && bytes > 0; ++from) {
    const long begin = from * bytes + 1;
    if (from != me && memcmp(in + begin, expected + begin, static_cast<size_t>(bytes - 1)) != 0)
      return damaged(from, bytes);
  }
  return true;
}

// Drawn anew for every node and observation: SplitMix64 of their numbers.
long draw(unsigned long seed, int observation, int node, long limit) {
  unsigned long long z = (static_cast<unsigned long long>(seed) << 32) +
                         static_cast<unsigned long long>(observation) * kNodes +
                         static_cast<unsigned long long>(node) + 1;
  z *= 0x9e3779b97f4a7c15ULL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return static_cast<long>((z >> 33) % static_cast<unsigned long>(limit + 1));
}

// How much later than the common instant this node begins, and the last one: every node knows what
// all draw.
struct Delays {
  long own, last;
};
Delays draw_all(unsigned long seed, int observation, long limit) {
  Delays delays = {draw(seed, observation, me, limit), 0};
  for (int node = 0; node < nodes; ++node) {
    const long delay = draw(seed, observation, node, limit);
    if (delay > delays.last) delays.last = delay;
  }
  return delays;
}

// The latest of all nodes.
long latest(long when) {
  long work;
  gihigh(&when, 1, &work);
  return when;
}

// The common instant is this much after the end of the last observation: all nodes know it by then.
long lead() { return (300 * (dimension + 1) + 2 * nodes) * kTicksPerMicro; }

// Observations, one after the other; `end` is when the last node ended the latest.
class Observer {
 public:
  Observer(const Implementation& how, long bytes, unsigned long seed, long jitter)
      : how_(how), bytes_(bytes), seed_(seed), jitter_(jitter) {
    prepare();
    end_ = latest(ticks());
  }

  // Ticks from the last node's beginning to the last one's end; negative for an error.
  long observe() {
    const long instant = end_ + lead();
    const long last_begin = instant + delays_.last;
    if (ticks() - instant > 0) {
      printf("node %d knew the common instant too late\n", me);
      return -1;
    }
    wait_until(instant + delays_.own);
    run(how_, bytes_);
    const long own_end = ticks();
    if (!stamps_arrived(number_, bytes_)) return -1;
    ++number_;
    prepare();
    end_ = latest(own_end);
    return end_ - last_begin;
  }

 private:
  void prepare() {
    delays_ = draw_all(seed_, number_, jitter_);
    write_stamps(number_, bytes_);
  }

  const Implementation& how_;
  long bytes_;
  unsigned long seed_;
  long jitter_;
  Delays delays_ = {};
  int number_ = 0;
  long end_ = 0;
};

struct Summary {
  long most = 0, least = 0;
  double sum = 0;
  int count = 0;

  void add(long value) {
    most = count == 0 || value > most ? value : most;
    least = count == 0 || value < least ? value : least;
    sum += static_cast<double>(value);
    ++count;
  }
};

void report(long bytes, const char* what, double measured_ticks) {
  char name[32];
  snprintf(name, sizeof name, "%ld/%s", bytes, what);
  hal::report(name, measured_ticks / kTicksPerMicro);
}

const Implementation* find(const char* name) {
  for (const Implementation& how : kImplementations)
    if (strcmp(how.name, name) == 0) return &how;
  return nullptr;
}

unsigned char* blocks_of(long bytes) {
  auto* memory = static_cast<unsigned char*>(malloc(static_cast<size_t>(nodes * bytes)));
  if (memory == nullptr) {
    printf("no memory for %d blocks of %ld bytes\n", nodes, bytes);
    exit(1);
  }
  return memory;
}

}  // namespace

int main(int argc, char** argv) {
  const Implementation* how = argc > 6 ? find(argv[1]) : nullptr;
  if (how == nullptr) {
    printf("usage: implementation seed jitter_us move_us observations bytes...; implementations:");
    for (const Implementation& known : kImplementations) printf(" %s", known.name);
    printf("\n");
    return 1;
  }
  const unsigned long seed = strtoul(argv[2], nullptr, 10);
  const long jitter = atol(argv[3]) * kTicksPerMicro;
  move_ticks = atol(argv[4]) * kTicksPerMicro;
  const int observations = atoi(argv[5]);
  me = static_cast<int>(mynode());
  nodes = static_cast<int>(numnodes());
  dimension = static_cast<int>(nodedim());
  if (dimension == 0) {
    printf("a cube of one node has nothing to exchange\n");
    return 1;
  }
  for (int a = 6; a < argc; ++a) {
    const long bytes = atol(argv[a]);
    out = blocks_of(bytes);
    in = blocks_of(bytes);
    spare = blocks_of(bytes);
    expected = blocks_of(bytes);
    halves = blocks_of(bytes * dimension);
    for (int node = 0; node < nodes; ++node) {
      write_content(out + node * bytes, me, node, bytes);
      write_content(expected + node * bytes, node, me, bytes);
    }
    Summary summary;
    memset(in, 0, static_cast<size_t>(nodes * bytes));
    Observer observer(*how, bytes, seed, jitter);
    // The first one warms the caches.
    for (int k = 0; k <= observations; ++k) {
      const long time = observer.observe();
      if (time < 0) return 1;
      if (k > 0) summary.add(time);
    }
    if (!all_arrived(bytes)) return 1;
    if (me == 0) {
      report(bytes, "max", static_cast<double>(summary.most));
      report(bytes, "avg", summary.sum / summary.count);
      report(bytes, "min", static_cast<double>(summary.least));
    }
    free(halves);
    free(expected);
    free(spare);
    free(in);
    free(out);
  }
  return 0;
}
