// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "hw_model/kernel/error.h"
#include "sim/run/job_programs.h"
#include "sim/run/program_lines.h"

namespace rc::sim::cli {

RunCheck::RunCheck(run::FirmwareJob& job)
    : job_(job), checker_(run::programs_by_core(job), !job.restore) {
  if (job.machine.is_ipsc())
    throw kernel::InputError(
        "--check: the cores of an SCC share memory, nodes of a hypercube do not");
  if (job.machine.is_scc() && !job.machine.geometry().has_scc_map())
    throw kernel::InputError("--check: it knows the SCC's 6 x 4 tiles of two cores only");
  job.options.accesses = &checker_.observer();
  job.sizes = &sizes_;
}

std::vector<std::string> RunCheck::findings() {
  checker_.finish();
  const run::JobPrograms programs(job_);
  run::ProgramLines lines;
  const auto core_name = [this](unsigned core) {
    const auto rank = std::ranges::find(job_.cores, static_cast<int>(core)) - job_.cores.begin();
    return fmt::format("core {} (UE {})", core, rank);
  };
  const auto locate = [&](unsigned core, std::uint32_t eip) {
    return lines.locate(programs.of_core(static_cast<int>(core)), eip);
  };
  std::vector<std::string> texts;
  for (const observe::Finding& finding : checker_.findings())
    texts.push_back(observe::text(finding, core_name, locate));
  std::ranges::copy(sizes_.findings(), std::back_inserter(texts));
  return texts;
}

bool RunCheck::tell() {
  const std::vector<std::string> texts = findings();
  for (const std::string& text : texts) fmt::print(stderr, "rockcreek: check: {}\n", text);
  fmt::print(stderr, "rockcreek: check: {}\n",
             texts.empty()
                 ? "no defects"
                 : fmt::format("{} defect{}", texts.size(), texts.size() == 1 ? "" : "s"));
  return !texts.empty();
}

}  // namespace rc::sim::cli
