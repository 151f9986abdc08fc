// SPDX-License-Identifier: Apache-2.0
// RCCE's flags under iRCCE's names, and tagged ones: a line whose other bytes travel with the
// value.
#include <stdint.h>
#include <string.h>

#include "firmware/hal/mpb.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "iRCCE_lib.h"

namespace {

int check_tag(const void* tag, int bytes) {
  if (!rcce::flags_carry_size) return RCCE_ERROR_FLAG_UNDEFINED;
  if (tag != nullptr && (bytes < 0 || bytes > iRCCE_MAX_TAGGED_LEN)) {
    return RCCE_ERROR_MESSAGE_LENGTH;
  }
  return RCCE_SUCCESS;
}

void read_line(const RCCE_FLAG& flag, int ue, RCCE_FLAG_STATUS* value, void* tag, int bytes) {
  alignas(RCCE_LINE_SIZE) unsigned char line[RCCE_LINE_SIZE];
  iRCCE_get(line, flag.line_address, sizeof line, ue);
  memcpy(value, line, sizeof *value);
  if (tag != nullptr) memcpy(tag, line + sizeof *value, static_cast<size_t>(bytes));
}

}  // namespace

int iRCCE_flag_alloc(RCCE_FLAG* flag) { return RCCE_flag_alloc(flag); }
int iRCCE_flag_write(RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue) {
  return RCCE_flag_write(flag, value, ue);
}
int iRCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS* value, int ue) {
  return RCCE_flag_read(flag, value, ue);
}
int iRCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value) {
  return RCCE_wait_until(flag, value);
}

int iRCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int* result) {
  return RCCE_test_flag(flag, value, result);
}

int iRCCE_get_max_tagged_len() { return iRCCE_MAX_TAGGED_LEN; }

int iRCCE_flag_alloc_tagged(RCCE_FLAG* flag) {
  if (const int error = check_tag(nullptr, 0)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  return RCCE_flag_alloc(flag);
}

int iRCCE_flag_write_tagged(RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue, void* tag, int bytes) {
  if (const int error = check_tag(tag, bytes)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  if (flag == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_UNDEFINED);
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  if (!rcce::in_own_buffer(flag->line_address)) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER);
  }
  alignas(RCCE_LINE_SIZE) unsigned char line[RCCE_LINE_SIZE] = {};
  memcpy(line, &value, sizeof value);
  if (tag != nullptr) memcpy(line + sizeof value, tag, static_cast<size_t>(bytes));
  RC_cache_invalidate();
  const auto* const words = reinterpret_cast<const volatile uint32_t*>(line);
  hal::store_line(rcce::translate(flag->line_address, ue), [=](int word) { return words[word]; });
  return iRCCE_SUCCESS;
}

int iRCCE_flag_read_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS* value, int ue, void* tag, int bytes) {
  if (const int error = check_tag(tag, bytes)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  if (value == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  read_line(flag, ue, value, tag, bytes);
  return iRCCE_SUCCESS;
}

int iRCCE_test_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int* test, void* tag, int bytes) {
  if (const int error = check_tag(tag, bytes)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  RCCE_FLAG_STATUS found;
  read_line(flag, RCCE_IAM, &found, tag, bytes);
  *test = found == value ? 1 : 0;
  return iRCCE_SUCCESS;
}

int iRCCE_wait_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, void* tag, int bytes) {
  hal::Waiting waiting;
  for (int test = 0; test == 0; waiting.again()) {
    if (const int error = iRCCE_test_tagged(flag, value, &test, tag, bytes)) return error;
  }
  return iRCCE_SUCCESS;
}
