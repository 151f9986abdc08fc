// SPDX-License-Identifier: Apache-2.0
// Tables that are searched from the front, and lists in two directions.
#include <search.h>
#include <string.h>

#include "firmware/posix/call.h"

RC_POSIX void* lfind(const void* key, const void* table, size_t* count, size_t bytes,
                     int (*compare)(const void*, const void*)) {
  auto* at = static_cast<char*>(const_cast<void*>(table));
  for (size_t i = 0; i < *count; ++i, at += bytes)
    if (compare(key, at) == 0) return at;
  return nullptr;
}

RC_POSIX void* lsearch(const void* key, void* table, size_t* count, size_t bytes,
                       int (*compare)(const void*, const void*)) {
  if (void* found = lfind(key, table, count, bytes, compare)) return found;
  return memcpy(static_cast<char*>(table) + (*count)++ * bytes, key, bytes);
}

namespace {
struct Element {
  Element *next, *previous;
};
}  // namespace

RC_POSIX void insque(void* element, void* before) {
  auto* const added = static_cast<Element*>(element);
  auto* const previous = static_cast<Element*>(before);
  *added = {previous != nullptr ? previous->next : nullptr, previous};
  if (added->next != nullptr) added->next->previous = added;
  if (previous != nullptr) previous->next = added;
}

RC_POSIX void remque(void* element) {
  auto* const removed = static_cast<Element*>(element);
  if (removed->next != nullptr) removed->next->previous = removed->previous;
  if (removed->previous != nullptr) removed->previous->next = removed->next;
}
