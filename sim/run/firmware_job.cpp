// SPDX-License-Identifier: Apache-2.0
#include "sim/run/firmware_job.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/network/stepped_network.h"
#include "sim/machine/memory_image.h"
#include "sim/run/calls/call_checks.h"
#include "sim/run/calls/early_calls.h"
#include "sim/run/core_dump.h"
#include "sim/run/exit_statuses.h"
#include "sim/run/forgotten_start.h"
#include "sim/run/interconnect/chip_graph.h"
#include "sim/run/interconnect/interconnect.h"
#include "sim/run/job_programs.h"
#include "sim/run/mark_watch.h"
#include "sim/run/snapshot.h"
#include "sim/run/stopped_machine.h"
#include "sim/run/waits.h"

namespace rc::sim::run {
namespace {

std::string end_point_text(const noc::EndPoint& at) {
  return fmt::format("({},{}){}", at.x, at.y, "NESWL"[at.port]);
}

void trace_message(std::ostream& out, kernel::Picos time, const scc::Message& message,
                   bool entering) {
  fmt::print(out, "{} {} {} -> {} {:#05x} {:#011x} {}\n", time.value, entering ? "in " : "out",
             end_point_text(message.source), end_point_text(message.destination),
             static_cast<unsigned>(message.command), message.address, message.bytes);
}

// Up to mesh cycle `now`; what entered a buffer after it and still lies there counts nothing.
BufferUse buffer_use(const noc::BufferAudit& buffers, unsigned vcs, std::uint64_t now) {
  BufferUse use{};
  for (unsigned port = 0; port < noc::kPorts; ++port)
    for (unsigned vc = 0; vc < vcs; ++vc)
      use[port][vc] = std::max(
          0.0, static_cast<double>(static_cast<std::int64_t>(buffers.residence(port, vc, now))));
  return use;
}

host::Image image_of(const JobPrograms::Program& program) {
  if (program.file.empty()) return {};
  return machine::to_image(program.elf, program_name(program.file));
}

// Into the memory of all cores of the job, or behind a controller.
void load_memory_images(scc::SccSystem& system, const FirmwareJob& job) {
  for (const std::string& name : job.memory_images) {
    for (const machine::MemoryPiece& piece : machine::read_memory_image(name)) {
      try {
        if (piece.controller) {
          system.write_controller(piece.controller->first, piece.controller->second, piece.address,
                                  piece.bytes);
          continue;
        }
        for (const int core : job.cores)
          system.write_image(core, static_cast<std::uint32_t>(piece.address), piece.bytes);
      } catch (const kernel::InputError& error) {
        throw kernel::InputError(
            fmt::format("{}: {}", kernel::shown(piece.file, kernel::kMaxPathShown), error.what()));
      }
    }
  }
}

void load(scc::SccSystem& system, const FirmwareJob& job, const JobPrograms& programs) {
  for (const std::string& file : job.lut_files) {
    for (const machine::LutLine& line : machine::read_lut_file(file, system.geometry()))
      system.set_lut(static_cast<int>(line.core), line.slot, line.entry);
  }
  std::vector<host::Image> images;
  for (const JobPrograms::Program& program : programs.all()) images.push_back(image_of(program));
  const std::vector<std::size_t> by_core = programs_by_core(job);
  std::vector<const host::Image*> by_rank;
  for (const int core : job.cores)
    by_rank.push_back(&images[by_core[static_cast<std::size_t>(core)]]);
  system.load(by_rank, job.cores, job.arguments);
  load_memory_images(system, job);
}

// `fault`: when, if it was one.
[[noreturn]] void fail(const std::string& text, std::optional<kernel::Picos> fault) {
  if (fault) throw FaultedRun({text, *fault});
  throw kernel::MachineError(text);
}

// What ends a run, with who had given up before: the others may wait for it.
std::string with_failed(std::string text, const FirmwareJob& job, const HostConsole& console) {
  if (const std::string failed = nonzero_statuses(job, console); !failed.empty())
    text += fmt::format("{}before that {}", text.find('\n') == text.npos ? "; " : "\n  ", failed);
  return text;
}

debug::ExplainFailure with_failed(debug::ExplainFailure explained, const FirmwareJob& job,
                                  const HostConsole& console) {
  return [explained = std::move(explained), &job, &console](const kernel::MachineError& error) {
    debug::FailureStory story = explained(error);
    story.text = with_failed(std::move(story.text), job, console);
    return story;
  };
}

using Unfinished = std::function<void(const FirmwareRun&)>;

FirmwareRun run_scc(const FirmwareJob& job, const JobPrograms& programs, HostConsole& console,
                    const scc::SccRunOptions& options, std::ostream* trace,
                    const Unfinished& unfinished) {
  const std::shared_ptr<const lab::GraphModel> graph = graph_model(job.machine);
  auto made = job.network ? job.network(job.machine.params.noc,
                                        scc::SccSystem::end_points(job.machine.params))
                          : make_network(job.machine, graph);
  if (auto* const stepped = dynamic_cast<noc::SteppedNetwork*>(made.get());
      graph && stepped && job.flits)
    stepped->observe(*job.flits);
  const noc::Network& network = *made;
  scc::SccSystem system(job.machine.params, std::move(made), console, options);
  if (trace || job.messages)
    system.observe([&job, trace](kernel::Picos time, const scc::Message& message, bool entering) {
      if (trace) trace_message(*trace, time, message, entering);
      if (job.messages) job.messages(time, message, entering);
    });
  FirmwareRun run;
  if (job.restore) {
    restore_snapshot(*job.restore, system, console);
  } else {
    load(system, job, programs);
  }
  std::deque<CoreWatch> watches;  // by rank
  for (const int id : job.cores) {
    const scc::Tile& tile = system.tile(system.geometry().tile_of(static_cast<std::uint32_t>(id)));
    watch_marks(job, watches.emplace_back(system.core(id)), programs.of_core(id).elf,
                [&tile](kernel::Cycle cycle) { return tile.clock().time_of(cycle); });
  }
  EarlyCalls early;
  StoppedMachine seen = stopped(system, job.cores, programs);
  seen.called_early = [&early](std::size_t rank) { return early.of(rank); };
  if (job.calls != nullptr)
    seen.lock_taken = [&](std::size_t ue) { return job.calls->lock_taken(seen, ue); };
  // A snapshot's programs have begun.
  for (std::size_t rank = 0; rank < job.cores.size() && !job.restore; ++rank)
    early.watch(
        seen, rank, watches[rank], job.calls == nullptr ? std::function<void()>() : [&, rank] {
          job.calls->watch(seen, rank, watches[rank]);
        });
  // A snapshot may have changed clocks.
  for (unsigned tile = 0; tile < system.geometry().tiles() && job.restore; ++tile)
    if (options.clock_changed)
      options.clock_changed(tile, system.time(), system.tile(tile).clock());
  if (!job.restore) system.start(job.held);
  const auto look_at_network = [&](FirmwareRun& at) {
    const noc::NocParams& mesh = job.machine.params.noc;
    const auto now = static_cast<std::uint64_t>(std::ceil(at.result.mesh_cycles));
    at.pins = network.pin_statistics();
    if (graph) {
      at.graph = {graph, network.flits_sent(), network.slots_held()};
      return;
    }
    for (unsigned router = 0; router < mesh.cols * mesh.rows && network.has_routers(); ++router) {
      const unsigned x = router % mesh.cols, y = router / mesh.cols;
      at.links.push_back(network.links(x, y));
      at.buffers.push_back(buffer_use(network.buffers(x, y), mesh.vcs, now));
    }
  };
  const auto explained = [&](const kernel::MachineError& error) {
    return debug::FailureStory{report(error, seen, programs, job.cores),
                               failing_places(error, seen, job.cores)};
  };
  const auto look_at_calls = [&] {
    if (job.calls != nullptr) job.calls->look_at_end(seen);
  };
  if (job.debugger) {
    const auto machine = debug::debug_machine(system, job.cores);
    machine->set_breaks_by([&watches](unsigned rank, const cpu::BreakConditions& on) {
      watches[rank].set_debugger(on);
    });
    const auto so_far = [&] {
      FirmwareRun part;
      const bool over = std::ranges::all_of(
          job.cores, [&system](int core) { return system.exit_status(core).has_value(); });
      part.result = over ? system.finish() : system.so_far();
      look_at_network(part);
      return part;
    };
    job.debugger({*machine, programs, so_far, with_failed(explained, job, console), look_at_calls});
  }
  const auto dump = [&](const kernel::MachineError* error) {
    if (job.core_dumps.empty()) return;
    const auto machine = debug::debug_machine(system, job.cores);
    write_core_files(job.core_dumps, *machine, stopped(system, job.cores, programs), error);
  };
  try {
    if (job.save) run.saved = save_snapshot(job, system, network, console, options.progress);
    run.result = system.finish();
  } catch (const kernel::MachineError& error) {
    const std::string text = explained(error).text;
    const auto fault = fault_time(error, seen, job.cores);
    dump(&error);
    look_at_calls();
    if (unfinished) {
      run.result = system.so_far();
      look_at_network(run);
      unfinished(run);
    }
    fail(text, fault);
  }
  look_at_network(run);
  dump(nullptr);
  look_at_calls();
  run.forgotten = forgotten_start(seen, [](std::size_t) { return true; });
  if (run.result.timed_out) run.standing = standing_lines(seen);
  if (early.any()) {
    if (unfinished) unfinished(run);
    throw kernel::MachineError(run.forgotten);
  }
  return run;
}

FirmwareRun run_ipsc(const FirmwareJob& job, const JobPrograms& programs, HostConsole& console,
                     const systemc::RunOptions& options, const Unfinished& unfinished) {
  ipsc::IpscSystem system(job.machine.ipsc, console, options, dcm_factory(job.machine));
  system.observe(job.cube_messages);
  system.load(image_of(programs.all().front()), job.arguments);
  std::deque<CoreWatch> watches;  // by node
  for (unsigned number = 0; number < system.nodes(); ++number) {
    ipsc::Node& node = system.node(number);
    watch_marks(job, watches.emplace_back(node.core()), programs.all().front().elf,
                [&node](kernel::Cycle cycle) { return node.time_of(cycle); });
  }
  FirmwareRun run;
  const auto look = [](FirmwareRun& at, ipsc::IpscResult result) {
    at.result.time = result.time;
    at.result.cores = result.cores;
    at.result.timed_out = result.timed_out;
    at.ipsc = std::move(result);
  };
  const StoppedMachine seen = stopped(system, programs);
  const auto explained = [&](const kernel::MachineError& error) {
    return debug::FailureStory{report(error, seen, programs, {}), failing_places(error, seen, {})};
  };
  const auto dump = [&](const kernel::MachineError* error) {
    if (job.core_dumps.empty()) return;
    const auto machine = debug::debug_machine(system);
    write_core_files(job.core_dumps, *machine, seen, error);
  };
  for (std::size_t rank = 0; rank < seen.count && job.calls != nullptr; ++rank)
    job.calls->watch(seen, rank, watches[rank]);
  const auto look_at_calls = [&] {
    if (job.calls != nullptr) job.calls->look_at_end(seen);
  };
  try {
    if (job.debugger) {
      system.start();
      const auto machine = debug::debug_machine(system);
      machine->set_breaks_by([&watches](unsigned rank, const cpu::BreakConditions& on) {
        watches[rank].set_debugger(on);
      });
      const auto so_far = [&] {
        FirmwareRun part;
        bool over = true;
        for (unsigned node = 0; node < system.nodes(); ++node)
          over = over && system.exit_status(node).has_value();
        look(part, over ? system.finish() : system.so_far());
        return part;
      };
      job.debugger(
          {*machine, programs, so_far, with_failed(explained, job, console), look_at_calls});
      look(run, system.finish());
    } else {
      look(run, system.run());
    }
  } catch (const kernel::MachineError& error) {
    const std::string text = explained(error).text;
    const auto fault = fault_time(error, seen, {});
    dump(&error);
    look_at_calls();
    if (unfinished) {
      look(run, system.so_far());
      unfinished(run);
    }
    fail(text, fault);
  }
  dump(nullptr);
  look_at_calls();
  if (run.result.timed_out) run.standing = standing_lines(seen);
  return run;
}

// As messages name them: none for the nodes of a hypercube.
std::vector<int> ranked_cores(const FirmwareJob& job) {
  return job.machine.is_ipsc() ? std::vector<int>{} : job.cores;
}

}  // namespace

FirmwareRun run_firmware(const FirmwareJob& job, HostConsole& console, const RunProgress& progress,
                         std::ostream* trace,
                         const std::function<void(const FirmwareRun&)>& unfinished) {
  const JobPrograms programs(job);
  scc::SccRunOptions options = job.options;
  options.keep_x87 = job.machine.network.empty();
  options.symbolise = [&programs](int core, std::uint32_t eip) {
    return programs.of_core(core).elf.locate(eip);
  };
  options.progress = progress;
  options.cores = job.cores;
  if (job.foretold) {
    const kernel::Picos begin = job.restore ? job.restore->time : kernel::Picos{0};
    options.max_time = std::max(
        begin,
        kernel::Picos{job.foretold->at.value - std::min(job.foretold->at.value, kBeforeFault)});
  }
  FirmwareRun run;
  try {
    run = job.machine.is_ipsc() ? run_ipsc(job, programs, console, options, unfinished)
                                : run_scc(job, programs, console, options, trace, unfinished);
    if (run.result.timed_out) {
      if (unfinished) unfinished(run);
      throw kernel::MachineError(fmt::format("not finished after {:g} s of simulated time{}{}{}",
                                             static_cast<double>(run.result.time.value) * 1e-12,
                                             run.forgotten.empty() ? "" : "; ", run.forgotten,
                                             run.standing));
    }
  } catch (const std::logic_error& error) {  // a box found what cannot be
    if (!job.restore) throw;
    throw kernel::InputError(fmt::format("{}: a snapshot of a state that no machine has: {}",
                                         kernel::shown(job.restore->file, kernel::kMaxPathShown),
                                         error.what()));
  } catch (const kernel::MachineError& error) {
    console.finish();  // what the firmware said before is part of the story
    std::string text = with_failed(error.what(), job, console);
    if (job.foretold) text = job.foretold->text;
    const auto* const fault = dynamic_cast<const FaultedRun*>(&error);
    fail(text, fault == nullptr ? std::nullopt : std::optional(fault->fault().at));
  }
  console.finish();
  return run;
}

std::string nonzero_statuses(const FirmwareJob& job, const HostConsole& console) {
  return nonzero_statuses(console.statuses(), ranked_cores(job));
}

bool FirmwareRun::succeeded() const {
  return host_status == 0 && std::ranges::all_of(result.cores, [](const systemc::CoreResult& c) {
           return c.exit_status == 0;
         });
}

}  // namespace rc::sim::run
