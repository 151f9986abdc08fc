// SPDX-License-Identifier: Apache-2.0
// Receives that wait for a message, in the order in which they were posted.
//
// Those for one type stand in a list found by that type, so that a node may post hundreds and still
// find the right one at once. Selectors of several types, and receives with options, stand in a list
// of their own.
#pragma once

#include "kernel.h"
#include "nx.h"
#include "pool.h"

namespace nx {
namespace {

constexpr uint32_t kBuckets = 256;

struct List {
  Request* first = nullptr;
  Request** end = &first;
};
List posted_by_type[kBuckets];
List posted_sets;
uint32_t post_count = 0;

List& list_of(long type) { return posted_by_type[static_cast<uint32_t>(type) % kBuckets]; }

void append(List& list, Request& request) {
  request.next = nullptr;
  *list.end = &request;
  list.end = &request.next;
}

void unlink(List& list, Request** link) {
  Request* request = *link;
  *link = request->next;
  if (list.end == &request->next) list.end = link;
}

// Whether a selector (nx.h: a type, NX_ANY or a set) selects `type`.
bool selects(long typesel, long type) {
  if (typesel >= 0) return typesel == type;
  if (typesel == NX_ANY) return type <= NX_USER_LAST;
  return type < 31 && (static_cast<uint32_t>(typesel) >> type & 1) != 0;
}

Options options[kRequests];

Options& known_options(const Request& request) { return options[requests.index_of(&request)]; }

bool may_send(const Request& request, long source) {
  return !request.special || known_options(request).from.include(source);
}

inline __attribute__((always_inline)) Request** find_in(List& list, long type, long source) {
  for (Request** link = &list.first; *link != nullptr; link = &(*link)->next) {
    if (selects((*link)->type, type) && may_send(**link, source)) return link;
  }
  return nullptr;
}

List& list_for(const Request& request) {
  return request.type >= 0 && !request.special ? list_of(request.type) : posted_sets;
}

void post(Request& request) {
  request.state = Request::State::posted;
  append(list_for(request), request);
}

// Takes out the receive posted first that selects `type` from `source`; nullptr if there is none.
Request* take_posted(long type, long source) {
  List& list = list_of(type);
  Request** exact = find_in(list, type, source);
  Request** set = find_in(posted_sets, type, source);
  if (exact == nullptr && set == nullptr) return nullptr;
  const bool use_set = exact == nullptr || (set != nullptr && (*set)->order < (*exact)->order);
  Request** link = use_set ? set : exact;
  Request* request = *link;
  unlink(use_set ? posted_sets : list, link);
  request->state = Request::State::busy;
  return request;
}

}  // namespace
}  // namespace nx
