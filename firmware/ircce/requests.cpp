// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <stdio.h>

#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "transfer.h"

extern "C" {
const int iRCCE_ANY_SOURCE = -1;
const int iRCCE_ANY_LENGTH = -1 >> 1;
}

namespace {

int queued_requests;  // in all queues

template <class Request>
struct Queue {
  Request* first;

  void append(Request* request) {
    Request** end = &first;
    while (*end != nullptr) end = &(*end)->next;
    *end = request;
    request->next = nullptr;
    ++queued_requests;
  }
  bool holds(const Request* wanted) const {
    for (const Request* request = first; request != nullptr; request = request->next) {
      if (request == wanted) return true;
    }
    return false;
  }
  void remove(Request* request) {
    for (Request** at = &first; *at != nullptr; at = &(*at)->next) {
      if (*at != request) continue;
      *at = request->next;
      --queued_requests;
      return;
    }
  }
  // True if the front made it to its end and left.
  bool push() {
    if (first == nullptr || !ircce::progress(*first)) return false;
    first = first->next;
    --queued_requests;
    return true;
  }
};

Queue<iRCCE_SEND_REQUEST> sends;
Queue<iRCCE_RECV_REQUEST> receives[RCCE_MAXNP];  // by source
Queue<iRCCE_RECV_REQUEST> from_anyone;

Queue<iRCCE_RECV_REQUEST>& queue_of(const iRCCE_RECV_REQUEST& request) {
  return request.source == iRCCE_ANY_SOURCE ? from_anyone : receives[request.source];
}

bool queued(const iRCCE_RECV_REQUEST* request) {
  if (from_anyone.holds(request)) return true;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (receives[ue].holds(request)) return true;
  }
  return false;
}

void match_anyone() {
  for (int ue = 0; ue < RCCE_NP && from_anyone.first != nullptr; ++ue) {
    if (receives[ue].first != nullptr || ue == RCCE_IAM || !ircce::has_piece(ue)) continue;
    iRCCE_RECV_REQUEST* request = from_anyone.first;
    from_anyone.remove(request);
    request->source = ue;
    receives[ue].append(request);
    receives[ue].push();
  }
}

// Errors that are bugs of the program are always printed, whatever RCCE_debug_set says.
int refuse(const char* call, const char* why) {
  fprintf(STDERR, "%s on UE %d: %s\n", call, RCCE_IAM, why);
  return iRCCE_ERROR;
}

int finish(iRCCE_SEND_REQUEST* request) {
  for (hal::Waiting waiting; !request->finished; waiting.again()) ircce::push_all();
  return iRCCE_SUCCESS;
}
int finish(iRCCE_RECV_REQUEST* request) {
  for (hal::Waiting waiting; !request->finished; waiting.again()) ircce::push_all();
  return iRCCE_SUCCESS;
}

int enqueue(char* data, ssize_t size, int dest, bool pipelined, iRCCE_SEND_REQUEST* request) {
  iRCCE_SEND_REQUEST own;
  iRCCE_SEND_REQUEST* used = request != nullptr ? request : &own;
  if (const int error = ircce::check_send(data, size, dest, request)) return error;
  ircce::start(*used, data, static_cast<size_t>(size), dest, pipelined);
  const bool first = sends.first == nullptr;
  sends.append(used);
  if (first) sends.push();
  if (request == nullptr) return finish(used);
  return used->finished ? iRCCE_SUCCESS : first ? iRCCE_PENDING : iRCCE_RESERVED;
}

int enqueue(char* data, ssize_t size, int source, bool pipelined, iRCCE_RECV_REQUEST* request) {
  iRCCE_RECV_REQUEST own;
  iRCCE_RECV_REQUEST* used = request != nullptr ? request : &own;
  if (const int error = ircce::check_recv(data, size, source, request)) return error;
  ircce::start(*used, data, size, source, pipelined);
  Queue<iRCCE_RECV_REQUEST>& queue = queue_of(*used);
  const bool first = queue.first == nullptr;
  queue.append(used);
  if (first && source != iRCCE_ANY_SOURCE) queue.push();
  if (source == iRCCE_ANY_SOURCE) match_anyone();
  if (request == nullptr) return finish(used);
  return used->finished ? iRCCE_SUCCESS : first ? iRCCE_PENDING : iRCCE_RESERVED;
}

