// SPDX-License-Identifier: Apache-2.0
// Message ids beyond msgwait and msgdone: two joined to one, given up, or left to themselves.
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "nx.h"

using nx::Request;

namespace {

// A request that its program has left to itself, with the copy that it sends from, if it has one.
struct Left {
  Request* request;
  void* copy;
};
Left left[nx::kRequests];
int left_count = 0;

// Gives back those that are done.
void sweep() {
  int kept = 0;
  for (int i = 0; i < left_count; ++i) {
    if (left[i].request->state == Request::State::done) {
      nx::release(*left[i].request);
      free(left[i].copy);
    } else {
      left[kept++] = left[i];
    }
  }
  left_count = kept;
}

void leave(Request& request, void* copy) {
  left[left_count++] = {&request, copy};
  sweep();
}

// A send may wait for its receiver, who then still gets it: from a copy.
void cancel_send(Request& request) {
  void* copy = malloc(static_cast<size_t>(request.length));
  const nx::Masked masked;
  if (copy == nullptr || request.state == Request::State::done) {
    free(copy);
    nx::wait_for(request);
    nx::release(request);
    return;
  }
  memcpy(copy, request.buffer, static_cast<size_t>(request.length));
  request.buffer = copy;
  leave(request, copy);
}

}  // namespace

long isendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length) {
  nx::check_send("isendrecv", type, send_buffer, send_length, node);
  const long receive = irecv(typesel, receive_buffer, receive_length);
  return msgmerge(isend(type, send_buffer, send_length, node, pid), receive);
}

long msgmerge(long first, long second) {
  if (first == -1) return second;
  if (second == -1) return first;
  nx::request_of(second, "msgmerge");
  Request* last = &nx::request_of(first, "msgmerge");
  while (partner_of(*last) != 0) last = nx::request_of(partner_of(*last));
  nx::options_of(*last).partner = second;
  return first;
}

void msgignore(long id) {
  do {
    Request& request = nx::request_of(id, "msgignore");
    id = partner_of(request);
    leave(request, nullptr);
  } while (id != 0);
}

void msgcancel(long id) {
  do {
    Request& request = nx::request_of(id, "msgcancel");
    id = partner_of(request);
    if (request.sends) {
      cancel_send(request);
    } else if (!nx::withdraw(request)) {
      nx::wait_for(request);  // its data is coming in
      nx::release(request);
    }
  } while (id != 0);
}

void flushmsg(long typesel, long node, long pid) {
  nx::flush_arrivals(typesel, nx::senders("flushmsg", node, pid));
}
