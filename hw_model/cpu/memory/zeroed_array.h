// SPDX-License-Identifier: Apache-2.0
// An array of a size known at run time, all zero at first. Memory that is never written to takes no
// page of the host: a cache of which a program uses a part costs that part.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace rc::cpu {

template <class T>
class ZeroedArray {
 public:
  static_assert(std::is_trivial_v<T>);

  explicit ZeroedArray(std::size_t size)
      : size_(size), elements_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
    if (elements_ == nullptr) throw std::bad_alloc();
  }

  T& operator[](std::size_t i) { return elements_[i]; }
  const T& operator[](std::size_t i) const { return elements_[i]; }
  T* begin() { return elements_.get(); }
  T* end() { return begin() + size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* elements) const { std::free(elements); }
  };

  std::size_t size_;
  std::unique_ptr<T[], Free> elements_;
};

}  // namespace rc::cpu
