// SPDX-License-Identifier: Apache-2.0
// Chapter 4: one-sided transfers between private memory and any UE's message passing buffer.
#include "firmware/hal/processor.h"
#include "firmware/hal/waiting.h"
#include "internal.h"

namespace {

#ifdef RCCE_COPY_WORDS

// As RCCE V2.0: put by a string move; get by words, after reading the destination line, because the
// core allocates no line on a write. Whole lines.
void put_lines(t_vcharp target, t_vcharp source, int bytes) {
  size_t words = static_cast<size_t>(bytes) / 4;
  asm volatile("rep movsl" : "+D"(target), "+S"(source), "+c"(words)::"memory");
}

void get_lines(t_vcharp target, t_vcharp source, int bytes) {
  constexpr int kWords = RCCE_LINE_SIZE / 4;
  auto* to = reinterpret_cast<volatile uint32_t*>(target);
  auto* from = reinterpret_cast<const volatile uint32_t*>(source);
  for (int line = 0; line < bytes; line += RCCE_LINE_SIZE, to += kWords, from += kWords) {
    *to;
#pragma GCC unroll 8
    for (int word = 0; word < kWords; ++word) to[word] = from[word];
  }
}

#else

// Byte by byte, three cycles each, without reading the destination line first, as RCCE 1.0.x did.
// The published ping-pong fits that: a kilobyte takes as long as such a loop and the two buffer
// accesses of each line together, and 64 KB as long as one store into L2 for every byte. A copy by
// words would be twice as fast at 1 KB and three times at 64 KB (docs/firmware.md).
void copy_lines(t_vcharp target, t_vcharp source, int bytes) {
#pragma GCC unroll 1
  for (int i = 0; i < bytes; ++i) target[i] = source[i];
}

#endif

int check_lines(t_vcharp own, t_vcharp other, int bytes, int ue, rcce::TransferErrors errors) {
  const int error = rcce::check_transfer(own, other, bytes, ue, errors);
  return error == RCCE_SUCCESS && bytes % RCCE_LINE_SIZE != 0 ? RCCE_ERROR_MESSAGE_LENGTH : error;
}

int check_byte(t_vcharp own, t_vcharp other, int ue, rcce::TransferErrors errors) {
  if (!rcce::is_ue(ue)) return RCCE_ERROR_ID;
  if (!rcce::in_own_buffer(own)) return errors.own;
  return other == nullptr ? errors.other : RCCE_SUCCESS;
}

}  // namespace

void RC_cache_invalidate() { hal::cl1invmb(); }

int rcce::check_transfer(t_vcharp own, t_vcharp other, int bytes, int ue, TransferErrors errors) {
  if (!is_ue(ue)) return RCCE_ERROR_ID;
  if (bytes < 0) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!in_own_buffer(own)) return errors.own;
  if (own + bytes > RCCE_comm_buffer[RCCE_IAM] + RCCE_BUFF_SIZE) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!on_line(own)) return RCCE_ERROR_ALIGNMENT;
  if (other == nullptr) return errors.other;
  const auto size = static_cast<size_t>(bytes);
  return overlap(translate(own, ue), size, other, size) ? RCCE_ERROR_DATA_OVERLAP : RCCE_SUCCESS;
}

int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = check_lines(target, source, bytes, ue, rcce::kPut)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
#ifdef RCCE_COPY_WORDS
  put_lines(rcce::translate(target, ue), source, bytes);
#else
  copy_lines(rcce::translate(target, ue), source, bytes);
#endif
  hal::announce(rcce::translate(target, ue));
  return RCCE_SUCCESS;
}

int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = check_lines(source, target, bytes, ue, rcce::kGet)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
#ifdef RCCE_COPY_WORDS
  get_lines(target, rcce::translate(source, ue), bytes);
#else
  copy_lines(target, rcce::translate(source, ue), bytes);
#endif
  return RCCE_SUCCESS;
}

int rcce::put_char(t_vcharp target, t_vcharp source, int ue) {
  RC_cache_invalidate();
  *rcce::translate(target, ue) = *source;
  hal::announce(rcce::translate(target, ue));
  return RCCE_SUCCESS;
}

int rcce::get_char(t_vcharp target, t_vcharp source, int ue) {
  hal::watch(rcce::translate(source, ue));
  RC_cache_invalidate();
  *target = *rcce::translate(source, ue);
  return RCCE_SUCCESS;
}

int RCCE_put_char(t_vcharp target, t_vcharp source, int ue) {
  if (const int error = check_byte(target, source, ue, rcce::kPut)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  return rcce::put_char(target, source, ue);
}

int RCCE_get_char(t_vcharp target, t_vcharp source, int ue) {
  if (const int error = check_byte(source, target, ue, rcce::kGet)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  return rcce::get_char(target, source, ue);
}

int RCCE_put_flag(t_vcharp target, t_vcharp source, int bytes, int ue) {
  return RCCE_put(target, source, bytes, ue);
}

int RCCE_get_flag(t_vcharp target, t_vcharp source, int bytes, int ue) {
  return RCCE_get(target, source, bytes, ue);
}