// Whether the data overlaps the buffer of messages from `sender`.
bool overlaps_payload(const char* data, ssize_t size, int sender) {
  const rcce::Payload payload = rcce::payload();
  return rcce::overlap(reinterpret_cast<t_vcharp>(const_cast<char*>(data)),
                       static_cast<size_t>(size), rcce::translate(payload.buffer, sender),
                       payload.chunk);
}

void answer(int* test, bool yes) {
  if (test != nullptr) *test = yes ? 1 : 0;
}

// For RCCE_finalize: nothing may be under way then.
int unfinished() {
  if (const iRCCE_SEND_REQUEST* send = sends.first) {
    fprintf(STDERR, "RCCE_finalize on UE %d: a message of %u bytes to UE %d was not finished\n",
            RCCE_IAM, static_cast<unsigned>(send->size), send->dest);
    return iRCCE_ERROR;
  }
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (receives[ue].first == nullptr) continue;
    fprintf(STDERR, "RCCE_finalize on UE %d: a receive from UE %d found no message\n", RCCE_IAM,
            ue);
    return iRCCE_ERROR;
  }
  if (from_anyone.first != nullptr) {
    fprintf(STDERR, "RCCE_finalize on UE %d: a receive from any UE found no message\n", RCCE_IAM);
    return iRCCE_ERROR;
  }
  return iRCCE_SUCCESS;
}

}  // namespace

void ircce::queues_init() {
  queued_requests = 0;
  sends = {};
  from_anyone = {};
  for (Queue<iRCCE_RECV_REQUEST>& queue : receives) queue = {};
  rcce::at_finalize = unfinished;
}

bool ircce::pending() { return queued_requests != 0; }
bool ircce::sends_pending() { return sends.first != nullptr; }
bool ircce::receives_pending(int source) { return receives[source].first != nullptr; }

void ircce::push_all() {
  iRCCE_isend_push();
  iRCCE_irecv_push();
}

int ircce::check_send(const char* data, ssize_t size, int dest, const iRCCE_SEND_REQUEST* request) {
  if (!rcce::is_ue(dest) || dest == RCCE_IAM) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (size < 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  if (data == nullptr && size != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_SOURCE);
  if (request != nullptr && sends.holds(request)) {
    return refuse("iRCCE_isend", "the request is still in use");
  }
  if (overlaps_payload(data, size, RCCE_IAM)) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_DATA_OVERLAP);
  }
  return RCCE_SUCCESS;
}

int ircce::check_recv(const char* data, ssize_t size, int source,
                      const iRCCE_RECV_REQUEST* request) {
  const bool anyone = source == iRCCE_ANY_SOURCE;
  if (!anyone && (!rcce::is_ue(source) || source == RCCE_IAM)) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  }
  const bool any_length = size == iRCCE_ANY_LENGTH;
  if (any_length ? !rcce::flags_carry_size : size < 0) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  }
  if (data == nullptr && size != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  // For a receive from any source it is not known in whose buffer the message will be.
  if (!anyone && !any_length && overlaps_payload(data, size, source)) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_DATA_OVERLAP);
  }
  if (request != nullptr && queued(request)) {
    return refuse("iRCCE_irecv", "the request is still in use");
  }
  return RCCE_SUCCESS;
}

int iRCCE_init() {
  ircce::queues_init();
  return iRCCE_SUCCESS;
}

