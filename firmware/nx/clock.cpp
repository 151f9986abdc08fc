// SPDX-License-Identifier: Apache-2.0
// Clocks, arithmetic on esize_t (64 bits in two halves), and the node's lamp.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "hardware.h"
#include "nx.h"

namespace {

int64_t whole(esize_t a) {
  return static_cast<int64_t>(static_cast<uint64_t>(static_cast<uint32_t>(a.shigh)) << 32 | a.slow);
}
esize_t halves(int64_t a) {
  return {static_cast<unsigned long>(a & 0xFFFFFFFF), static_cast<long>(a >> 32)};
}

}  // namespace

void hwclock(esize_t* ticks) { *ticks = halves(static_cast<int64_t>(nx::clock_ticks())); }
double dclock() { return static_cast<double>(nx::clock_ticks()) / IPSC_CLOCK_HZ; }
unsigned long mclock() {
  return static_cast<unsigned long>(nx::clock_ticks() / (IPSC_CLOCK_HZ / 1000));
}

esize_t eadd(esize_t a, esize_t b) { return halves(whole(a) + whole(b)); }
esize_t esub(esize_t a, esize_t b) { return halves(whole(a) - whole(b)); }
esize_t eadd1(esize_t a, long b) { return halves(whole(a) + b); }
esize_t esub1(esize_t a, long b) { return halves(whole(a) - b); }
long ecmp(esize_t a, esize_t b) { return (whole(a) > whole(b)) - (whole(a) < whole(b)); }
esize_t emul(esize_t a, long b) { return halves(whole(a) * b); }
long ediv(esize_t a, long b) { return static_cast<long>(whole(a) / b); }
long emod(esize_t a, long b) { return static_cast<long>(whole(a) % b); }
void etos(esize_t a, char* text) { sprintf(text, "%lld", static_cast<long long>(whole(a))); }
esize_t stoe(const char* text) { return halves(strtoll(text, nullptr, 10)); }

void led(long on) { nx::node_register(IPSC_LED) = on != 0; }
