// SPDX-License-Identifier: Apache-2.0
#include "line_copy.h"

#include <stdint.h>
#include <string.h>

#include "RCCE_lib.h"

namespace collectives {
namespace {

constexpr size_t kLine = RCCE_LINE_SIZE;

t_vcharp bytes_of(const char* data) {
  return reinterpret_cast<t_vcharp>(const_cast<char*>(data));  // it is only read
}

template <bool touch_target>
void copy_words(t_vcharp to, t_vcharp from, size_t bytes) {
  auto* out = reinterpret_cast<volatile uint32_t*>(to);
  auto* in = reinterpret_cast<volatile uint32_t*>(from);
  for (size_t lines = bytes / kLine; lines != 0; --lines) {
    if constexpr (touch_target) {
      static_cast<void>(out[0]);
      static_cast<void>(out[7]);  // the target need not lie on a line
    }
#pragma GCC unroll 8
    for (int word = 0; word < 8; ++word) out[word] = in[word];
    out += 8;
    in += 8;
  }
}

void lines_out(Copy copy, t_vcharp own, const char* data, size_t bytes) {
  if (copy == Copy::plain) {
    RCCE_put(own, bytes_of(data), static_cast<int>(bytes), RCCE_ue());
  } else {
    copy_words<false>(own, bytes_of(data), bytes);
  }
}

void lines_in(Copy copy, char* data, t_vcharp own, size_t bytes, int ue) {
  if (copy == Copy::plain) {
    RCCE_get(bytes_of(data), own, static_cast<int>(bytes), ue);
  } else {
    RC_cache_invalidate();
    copy_words<true>(bytes_of(data), place_in(ue, own), bytes);
  }
}

}  // namespace

t_vcharp place_in(int ue, t_vcharp own) {
  return RCCE_comm_buffer[ue] + (own - RCCE_comm_buffer[RCCE_ue()]);
}

void copy_out(Copy copy, t_vcharp own, const char* data, size_t bytes) {
  const size_t lines = bytes / kLine * kLine;
  lines_out(copy, own, data, lines);
  if (const size_t rest = bytes - lines) {
    char line[kLine];
    memcpy(line, data + lines, rest);
    lines_out(copy, own + lines, line, kLine);
  }
}

void copy_in(Copy copy, char* data, t_vcharp own, size_t bytes, int ue) {
  const size_t lines = bytes / kLine * kLine;
  lines_in(copy, data, own, lines, ue);
  if (const size_t rest = bytes - lines) {
    char line[kLine];
    lines_in(copy, line, own + lines, kLine, ue);
    memcpy(data + lines, line, rest);
  }
}

void copy_across(t_vcharp own, size_t bytes, int ue) {
  RC_cache_invalidate();
  copy_words<false>(own, place_in(ue, own), (bytes + kLine - 1) / kLine * kLine);
}

}  // namespace collectives
