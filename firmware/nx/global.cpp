// SPDX-License-Identifier: Apache-2.0
// NX's global operations: one exchange across each dimension in turn.
#include <stdlib.h>
#include <string.h>

#include "firmware/nx/kernel/kernel.h"
#include "nx.h"

namespace {

// Types that programs cannot use, one per dimension.
constexpr long kSyncType = NX_USER_LAST + 1;
constexpr long kReduceType = kSyncType + IPSC_MAX_DIMENSION;
constexpr long kCollectType = kReduceType + IPSC_MAX_DIMENSION;

long partner(long dimension) { return mynode() ^ (1L << dimension); }

// Swaps x with each partner in turn, into work, and then calls combine().
template <class Combine>
void exchange_all(void* x, long bytes, void* work, Combine combine) {
  for (long d = 0; d < nodedim(); ++d) {
    csendrecv(kReduceType + d, x, bytes, partner(d), 0, kReduceType + d, work, bytes);
    combine();
  }
}

template <class T, class Operation>
void reduce(T* x, long n, T* work, Operation operation) {
  exchange_all(x, n * static_cast<long>(sizeof(T)), work, [=] {
    for (long i = 0; i < n; ++i) x[i] = operation(x[i], work[i]);
  });
}

constexpr auto kSum = [](auto a, auto b) { return a + b; };
constexpr auto kProduct = [](auto a, auto b) { return a * b; };
constexpr auto kHigh = [](auto a, auto b) { return a < b ? b : a; };
constexpr auto kLow = [](auto a, auto b) { return b < a ? b : a; };

void reverse(char* begin, char* end) {
  while (begin < --end) {
    const char c = *begin;
    *begin++ = *end;
    *end = c;
  }
}

}  // namespace

void gsync() {
  for (long d = 0; d < nodedim(); ++d) {
    csendrecv(kSyncType + d, nullptr, 0, partner(d), 0, kSyncType + d, nullptr, 0);
  }
}

void gdsum(double* x, long n, double* work) { reduce(x, n, work, kSum); }
void gssum(float* x, long n, float* work) { reduce(x, n, work, kSum); }
void gisum(long* x, long n, long* work) { reduce(x, n, work, kSum); }
void gdprod(double* x, long n, double* work) { reduce(x, n, work, kProduct); }
void gsprod(float* x, long n, float* work) { reduce(x, n, work, kProduct); }
void giprod(long* x, long n, long* work) { reduce(x, n, work, kProduct); }
void gdhigh(double* x, long n, double* work) { reduce(x, n, work, kHigh); }
void gshigh(float* x, long n, float* work) { reduce(x, n, work, kHigh); }
void gihigh(long* x, long n, long* work) { reduce(x, n, work, kHigh); }
void gdlow(double* x, long n, double* work) { reduce(x, n, work, kLow); }
void gslow(float* x, long n, float* work) { reduce(x, n, work, kLow); }
void gilow(long* x, long n, long* work) { reduce(x, n, work, kLow); }
void giand(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) { return a & b; });
}
void gior(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) { return a | b; });
}
void gixor(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) { return a ^ b; });
}
void gland(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) -> long { return a != 0 && b != 0; });
}
void glor(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) -> long { return a != 0 || b != 0; });
}
void glxor(long* x, long n, long* work) {
  reduce(x, n, work, [](long a, long b) -> long { return (a != 0) != (b != 0); });
}

void gopf(void* x, long length, void* work, nx_function_t function) {
  exchange_all(x, length, work, [=] { function(x, work); });
}

// After dimension d a node holds the parts of the 2^(d+1) nodes around it, in order.
void gcol(const void* x, long x_length, void* y, long y_length, long* total) {
  auto* all = static_cast<char*>(y);
  if (x_length > y_length) nx::error("gcol: %ld bytes into %ld", x_length, y_length);
  memcpy(all, x, static_cast<size_t>(x_length));
  long have = x_length;
  for (long d = 0; d < nodedim(); ++d) {
    const long type = kCollectType + d;
    const long came = csendrecv(type, all, have, partner(d), 0, type, all + have, y_length - have);
    if (partner(d) < mynode()) {  // the partner's part goes before ours
      reverse(all, all + have);
      reverse(all + have, all + have + came);
      reverse(all, all + have + came);
    }
    have += came;
  }
  if (total != nullptr) *total = have;
}

void gcolx(const void* x, const long* x_lengths, void* y) {
  long all = 0;
  for (long node = 0; node < numnodes(); ++node) all += x_lengths[node];
  gcol(x, x_lengths[mynode()], y, all, nullptr);
}
