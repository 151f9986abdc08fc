// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_files.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::cli {
namespace {

struct NamedFile {
  std::string option, file;
};

// FILE of FILE@PLACE.
std::string before_place(const std::string& text) { return text.substr(0, text.rfind('@')); }

std::vector<NamedFile> inputs_of(const RunCommand& command, const run::FirmwareJob& job) {
  std::vector<NamedFile> files{{"the program", job.image}};
  for (const auto& other : job.others) files.push_back({"--program", other.image});
  for (const std::string& image : job.memory_images)
    files.push_back({"--image", before_place(image)});
  for (const std::string& table : job.lut_files) files.push_back({"--lut", table});
  for (const std::string& text : command.typed) {
    files.push_back({"--input", text});
    files.push_back({"--input", before_place(text)});
  }
  return files;
}

std::vector<NamedFile> outputs_of(const RunCommand& command, const run::FirmwareJob& job) {
  const observe::InstrumentOptions& instruments = command.instruments;
  std::vector<NamedFile> files{{"--stats", command.stats_file},
                               {"--trace", command.trace_file},
                               {"--record-traffic", command.traffic_file},
                               {"--profile", instruments.profile}};
  if (job.save) files.push_back({"--save", job.save->file});
  for (const run::CoreDump& dump : job.core_dumps) files.push_back({"--core", dump.file});
  for (const int core : job.cores)
    if (!instruments.profile.empty() && instruments.profile_cores)
      files.push_back({"--profile-cores", fmt::format("{}.{}", instruments.profile, core)});
  for (const char* name : {"/report.html", "/run.json"})
    if (!instruments.report.empty()) files.push_back({"--report", instruments.report + name});
  if (command.waves.wanted())
    for (const std::string& file :
         {command.waves.file, command.waves.save_file(), command.waves.names_file()})
      files.push_back({"--waves", file});
  std::erase_if(files, [](const NamedFile& each) { return each.file.empty(); });
  return files;
}

}  // namespace

void expect_files_apart(const RunCommand& command, const run::FirmwareJob& job) {
  const std::vector<NamedFile> inputs = inputs_of(command, job), outputs = outputs_of(command, job);
  const auto refuse = [](const NamedFile& output, const char* why, const NamedFile& other) {
    throw kernel::InputError(fmt::format("{} {}: {} {}; expected another file", output.option,
                                         kernel::shown(output.file, kernel::kMaxPathShown), why,
                                         other.option));
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : inputs)
      if (base::same_file(outputs[i].file, input.file)) refuse(outputs[i], "is read as", input);
    for (std::size_t j = 0; j < i; ++j)
      if (base::same_file(outputs[i].file, outputs[j].file))
        refuse(outputs[i], "is written by", outputs[j]);
  }
}

}  // namespace rc::sim::cli
