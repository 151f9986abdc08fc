// SPDX-License-Identifier: Apache-2.0
#include "sim/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::base {

// A path without a slash would be looked for in the system's folders.
SharedLibrary::SharedLibrary(const std::string& path)
    : library_(::dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr)
    throw kernel::InputError(fmt::format("{}: no shared library: {}",
                                         kernel::shown(path, kernel::kMaxPathShown),
                                         kernel::shown(::dlerror(), kernel::kMaxPathShown)));
}

void* SharedLibrary::address(const char* name) const { return ::dlsym(library_, name); }

}  // namespace rc::sim::base
