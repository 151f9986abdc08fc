// SPDX-License-Identifier: Apache-2.0
// A shared library that is loaded while the simulator runs. It is never closed: what was found in it
// may be used until the process ends.
#pragma once

#include <string>

namespace rc::sim::base {

class SharedLibrary {
 public:
  // kernel::InputError with the path and the reason if it cannot be loaded.
  explicit SharedLibrary(const std::string& path);

  // The function of that name; nullptr if there is none. It must be of type `F`.
  template <class F>
  F* find(const char* name) const {
    return reinterpret_cast<F*>(address(name));
  }

 private:
  void* address(const char* name) const;

  void* library_;
};

}  // namespace rc::sim::base
