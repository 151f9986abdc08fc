// SPDX-License-Identifier: Apache-2.0
// A folder of its own, gone at the end with all that is in it.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {

class TemporaryFolder {
 public:
  // Its name begins with `prefix`. kernel::InputError if it cannot be made.
  explicit TemporaryFolder(const std::string& prefix, const std::filesystem::path& parent =
                                                          std::filesystem::temp_directory_path())
      : path_((parent / (prefix + "XXXXXX")).string()) {
    if (::mkdtemp(path_.data()) == nullptr)
      throw kernel::InputError(path_ + ": " + std::strerror(errno));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace rc::sim::base
