/* SPDX-License-Identifier: Apache-2.0 */
/* The guest of `bench iss`: the classic sieve of 8191 flags, a copy and a CRC. Freestanding,
 * entered at its first byte, ends in HLT with a checksum in EAX. */

/* First in the image: nothing is reordered (-fno-toplevel-reorder). */
__asm__(
    ".globl _start\n"
    "_start: mov $0x80000, %esp\n"
    "  call guest\n"
    "  hlt\n");

#define FLAGS 8191u
#define WORDS 2048u
#define ROUNDS 10

static unsigned char flags[FLAGS];
static unsigned source[WORDS], target[WORDS];

static unsigned sieve(void) {
  unsigned primes = 0;
  for (unsigned i = 0; i < FLAGS; ++i) flags[i] = 1;
  for (unsigned i = 2; i < FLAGS; ++i) {
    if (!flags[i]) continue;
    ++primes;
    for (unsigned j = 2 * i; j < FLAGS; j += i) flags[j] = 0;
  }
  return primes;
}

static void copy(void) {
  for (unsigned i = 0; i < WORDS; ++i) target[i] = source[i] + i;
}

static unsigned crc(const unsigned char* bytes, unsigned count) {
  unsigned value = ~0u;
  for (unsigned i = 0; i < count; ++i) {
    value ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
  }
  return ~value;
}

__attribute__((used)) static unsigned guest(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < WORDS; ++i) source[i] = i * 2654435761u;
  for (int round = 0; round < ROUNDS; ++round) {
    sum += sieve();
    copy();
    sum ^= crc((const unsigned char*)target, sizeof target / 2);
  }
  return sum;
}
