// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "hw_model/kernel/error.h"
#include "sim/base/say.h"
#include "sim/run/job_programs.h"
#include "sim/run/program_lines.h"

namespace rc::sim::cli {

std::string counted_defects(std::size_t count) {
  return fmt::format("{} defect{}", count, count == 1 ? "" : "s");
}

RunCheck::RunCheck(run::FirmwareJob& job)
    : job_(job), checker_(run::programs_by_core(job), !job.restore) {
  job.calls = &calls_;
  if (job.machine.is_ipsc()) return;
  if (job.machine.is_scc() && !job.machine.geometry().has_scc_map())
    throw kernel::InputError("--check: it knows the SCC's 6 x 4 tiles of two cores only");
  job.options.accesses = &checker_.observer();
  checker_.attribute_to([this](unsigned core) { return calls_.call_site(static_cast<int>(core)); });
}

std::vector<std::string> RunCheck::texts(const std::vector<observe::Finding>& findings) const {
  const run::JobPrograms programs(job_);
  run::ProgramLines lines;
  const auto core_name = [this](unsigned core) {
    const auto rank = std::ranges::find(job_.cores, static_cast<int>(core)) - job_.cores.begin();
    return fmt::format("core {} (UE {})", core, rank);
  };
  const auto locate = [&](const observe::Party& party) {
    return lines.locate(programs.of_core(static_cast<int>(party.core)), party.eip, party.caller);
  };
  std::vector<std::string> texts;
  for (const observe::Finding& finding : findings)
    texts.push_back(observe::text(finding, core_name, locate));
  return texts;
}

std::vector<std::string> RunCheck::findings() {
  checker_.finish();
  std::vector<std::string> all = calls_.findings();  // they are often the cause of the others
  std::ranges::copy(texts(checker_.findings()), std::back_inserter(all));
  return all;
}

std::size_t RunCheck::tell() {
  for (const std::string& text : calls_.failed()) base::say("rockcreek: call failed: {}\n", text);
  const std::vector<std::string> defects = findings();
  for (const std::string& text : defects) base::say("rockcreek: check: {}\n", text);
  for (const std::string& text : texts(checker_.unordered()))
    base::say("rockcreek: check: not judged: {}; uncached memory is coherent\n", text);
  base::say("rockcreek: check: {}\n",
            defects.empty() ? "no defects" : counted_defects(defects.size()));
  return defects.size();
}

}  // namespace rc::sim::cli
