// SPDX-License-Identifier: Apache-2.0
// Checks NX from end to end on any cube of two nodes or more; exit status 0 if all is right.
#include <stdio.h>
#include <string.h>

#include <initializer_list>

#include "nx.h"

namespace {

int failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  ++failures;
  printf("failed: %s\n", what);
}

constexpr long kForced = NX_FORCED_FIRST;
constexpr long kLong = 5000;
constexpr long kMaxNodes = 128;
unsigned char out[kLong], in[kLong];

unsigned char pattern(long i, long seed) { return static_cast<unsigned char>(i * 13 + seed); }

void fill(long length, long seed) {
  for (long i = 0; i < length; ++i) out[i] = pattern(i, seed);
}

bool holds(long length, long seed) {
  for (long i = 0; i < length; ++i) {
    if (in[i] != pattern(i, seed)) return false;
  }
  return true;
}

long right() { return (mynode() + 1) % numnodes(); }
long left() { return (mynode() + numnodes() - 1) % numnodes(); }

// Round the ring, posted and unposted, short, at the limit of 100 bytes, and long.
void lengths() {
  for (const long length : {0L, 1L, 31L, 100L, 101L, 1000L, kLong}) {
    fill(length, mynode());
    csend(1, out, length, right(), 0);
    crecv(1, in, kLong);
    expect(infocount() == length && infonode() == left() && infotype() == 1, "info of a message");
    expect(holds(length, left()), "unposted message");

    const long id = irecv(kForced + 3, in, kLong);
    gsync();
    fill(length, mynode() + 1);
    csend(kForced + 3, out, length, right(), 0);
    msgwait(id);
    expect(infocount() == length && holds(length, left() + 1), "FORCED message");
  }
}

// Receives take what fits their selector, in the order in which it came.
void selectors() {
  const long values[] = {10, 3, 40, 7, 3};
  gsync();
  for (const long value : values) csend(value, &value, sizeof value, right(), 0);
  csend(99, nullptr, 0, right(), 0);
  cprobe(99);
  expect(infotype() == 99 && infocount() == 0, "cprobe");
  crecv(99, nullptr, 0);
  expect(iprobe(99) == 0, "iprobe finds nothing");
  long value = 0;
  crecv(40, &value, sizeof value);
  expect(value == 40, "exact type");
  const long set = static_cast<long>(0x80000000u | 1u << 3 | 1u << 7);
  for (const long wanted : {3L, 7L, 3L}) {
    expect(iprobe(set) == 1 && infotype() == wanted, "iprobe of a set");
    crecv(set, &value, sizeof value);
    expect(value == wanted && infotype() == wanted, "set of types");
  }
  crecv(NX_ANY, &value, sizeof value);
  expect(value == 10, "any type");
}

// Among receives that would take it, the one posted first gets it.
void posted_order() {
  long a = 0, b = 0, c = 0;
  const long any = irecv(NX_ANY, &a, sizeof a);
  const long first = irecv(5, &b, sizeof b);
  const long second = irecv(5, &c, sizeof c);
  expect(msgdone(any) == 0, "msgdone before");
  gsync();  // its messages are not for programs' receives
  for (long value = 1; value <= 3; ++value) csend(5, &value, sizeof value, right(), 0);
  msgwait(second);
  while (msgdone(any) == 0) {
  }
  msgwait(first);
  expect(a == 1 && b == 2 && c == 3, "order of posted receives");
}

void overlapping() {
  constexpr int kCount = 8;
  static unsigned char from[kCount][300], to[kCount][300];
  long sends[kCount], receives[kCount];
  for (int i = 0; i < kCount; ++i) {
    memset(from[i], i + 1, sizeof from[i]);
    receives[i] = irecv(200 + i, to[i], sizeof to[i]);
  }
  for (int i = kCount - 1; i >= 0; --i) sends[i] = isend(200 + i, from[i], 300, right(), 0);
  for (int i = 0; i < kCount; ++i) {
    msgwait(sends[i]);
    msgwait(receives[i]);
    expect(memcmp(to[i], from[i], sizeof to[i]) == 0, "many at once");
  }
}

void to_itself() {
  fill(500, 9);
  csend(6, out, 500, mynode(), 0);
  crecv(6, in, kLong);
  expect(infonode() == mynode() && infocount() == 500 && holds(500, 9), "message to itself");
}

void everyone() {
  gsync();
  if (mynode() == numnodes() - 1) {
    fill(200, 77);
    csend(8, out, 200, -1, 0);
  } else {
    crecv(8, in, kLong);
    expect(holds(200, 77), "to all nodes");
  }
  if (mynode() == 0) {
    long nodes[kMaxNodes];
    for (long i = 0; i < numnodes(); ++i) nodes[i] = numnodes() - 1 - i;
    gsendx(11, nodes, sizeof nodes[0], nodes, numnodes());
  }
  long highest = -1;
  crecv(11, &highest, sizeof highest);
  expect(highest == numnodes() - 1 && infonode() == 0, "gsendx");
  const long me = mynode();
  long other = -1;
  expect(csendrecv(9, &me, sizeof me, right(), 0, 9, &other, sizeof other) == sizeof other &&
             other == left(),
         "csendrecv");
}

