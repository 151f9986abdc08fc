// SPDX-License-Identifier: Apache-2.0
// A fixed number of items, taken and given back in constant time, each with a number; and the two
// pools that the kernel's other parts share.
//
// T has a `state` with a value `free`, and a pointer `next` that links the free items.
#pragma once

#include "kernel.h"

namespace nx {
namespace {

template <class T, int N>
class Pool {
 public:
  // A new item, or nullptr if all N are taken.
  T* take() {
    if (free_ != nullptr) {
      T* item = free_;
      free_ = item->next;
      *item = {};
      return item;
    }
    return used_ < N ? &items_[used_++] : nullptr;
  }
  void give(T* item) {
    item->state = T::State::free;
    item->next = free_;
    free_ = item;
  }
  int index_of(const T* item) const { return static_cast<int>(item - items_); }
  // nullptr if no item has had this number yet.
  T* at(int index) { return index >= 0 && index < used_ ? &items_[index] : nullptr; }

 private:
  T items_[N];
  T* free_ = nullptr;
  int used_ = 0;
};

Pool<Request, kRequests> requests;
Pool<Arrival, kRequests> arrivals;

}  // namespace
}  // namespace nx