int iRCCE_isend(char* data, ssize_t size, int dest, iRCCE_SEND_REQUEST* request) {
  return enqueue(data, size, dest, false, request);
}
int iRCCE_issend(char* data, ssize_t size, int dest, iRCCE_SEND_REQUEST* request) {
  return enqueue(data, size, dest, true, request);
}
int iRCCE_irecv(char* data, ssize_t size, int source, iRCCE_RECV_REQUEST* request) {
  return enqueue(data, size, source, false, request);
}
int iRCCE_isrecv(char* data, ssize_t size, int source, iRCCE_RECV_REQUEST* request) {
  return enqueue(data, size, source, true, request);
}

int iRCCE_isend_push() {
  sends.push();
  return sends.first == nullptr ? iRCCE_SUCCESS : iRCCE_PENDING;
}

int iRCCE_irecv_push() {
  bool pending = false;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (receives[ue].first == nullptr) continue;
    receives[ue].push();
    pending |= receives[ue].first != nullptr;
  }
  if (from_anyone.first != nullptr) match_anyone();
  return !pending && from_anyone.first == nullptr ? iRCCE_SUCCESS : iRCCE_PENDING;
}

int iRCCE_isend_test(iRCCE_SEND_REQUEST* request, int* test) {
  const int rest = iRCCE_isend_push();
  const bool done = request != nullptr ? request->finished != 0 : rest == iRCCE_SUCCESS;
  answer(test, done);
  if (done) return iRCCE_SUCCESS;
  return request == nullptr || sends.first == request ? iRCCE_PENDING : iRCCE_RESERVED;
}

int iRCCE_irecv_test(iRCCE_RECV_REQUEST* request, int* test) {
  const int rest = iRCCE_irecv_push();
  const bool done = request != nullptr ? request->finished != 0 : rest == iRCCE_SUCCESS;
  answer(test, done);
  if (done) return iRCCE_SUCCESS;
  return request == nullptr || queue_of(*request).first == request ? iRCCE_PENDING : iRCCE_RESERVED;
}

int iRCCE_isend_wait(iRCCE_SEND_REQUEST* request) {
  if (request != nullptr) return finish(request);
  for (hal::Waiting waiting; sends.first != nullptr; waiting.again()) ircce::push_all();
  return iRCCE_SUCCESS;
}

int iRCCE_irecv_wait(iRCCE_RECV_REQUEST* request) {
  if (request != nullptr) return finish(request);
  for (hal::Waiting waiting; iRCCE_irecv_push() != iRCCE_SUCCESS; waiting.again()) {
    iRCCE_isend_push();
  }
  return iRCCE_SUCCESS;
}

// Only requests that have not begun can be cancelled.
int iRCCE_isend_cancel(iRCCE_SEND_REQUEST* request, int* test) {
  answer(test, false);
  if (request == nullptr || request->finished || !sends.holds(request)) return iRCCE_NOT_ENQUEUED;
  if (sends.first == request) return iRCCE_PENDING;
  sends.remove(request);
  answer(test, true);
  return iRCCE_SUCCESS;
}

int iRCCE_irecv_cancel(iRCCE_RECV_REQUEST* request, int* test) {
  answer(test, false);
  if (request == nullptr || request->finished || !queued(request)) return iRCCE_NOT_ENQUEUED;
  if (request->done != 0) return iRCCE_PENDING;
  queue_of(*request).remove(request);
  answer(test, true);
  return iRCCE_SUCCESS;
}

int iRCCE_get_dest(iRCCE_SEND_REQUEST* request) {
  return request != nullptr ? request->dest : iRCCE_ERROR;
}
int iRCCE_get_source(iRCCE_RECV_REQUEST* request) {
  return request != nullptr ? request->source : ircce::last_received.source;
}
int iRCCE_get_size(iRCCE_SEND_REQUEST* send, iRCCE_RECV_REQUEST* recv) {
  if (send != nullptr) return static_cast<int>(send->size);
  return recv != nullptr ? static_cast<int>(recv->size) : iRCCE_ERROR;
}
int iRCCE_get_length() { return static_cast<int>(ircce::last_received.size); }