void add_twice(void* x, const void* work) {
  *static_cast<long*>(x) += 1 + *static_cast<const long*>(work);
}

void global_operations() {
  const long n = numnodes(), me = mynode();
  constexpr long kElements = 40;  // more than 100 bytes
  double d[kElements], dwork[kElements];
  for (long i = 0; i < kElements; ++i) d[i] = static_cast<double>(me * i);
  gdsum(d, kElements, dwork);
  for (long i = 0; i < kElements; ++i) expect(d[i] == n * (n - 1) / 2.0 * i, "gdsum");
  float f = static_cast<float>(me), fwork;
  gshigh(&f, 1, &fwork);
  expect(f == static_cast<float>(n - 1), "gshigh");
  f = static_cast<float>(me);
  gslow(&f, 1, &fwork);
  expect(f == 0, "gslow");
  f = 1;
  gssum(&f, 1, &fwork);
  expect(f == static_cast<float>(n), "gssum");
  double p = me == 0 ? 3 : 2;
  gdprod(&p, 1, dwork);
  double expected = 3;
  for (long i = 1; i < n; ++i) expected *= 2;
  expect(p == expected, "gdprod");
  double high = static_cast<double>(me), low = -high;
  gdhigh(&high, 1, dwork);
  gdlow(&low, 1, dwork);
  expect(high == static_cast<double>(n - 1) && low == -high, "gdhigh, gdlow");
  f = me == n - 1 ? 5.0f : 1.0f;
  gsprod(&f, 1, &fwork);
  expect(f == 5.0f, "gsprod");

  const auto integer = [](void (*operation)(long*, long, long*), long mine) {
    long work;
    operation(&mine, 1, &work);
    return mine;
  };
  expect(integer(gisum, me + 1) == n * (n + 1) / 2, "gisum");
  expect(integer(giprod, me == 1 ? -7 : 1) == -7, "giprod");
  expect(integer(gihigh, -me) == 0, "gihigh");
  expect(integer(gilow, -me) == 1 - n, "gilow");
  expect(integer(giand, ~(1L << me % 8)) == ~(n >= 8 ? 255L : (1L << n) - 1), "giand");
  expect(integer(gior, 1L << me % 8) == (n >= 8 ? 255L : (1L << n) - 1), "gior");
  expect(integer(gixor, me) == (n == 2 ? 1 : 0), "gixor");
  expect(integer(gland, 5) == 1 && integer(gland, me) == 0, "gland");
  expect(integer(glor, 0) == 0 && integer(glor, me) == 1, "glor");
  expect(integer(glxor, me == 1 ? 8 : 0) == 1 && integer(glxor, 1) == 0, "glxor");

  long x = me, work;
  gopf(&x, sizeof x, &work, add_twice);
  expect(x == n * (n - 1) / 2 + n - 1, "gopf");
}

// Node i brings i + 1 bytes.
void collections() {
  long lengths[kMaxNodes], total = 0;
  for (long node = 0; node < numnodes(); ++node) total += lengths[node] = node + 1;
  static unsigned char all[kMaxNodes * (kMaxNodes + 1) / 2];
  memset(out, static_cast<int>(mynode() + 1), static_cast<size_t>(mynode() + 1));
  const auto complete = [&] {
    const unsigned char* next = all;
    for (long node = 0; node < numnodes(); ++node) {
      for (long i = 0; i <= node; ++i) {
        if (*next++ != node + 1) return false;
      }
    }
    return true;
  };
  long came = 0;
  gcol(out, mynode() + 1, all, sizeof all, &came);
  expect(came == total && complete(), "gcol");
  memset(all, 0, sizeof all);
  gcolx(out, lengths, all);
  expect(complete(), "gcolx");
}

void clocks() {
  esize_t a = {0xFFFFFFFF, 0}, one = {1, 0}, now, later;
  char text[24];
  const esize_t sum = eadd(a, one);
  expect(sum.slow == 0 && sum.shigh == 1, "eadd carries");
  expect(esub(sum, one).slow == a.slow && esub(sum, one).shigh == 0, "esub borrows");
  etos(sum, text);
  expect(strcmp(text, "4294967296") == 0 && ecmp(stoe(text), sum) == 0, "etos, stoe");
  expect(ecmp(a, sum) == -1 && ecmp(sum, a) == 1, "ecmp");
  etos(emul(sum, -3), text);
  expect(strcmp(text, "-12884901888") == 0, "emul");
  expect(ediv(sum, 1000) == 4294967 && emod(sum, 1000) == 296, "ediv, emod");
  hwclock(&now);
  const double seconds = dclock();
  hwclock(&later);
  expect(ecmp(now, later) < 0 && seconds * 1e7 >= now.slow && seconds * 1e7 <= later.slow,
         "clocks agree");
  const auto before = static_cast<unsigned long>(dclock() * 1000);
  const unsigned long millis = mclock();
  expect(before <= millis && millis <= static_cast<unsigned long>(dclock() * 1000), "mclock");
}

}  // namespace

int main() {
  expect(numnodes() == 1L << nodedim() && myhost() == numnodes() && mypid() == 0, "who I am");
  led(1);
  lengths();
  selectors();
  posted_order();
  overlapping();
  to_itself();
  everyone();
  global_operations();
  collections();
  clocks();
  led(0);
  gsync();
  return failures != 0;
}
