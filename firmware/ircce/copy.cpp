// SPDX-License-Identifier: Apache-2.0
// Copies between private memory and message passing buffers, and one-sided transfers with them.
//
// To a buffer: the source is read into L1 first, line by line and at most 4 KB ahead (a quarter of
// L1D), then moved through the x87 registers in units of 8 bytes, two lines at a time, so that four
// stores fill the write-combine buffer. From a buffer: the first word of the destination line is
// read before anything is stored to it, because the core allocates no line on a write. Sources: the
// description that comes with RWTH's routines ("improved memcpy").
#include <stdint.h>

#include "firmware/hal/processor.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "iRCCE.h"

namespace {

constexpr size_t kAhead = 4096;
constexpr size_t kTwoLines = 2 * RCCE_LINE_SIZE;

void read_ahead(const char* from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += RCCE_LINE_SIZE) {
    *reinterpret_cast<const volatile uint32_t*>(from + at);
  }
}

// The eight registers are a stack: what was loaded last is stored first, from the far end.
void copy_two_lines(char* to, const char* from) {
  asm volatile(
      "fildll (%1)\n\tfildll 8(%1)\n\tfildll 16(%1)\n\tfildll 24(%1)\n\t"
      "fildll 32(%1)\n\tfildll 40(%1)\n\tfildll 48(%1)\n\tfildll 56(%1)\n\t"
      "fistpll 56(%0)\n\tfistpll 48(%0)\n\tfistpll 40(%0)\n\tfistpll 32(%0)\n\t"
      "fistpll 24(%0)\n\tfistpll 16(%0)\n\tfistpll 8(%0)\n\tfistpll (%0)"
      :
      : "r"(to), "r"(from)
      : "memory", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)");
}

// What is left of less than two lines: words, then bytes.
void copy_rest(char* to, const char* from, size_t bytes) {
  size_t words = bytes / 4, odd = bytes % 4;
  asm volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(words)::"memory");
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(odd)::"memory");
}

void copy_line(char* to, const char* from) {
  auto* target = reinterpret_cast<volatile uint32_t*>(to);
  auto* source = reinterpret_cast<const volatile uint32_t*>(from);
  *target;
#pragma GCC unroll 4
  for (int word = 0; word < RCCE_LINE_SIZE / 4; word += 2) {
    const uint32_t first = source[word];
    const uint32_t second = source[word + 1];
    target[word] = first;
    target[word + 1] = second;
  }
}

}  // namespace

void* iRCCE_memcpy_put(void* target, const void* source, size_t bytes) {
  auto* to = static_cast<char*>(target);
  auto* from = static_cast<const char*>(source);
  while (bytes >= kTwoLines) {
    const size_t part = bytes < kAhead ? bytes / kTwoLines * kTwoLines : kAhead;
    read_ahead(from, part);
    for (size_t at = 0; at < part; at += kTwoLines) copy_two_lines(to + at, from + at);
    to += part;
    from += part;
    bytes -= part;
  }
  copy_rest(to, from, bytes);
  return target;
}

void* iRCCE_memcpy_get(void* target, const void* source, size_t bytes) {
  auto* to = static_cast<char*>(target);
  auto* from = static_cast<const char*>(source);
  for (; bytes >= RCCE_LINE_SIZE; bytes -= RCCE_LINE_SIZE) {
    copy_line(to, from);
    to += RCCE_LINE_SIZE;
    from += RCCE_LINE_SIZE;
  }
  if (bytes != 0) {
    *const_cast<const volatile char*>(to);
    copy_rest(to, from, bytes);
  }
  return target;
}

int iRCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = rcce::check_transfer(target, source, bytes, ue, rcce::kPut)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
  iRCCE_memcpy_put(const_cast<unsigned char*>(rcce::translate(target, ue)),
                   const_cast<const unsigned char*>(source), static_cast<size_t>(bytes));
  hal::announce(rcce::translate(target, ue));
  return iRCCE_SUCCESS;
}

int iRCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = rcce::check_transfer(source, target, bytes, ue, rcce::kGet)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
  iRCCE_memcpy_get(const_cast<unsigned char*>(target),
                   const_cast<const unsigned char*>(rcce::translate(source, ue)),
                   static_cast<size_t>(bytes));
  return iRCCE_SUCCESS;
}

t_vcharp iRCCE_malloc(size_t size) { return RCCE_malloc(size); }
