// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_snapshot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/text.h"
#include "hw_model/kernel/time_text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/run/snapshot.h"

namespace rc::sim::cli {

using kernel::InputError;
using kernel::Picos;

namespace {

template <class Others>
std::string names_of(const Others& others) {
  std::string names;
  for (const auto& each : others)
    names +=
        fmt::format("{}{}@{}", names.empty() ? "" : " ", each.image, fmt::join(each.cores, ","));
  return names.empty() ? "none" : names;
}

void expect_same(const run::Snapshot& snapshot, const run::FirmwareJob& told, bool machine_given) {
  const auto refuse = [&](const std::string& what, const std::string& saved,
                          const std::string& now) {
    throw InputError(
        fmt::format("--restore {}: {} is {} in the snapshot and {} on the command line; leave it "
                    "out, or say the same",
                    kernel::shown(snapshot.file, kernel::kMaxPathShown), what, kernel::shown(saved),
                    kernel::shown(now)));
  };
  if (told.machine.router == "rtl") refuse("--router", "model", "rtl");
  if (told.machine.network_exact && !snapshot.machine.network_exact)
    refuse("--network-exact", "off", "on");
  if (!told.machine.network.empty()) refuse("--network", "the mesh", "another network");
  if (machine_given) {
    machine::Machine saved = snapshot.machine, now = told.machine;
    if (saved.kind != now.kind) refuse("the machine", saved.kind, now.kind);
    const machine::Parameters ours = saved.parameters(), theirs = now.parameters();
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (machine::value_text(ours[i]) != machine::value_text(theirs[i]))
        refuse(ours[i].path, machine::value_text(ours[i]), machine::value_text(theirs[i]));
  }
  if (!told.image.empty() && base::read_file(told.image, base::kMaxProgram) != snapshot.elf)
    refuse("the program", "another " + snapshot.image, told.image);
  if (!told.others.empty()) {
    const bool same =
        std::ranges::equal(told.others, snapshot.others, [](const auto& now, const auto& saved) {
          return now.cores == saved.cores &&
                 base::read_file(now.image, base::kMaxProgram) == saved.elf;
        });
    if (!same) refuse("--program", names_of(snapshot.others), names_of(told.others));
  }
  if (!told.arguments.empty() && told.arguments != snapshot.arguments)
    refuse("the list of arguments", fmt::format("{}", fmt::join(snapshot.arguments, " ")),
           fmt::format("{}", fmt::join(told.arguments, " ")));
  if (!told.cores.empty() && told.cores != snapshot.cores)
    refuse("the list of cores", fmt::format("{}", fmt::join(snapshot.cores, ",")),
           fmt::format("{}", fmt::join(told.cores, ",")));
  if (told.stack_bytes != 0 && told.stack_bytes != snapshot.stack_bytes)
    refuse("--stack", std::to_string(snapshot.stack_bytes), std::to_string(told.stack_bytes));
}

}  // namespace

void order_save(run::FirmwareJob& job, const std::string& order) {
  const auto at = order.find_last_of('@');
  const std::string time = at == std::string::npos ? "" : order.substr(at + 1);
  std::optional<std::uint64_t> picos = base::parse_picos(time);
  if (const auto cycle = base::parse_whole(time, 1'000'000'000'000)) {
    const scc::ClockParams& clocks = job.machine.params.clocks;
    const Picos period{kernel::period_of(clocks.global_mhz).value * clocks.tile_divider};
    picos = kernel::ClockDomain(period).time_of(*cycle).value;
  }
  if (at == 0 || !picos)
    throw InputError(fmt::format(
        "--save '{}': expected FILE@TIME, with a time as 20us or 1.5ms, or a cycle of the cores",
        kernel::shown(order, kernel::kMaxPathShown)));
  job.save = {order.substr(0, at), Picos{*picos}};
  run::check_saved(job);
}

void restore_job(run::FirmwareJob& job, const std::string& file, bool machine_given) {
  auto snapshot = std::make_shared<run::Snapshot>(run::read_snapshot(file));
  expect_same(*snapshot, job, machine_given);
  if (job.options.max_time <= snapshot->time)
    throw kernel::InputError(fmt::format(
        "--max-time: {}, but the run goes on at {}; expected a later time",
        kernel::microseconds(job.options.max_time), kernel::microseconds(snapshot->time)));
  run::go_on_with(std::move(snapshot), job);
}

}  // namespace rc::sim::cli
