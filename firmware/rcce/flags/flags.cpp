// SPDX-License-Identifier: Apache-2.0
// Chapter 3: flags. The library decides how a flag lies in the message passing buffer: as a byte
// or, with SINGLEBITFLAGS, a bit of a shared line (flag_packed.cpp), or as a line of its own whose
// first byte is the value (flag_lines.cpp).
#include "firmware/hal/mpb.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"

namespace {

int check(const RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue) {
  if (flag == nullptr) return RCCE_ERROR_FLAG_UNDEFINED;
  if (!rcce::is_ue(ue)) return RCCE_ERROR_ID;
  if (value != RCCE_FLAG_SET && value != RCCE_FLAG_UNSET) return RCCE_ERROR_FLAG_STATUS_UNDEFINED;
  if (!rcce::in_own_buffer(flag->flag_addr)) return RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER;
  return RCCE_SUCCESS;
}

}  // namespace

int RCCE_flag_write(RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue) {
  if (const int error = check(flag, value, ue)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  return rcce::flag_store(*flag, value, ue);
}

int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS* value, int ue) {
  if (value == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  if (const int error = check(&flag, RCCE_FLAG_UNSET, ue)) {
    return rcce::fail(RCCE_DEBUG_SYNCH, error);
  }
  unsigned char byte;
  rcce::get_char(&byte, flag.flag_addr, ue);
  *value = rcce::flag_value(flag, byte);
  return RCCE_SUCCESS;
}

int RCCE_probe(RCCE_FLAG flag) {
#ifdef ROCKCREEK_NATIVE  // on the machine even an empty call moves the code of this function
  hal::watch(flag.flag_addr);
#endif
  RC_cache_invalidate();
  return rcce::flag_value(flag, *flag.flag_addr);
}

int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value) {
  if (const int error = check(&flag, value, RCCE_IAM)) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  hal::watch(flag.flag_addr);
  hal::Waiting waiting;
  do {
    waiting.again();
    RC_cache_invalidate();
  } while (rcce::flag_value(flag, *flag.flag_addr) != value);
  return RCCE_SUCCESS;
}
