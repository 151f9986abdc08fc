// SPDX-License-Identifier: Apache-2.0
// Blocking pipelined messages. What was sent without blocking before goes first.
#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "requests.h"
#include "transfer.h"

int iRCCE_ssend(char* data, ssize_t size, int dest) {
  if (const int error = ircce::check_send(data, size, dest, nullptr)) return error;
  for (hal::Waiting waiting; ircce::sends_pending(); waiting.again()) ircce::push_all();
  iRCCE_SEND_REQUEST request;
  ircce::start(request, data, static_cast<size_t>(size), dest, true);
  for (hal::Waiting waiting; !ircce::progress(request); waiting.again()) {
  }
  return iRCCE_SUCCESS;
}

int iRCCE_srecv(char* data, ssize_t size, int source) {
  return iRCCE_isrecv(data, size, source, nullptr);
}

int iRCCE_srecv_test(char* data, ssize_t size, int source, int* test) {
  if (const int error = ircce::check_recv(data, size, source, nullptr)) return error;
  int found = source;
  if (const int error = iRCCE_iprobe(source, &found, test)) return error;
  return *test != 0 ? iRCCE_srecv(data, size, found) : iRCCE_SUCCESS;
}

int iRCCE_iprobe(int source, int* found, int* test) {
  if (test == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED);
  *test = 0;
  if (source != iRCCE_ANY_SOURCE) {
    if (!rcce::is_ue(source)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
    *test = ircce::has_piece(source) ? 1 : 0;
    if (*test != 0 && found != nullptr) *found = source;
    return iRCCE_SUCCESS;
  }
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (ue == RCCE_IAM || !ircce::has_piece(ue)) continue;
    *test = 1;
    if (found != nullptr) *found = ue;
    break;
  }
  return iRCCE_SUCCESS;
}

int iRCCE_probe(int source, int* found) {
  hal::Waiting waiting;
  for (int test = 0; test == 0; waiting.again()) {
    if (const int error = iRCCE_iprobe(source, found, &test)) return error;
  }
  return iRCCE_SUCCESS;
}
