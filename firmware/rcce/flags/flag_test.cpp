// SPDX-License-Identifier: Apache-2.0
// Chapter 3: testing a flag without waiting.
#include "firmware/rcce/internal.h"

int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int* test) {
  int error = RCCE_SUCCESS;
  if (test == nullptr) error = RCCE_ERROR_VAL_UNDEFINED;
  if (value != RCCE_FLAG_SET && value != RCCE_FLAG_UNSET) error = RCCE_ERROR_FLAG_STATUS_UNDEFINED;
  if (!rcce::in_own_buffer(flag.flag_addr)) error = RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER;
  if (error != RCCE_SUCCESS) return rcce::fail(RCCE_DEBUG_SYNCH, error);
  *test = RCCE_probe(flag) == value ? 1 : 0;
  return RCCE_SUCCESS;
}
