// SPDX-License-Identifier: Apache-2.0
#include "sim/run/job_programs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "sim/machine/stack.h"
#include "sim/run/snapshot.h"

namespace rc::sim::run {

JobPrograms::JobPrograms(const FirmwareJob& job) : of_core_(programs_by_core(job)) {
  add(job, job.image, job.restore ? &job.restore->elf : nullptr);
  for (std::size_t i = 0; i < job.others.size(); ++i)
    add(job, job.others[i].image, job.restore ? &job.restore->others[i].elf : nullptr);
}

void JobPrograms::add(const FirmwareJob& job, const std::string& file, const std::string* saved) {
  if (file.empty()) return all_.push_back({});  // flat images, without names
  const std::uint64_t memory = job.machine.memory_bytes();
  const auto parsed = [&] {
    const auto* data = reinterpret_cast<const std::uint8_t*>(saved->data());
    return machine::parse_elf({data, saved->size()}, file, memory);
  };
  Program program{file, all_.size(), saved,
                  saved != nullptr ? parsed() : machine::load_elf(file, memory)};
  machine::check_image(job.machine, program.elf, file);
  if (job.stack_bytes != 0) machine::place_stack(program.elf, job.stack_bytes, memory, file);
  if (!job.others.empty()) program.elf.program = program_name(file);
  all_.push_back(std::move(program));
}

const JobPrograms::Program& JobPrograms::of_core(int core_id) const {
  const auto at = static_cast<std::size_t>(core_id);
  return all_[at < of_core_.size() ? of_core_[at] : 0];
}

std::vector<std::size_t> programs_by_core(const FirmwareJob& job) {
  std::vector<std::size_t> programs;
  for (const int core : job.cores)
    programs.resize(std::max(programs.size(), static_cast<std::size_t>(core) + 1));
  for (std::size_t i = 0; i < job.others.size(); ++i)
    for (const int core : job.others[i].cores) programs[static_cast<std::size_t>(core)] = i + 1;
  return programs;
}

std::string program_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

}  // namespace rc::sim::run
