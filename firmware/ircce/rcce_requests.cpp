// SPDX-License-Identifier: Apache-2.0
// RWTH's RCCE 1.0.13: iRCCE's requests under RCCE's names and with its numbers.
#include <limits.h>

#include "firmware/rcce/internal.h"
#include "requests.h"

#undef RCCE_isend
#undef RCCE_isend_test
#undef RCCE_isend_wait
#undef RCCE_isend_push
#undef RCCE_irecv
#undef RCCE_irecv_test
#undef RCCE_irecv_wait
#undef RCCE_irecv_push

namespace {

int status(int of_ircce) {
  switch (of_ircce) {
    case iRCCE_PENDING:
      return RCCE_PENDING;
    case iRCCE_RESERVED:
      return RCCE_RESERVED;
    case iRCCE_ERROR:
      return RCCE_REJECTED;
    default:
      return of_ircce;
  }
}

// Larger ones are negative and refused as such.
ssize_t length(size_t size) { return size <= INT_MAX ? static_cast<ssize_t>(size) : INT_MIN; }

// There is no initialisation to call, but RCCE_finalize has to know.
void start() {
  if (rcce::at_finalize == nullptr) iRCCE_init();
}

}  // namespace

int RCCE_isend(char* data, size_t size, int dest, RCCE_SEND_REQUEST* request) {
  start();
  return status(iRCCE_isend(data, length(size), dest, request));
}
int RCCE_isend_test(RCCE_SEND_REQUEST* request, int* test) {
  return status(iRCCE_isend_test(request, test));
}
int RCCE_isend_wait(RCCE_SEND_REQUEST* request) { return status(iRCCE_isend_wait(request)); }
int RCCE_isend_push(int) { return status(iRCCE_isend_push()); }

int RCCE_irecv(char* data, size_t size, int source, RCCE_RECV_REQUEST* request) {
  start();
  return status(iRCCE_irecv(data, length(size), source, request));
}
int RCCE_irecv_test(RCCE_RECV_REQUEST* request, int* test) {
  return status(iRCCE_irecv_test(request, test));
}
int RCCE_irecv_wait(RCCE_RECV_REQUEST* request) { return status(iRCCE_irecv_wait(request)); }
int RCCE_irecv_push(int) { return status(iRCCE_irecv_push()); }
