// SPDX-License-Identifier: Apache-2.0
// The programs of a job, as its machine gets them: FirmwareJob::image, and FirmwareJob::others on
// some of the cores of an SCC. Together they are one job, whose UEs are ranked over all of them;
// each core has its program in memory of its own, so every program may be linked as it likes.
//
// Errors: kernel::InputError of one line, for a file that is no image of a program for the machine,
// or leaves no room for the job's stack.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/machine/elf_image.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::run {

class JobPrograms {
 public:
  struct Program {
    std::string file;
    std::size_t number = 0;  // among all()
    const std::string* saved =
        nullptr;  // what a snapshot has of the file, of which it names no folder
    machine::ElfImage elf;
  };

  // Reads the images, from files or from the snapshot that the job goes on with.
  explicit JobPrograms(const FirmwareJob& job);

  // The first is FirmwareJob::image.
  const std::vector<Program>& all() const { return all_; }
  const Program& of_core(int core_id) const;

 private:
  void add(const FirmwareJob& job, const std::string& file, const std::string* saved);

  std::vector<Program> all_;
  std::vector<std::size_t> of_core_;
};

// Of which of its programs a core of the job has a copy: 0 for `image`, else one of `others`.
std::vector<std::size_t> programs_by_core(const FirmwareJob& job);

// What messages call the program in that file: "worker.elf".
std::string program_name(const std::string& file);

}  // namespace rc::sim::run
