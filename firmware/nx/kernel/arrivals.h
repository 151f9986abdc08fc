// SPDX-License-Identifier: Apache-2.0
// Messages without a receive: each lies in a system buffer, in order of arrival, until a receive
// for it is posted.
#pragma once

#include <string.h>

#include "firmware/nx/buffers.h"
#include "pool.h"
#include "posted_receives.h"

namespace nx {
namespace {

Arrival* first_arrival = nullptr;
Arrival** last_arrival = &first_arrival;

// nullptr if there is no room for `length` bytes.
Arrival* new_arrival(long type, long length, long node) {
  void* data = allocate_buffer(static_cast<uint32_t>(length));
  if (data == nullptr) return nullptr;
  Arrival* arrival = arrivals.take();
  if (arrival == nullptr) {
    free_buffer(data);
    return nullptr;
  }
  arrival->state = Arrival::State::coming;
  arrival->type = type;
  arrival->length = length;
  arrival->node = node;
  arrival->data = data;
  *last_arrival = arrival;
  last_arrival = &arrival->next;
  return arrival;
}

// The link to the oldest one that is selected and no receive has claimed; or nullptr.
Arrival** find_link(long typesel, Senders from) {
  for (Arrival** link = &first_arrival; *link != nullptr; link = &(*link)->next) {
    if ((*link)->claimed_by == nullptr && selects(typesel, (*link)->type) &&
        from.include((*link)->node)) {
      return link;
    }
  }
  return nullptr;
}

void remove(Arrival* arrival) {
  Arrival** link = &first_arrival;
  while (*link != arrival) link = &(*link)->next;
  *link = arrival->next;
  if (last_arrival == &arrival->next) last_arrival = link;
  free_buffer(arrival->data);
  arrivals.give(arrival);
}

void finish_receive(Request& request, long type, long length, long node) {
  request.type = type;
  request.length = length;
  request.node = node;
  request.state = Request::State::done;
}

// All of its data is here: hands it to the receive that claimed it, if there is one.
void complete(Arrival* arrival) {
  arrival->state = Arrival::State::complete;
  if (Request* request = arrival->claimed_by) {
    memcpy(request->buffer, arrival->data, static_cast<size_t>(arrival->length));
    finish_receive(*request, arrival->type, arrival->length, arrival->node);
    remove(arrival);
  }
}

}  // namespace
}  // namespace nx
