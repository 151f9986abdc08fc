// SPDX-License-Identifier: Apache-2.0
// Outcomes of firmware runs that are kept in a directory, so that an interrupted experiment goes on
// where it was. One file per outcome. It holds the key of its job: everything that the outcome
// depends on. The file's name is only a hash of the key, and never decides alone. A checksum over
// key and outcome detects what was damaged or altered by accident.
#pragma once

#include <optional>
#include <string>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

// Everything that a job's outcome depends on, as text: this simulator and the image (bytes and a
// 128-bit hash of each), the machine's kind and parameters, cores, arguments and options.
std::string job_key(const FirmwareJob& job);

// The size and a 128-bit hash of a file's bytes, as text; and those of this very simulator.
std::string contents_of(const std::string& file);
const std::string& this_simulator();

class KeptOutcomes {
 public:
  // None are kept where `directory` is empty; otherwise it is created.
  explicit KeptOutcomes(const std::string& directory);

  // The outcome (JSON without blanks, keys in order) stored under this very key. Nothing if there
  // is none, or if the file is damaged or altered, or holds another key. kernel::InputError if what
  // has its name is no plain file.
  std::optional<std::string> find(const std::string& key) const;
  // kernel::InputError if the file cannot be written.
  void store(const std::string& key, const std::string& outcome) const;

  // Where find() looks.
  std::string file_of(const std::string& key) const;

 private:
  std::string directory_;
};

}  // namespace rc::sim::run
