// SPDX-License-Identifier: Apache-2.0
// Chapter 3, a line each: the flags of RCCE 1.0.x ("big flags"), for programs built with BIGFLAGS.
//
// A flag is an integer at the start of its line. It is written as a whole line, by the same copy as
// any payload; that fills the write-combine buffer, so nothing has to push it out.
#include <stdint.h>
#include <string.h>

#include "firmware/hal/mpb.h"
#include "firmware/rcce/internal.h"

namespace {

// The words of a line that are used; the others are zero.
enum Word { kValue, kSize };

volatile uint32_t* words(t_vcharp line) { return reinterpret_cast<volatile uint32_t*>(line); }

void write_words(const RCCE_FLAG& flag, int ue, uint32_t value, uint32_t size) {
  RC_cache_invalidate();
  hal::store_line(rcce::translate(flag.line_address, ue), [=](int word) {
    return word == kValue ? value : word == kSize ? size : 0;
  });
}

// Lines of freed flags. They are kept: basic RCCE has no way to give a line back.
t_vcharp freed[RCCE_BUFF_SIZE_MAX / RCCE_LINE_SIZE];
int freed_count;

}  // namespace

int RCCE_flag_alloc(RCCE_FLAG* flag) {
  if (flag == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_UNDEFINED);
  const t_vcharp line = freed_count != 0 ? freed[--freed_count] : RCCE_malloc(RCCE_LINE_SIZE);
  if (line == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  *flag = {0, line, line};
  return RCCE_SUCCESS;
}

int RCCE_flag_free(RCCE_FLAG* flag) {
  if (flag == nullptr || flag->line_address == nullptr) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_ALLOCATED);
  }
  if (const int error = RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_IAM)) return error;
  freed[freed_count++] = flag->line_address;
  *flag = {};
  return RCCE_SUCCESS;
}

int rcce::flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue) {
  alignas(RCCE_LINE_SIZE) unsigned char line[RCCE_LINE_SIZE] = {};
  memcpy(line, &value, sizeof value);
  return RCCE_put(flag.line_address, line, sizeof line, ue);
}

const bool rcce::flags_carry_size = true;
void rcce::flag_set(const RCCE_FLAG& flag, int ue, size_t size) {
  write_words(flag, ue, RCCE_FLAG_SET, static_cast<uint32_t>(size));
}
void rcce::flag_clear(const RCCE_FLAG& flag) { write_words(flag, RCCE_IAM, RCCE_FLAG_UNSET, 0); }
size_t rcce::flag_size(const RCCE_FLAG& flag) { return words(flag.line_address)[kSize]; }
