// SPDX-License-Identifier: Apache-2.0
// Results that are kept in a directory, so that what was interrupted goes on where it was. One file
// a result. It holds the result's key: everything that it depends on. The file's name is only a
// hash of the key, and never decides alone. A checksum over key and result detects what was damaged
// or altered by accident.
#pragma once

#include <optional>
#include <string>

namespace rc::sim::base {

class KeptResults {
 public:
  // None are kept where `directory` is empty; otherwise it is created.
  explicit KeptResults(const std::string& directory);

  // The result (JSON without blanks, keys in order) stored under this very key. Nothing if there
  // is none, or if the file is damaged or altered, or holds another key. kernel::InputError if what
  // has its name is no plain file.
  std::optional<std::string> find(const std::string& key) const;
  // kernel::InputError if the file cannot be written.
  void store(const std::string& key, const std::string& result) const;

  // Where find() looks.
  std::string file_of(const std::string& key) const;

 private:
  std::string directory_;
};

}  // namespace rc::sim::base
