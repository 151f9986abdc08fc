// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/host/host_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/base/say.h"
#include "sim/hypercube/host/nx_host.h"
#include "sim/machine/core_list.h"
#include "sim/run/fault_text.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::hypercube {
namespace {

// The host's program is not simulated. --max-time bounds its real time instead, but leaves it some
// seconds, for a limit may be as short as the nodes need.
std::chrono::duration<double> patience_with(kernel::Picos max_time) {
  constexpr double kLeast = 5;  // seconds
  if (max_time == kernel::Picos::never())
    return std::chrono::duration<double>(std::numeric_limits<double>::infinity());
  return std::chrono::duration<double>(
      std::max(kLeast, static_cast<double>(max_time.value) * 1e-12));
}

void choose_cube(run::FirmwareJob& job, unsigned nodes) {
  if (nodes == IPSC_MAX_NODES && job.machine.dcm == "rtl")
    throw kernel::InputError(
        fmt::format("--dcm rtl: with a program on the host, {} nodes at most", nodes / 2));
  job.machine.ipsc.cube.dimension = static_cast<std::uint32_t>(std::countr_zero(nodes));
  job.cores = machine::first_cores(job.machine.cores());
}

void tell_of_given_up(const ipsc::IpscSystem& system, unsigned nodes) {
  std::vector<unsigned> left;
  for (unsigned node = 0; node < nodes; ++node)
    if (system.running(node)) left.push_back(node);
  if (!left.empty())
    base::say(
        "rockcreek: the host's program had ended; given up, as they still waited: node{} "
        "{}\n",
        left.size() == 1 ? "" : "s", fmt::join(left, ","));
}

}  // namespace

run::FirmwareRun run_host_program(run::FirmwareJob& job, run::HostConsole& console,
                                  const run::RunProgress& progress,
                                  const std::function<void(const run::FirmwareRun&)>& unfinished) {
  HostProcess process(job.image, job.arguments, job.options.asked_to_end,
                      patience_with(job.options.max_time));
  const auto read_image = [&job](const std::string& path) {
    machine::ElfImage elf = machine::load_elf(path, job.machine.memory_bytes());
    machine::check_image(job.machine, elf, path);
    return elf;
  };
  const kernel::Picos call_time{
      static_cast<std::uint64_t>(std::llround(job.machine.ipsc.software.host_call_us * 1e6))};
  NxHost host(process, read_image, call_time);
  run::FirmwareRun run;
  const auto nodes = host.wanted_nodes(static_cast<unsigned>(job.machine.cores()));
  if (nodes) {
    choose_cube(job, *nodes);
    systemc::RunOptions options = job.options;
    options.progress = progress;
    options.symbolise = [&host](int node, std::uint32_t eip) {
      const machine::ElfImage* image = host.image_of(static_cast<unsigned>(node));
      return image ? image->locate(eip) : "";
    };
    ipsc::IpscSystem system(job.machine.ipsc, console, options, run::dcm_factory(job.machine));
    host.attach(system, *nodes);
    const auto look = [&run](ipsc::IpscResult result) {
      run.ipsc = std::move(result);
      run.result.time = run.ipsc->time;
      run.result.cores = run.ipsc->cores;
    };
    const auto tell_unfinished = [&] {
      console.finish();  // what the nodes said before is part of the story
      if (!run.ipsc) look(system.so_far());
      if (unfinished) unfinished(run);
    };
    try {
      look(system.run(host));
      if (run.ipsc->timed_out)
        throw kernel::MachineError(fmt::format("not finished after {:g} s of simulated time",
                                               static_cast<double>(run.result.time.value) * 1e-12));
    } catch (const kernel::FaultError& error) {
      tell_unfinished();
      const auto node = error.fault().core;
      const machine::ElfImage* image = host.image_of(static_cast<unsigned>(node));
      throw kernel::MachineError(image ? run::explained(error, *image, {}) : error.what());
    } catch (const kernel::MachineError&) {
      tell_unfinished();
      throw;
    }
    console.finish();
    if (process.status() == 0) tell_of_given_up(system, *nodes);
  }
  run.host_status = process.status();
  return run;
}

}  // namespace rc::sim::hypercube
