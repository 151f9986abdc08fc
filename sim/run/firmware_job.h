// SPDX-License-Identifier: Apache-2.0
// One job on one machine, from reset to the last exit: a program, or several on an SCC.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/ipsc/systemc/ipsc_system.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/flit_observer.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/debug/machine.h"
#include "sim/lab/evaluation/graph_model.h"
#include "sim/machine/elf_image.h"
#include "sim/machine/machine.h"
#include "sim/run/host/host_console.h"
#include "sim/run/run_failure.h"

namespace rc::sim::run {

struct Driven;
struct Snapshot;
class CallChecks;
class JobPrograms;

struct CoreDump {
  std::string file;
  std::optional<unsigned> of;  // the rank whose memory it has; none: of the one that stopped first
};

// A core has come to a mark of its program, before the instruction there.
struct MarkReached {
  int core = 0;
  const machine::ProgramMark& mark;
  kernel::Cycle cycle = 0;
  kernel::Picos time{0};
  const cpu::CoreCounters& counters;
};

struct FirmwareJob {
  machine::Machine machine;
  // Path of the ELF file. Without one the cores start at the reset vector, with what `memory_images`
  // put there.
  std::string image;
  // What some of the cores of an SCC run instead of `image`, which keeps one at least.
  struct OtherProgram {
    std::string image;
    std::vector<int> cores;  // of the job's; none is in two programs
  };
  std::vector<OtherProgram> others;
  // Of an SCC: what else lies in the memory of every core of the job (machine/memory_image.h), and
  // files of entries of lookup tables, which come first.
  std::vector<std::string> memory_images, lut_files;
  std::vector<int> held;               // of the cores: in reset until firmware releases them
  std::vector<int> cores;              // core ids by rank
  std::vector<std::string> arguments;  // argv[1]...
  std::uint32_t stack_bytes = 0;       // of each UE of an SCC; 0: what the image was linked with
  // How to run it, and what watches it. An iPSC/860 takes the part that both machines share.
  // run_firmware() sets `cores`, `symbolise`, `progress` and `keep_x87`.
  scc::SccRunOptions options;
  // Drives the loaded machine before the run goes on to its end; may be empty. Without threads.
  std::function<void(const Driven&)> debugger;
  // Saves a snapshot of an SCC when simulated time comes to it (snapshot.h).
  struct Save {
    std::string file;
    kernel::Picos time{0};
  };
  std::optional<Save> save;
  // Core files that GDB opens, written when the run ends, however that is (core_dump.h).
  std::vector<CoreDump> core_dumps;
  // Goes on with this one, whose machine and program are the job's, instead of beginning at reset.
  std::shared_ptr<Snapshot> restore;
  // A run before has ended there by a fault: this one ends kBeforeFault earlier, as if by the same. It
  // has neither `save` nor `core_dumps`: those of the run before stand.
  std::optional<ForetoldFault> foretold;
  // Makes the mesh of an SCC, one that has the machine's cycles; empty: as the machine says.
  noc::NetworkFactory network;
  // Of an SCC: called for every message that enters the mesh or leaves it.
  std::function<void(kernel::Picos, const scc::Message&, bool entering)> messages;
  // Watches the programs' calls of libraries; nullptr: nobody does. Not beside a debugger, nor after
  // `restore`.
  CallChecks* calls = nullptr;
  // Sees the flits of a network of another topology than a mesh; nullptr: nobody does.
  noc::FlitObserver* flits = nullptr;
  // Called for every mark that a core comes to, on the thread that runs the core. Not beside a debugger.
  std::function<void(const MarkReached&)> marks;
  // Of an iPSC/860: called for every message that leaves a node, and that has come to one.
  ipsc::IpscSystem::Observer cube_messages;
};

// What one router's input buffers held, by port and VC: slots times mesh cycles.
using BufferUse = std::array<std::array<double, noc::kMaxVcs>, noc::kPorts>;

// What went over a network of any topology.
struct GraphRun {
  std::shared_ptr<const lab::GraphModel> model;
  std::vector<std::uint64_t> flits, slots;  // noc::Network::flits_sent(), slots_held()
};

// Of a run of which only what lay between RC_region_begin() and RC_region_end() counts: each core's
// counters between its own, and what the chip did from the first begin of any core to the last end.
struct RegionRun {
  kernel::Picos from{0}, to{0};
  double mesh_cycles = 0;  // in between
  std::size_t cores = 0;   // that came to a begin
  // Flits by router and port; empty where it is not known which links a message takes.
  std::vector<std::array<std::uint64_t, noc::kPorts>> flits;
  std::uint64_t mpb_accesses = 0, memory_accesses = 0;  // of the cores, between their own
};

// What a run leaves: the machine's own result, and what went over the mesh.
struct FirmwareRun {
  scc::SccResult result;                   // of an iPSC/860: time and cores only
  std::optional<ipsc::IpscResult> ipsc;    // of an iPSC/860
  std::vector<noc::LinkCounters> links;    // by router, x + cols * y
  std::vector<BufferUse> buffers;          // likewise
  std::optional<GraphRun> graph;           // of a network of another topology, instead of both
  std::optional<noc::PinStatistics> pins;  // of a network without our routers, likewise
  // Then the counters of `result.cores`, `result.packets` and `result.power` are its, too.
  std::optional<RegionRun> region;
  int host_status = 0;    // of the program on the host of an iPSC/860
  bool saved = false;     // FirmwareJob::save was reached
  std::string forgotten;  // forgotten_start() of all UEs of an SCC
  std::string standing;   // standing_lines() of a run that max_time ended

  // Every UE returned zero, and so did the program on the host.
  bool succeeded() const;
};

// What a run hands over to FirmwareJob::debugger.
struct Driven {
  debug::DebugMachine& machine;
  const JobPrograms& programs;
  // What happened up to now, as of a run that ends here. The machine may not be able to go on.
  std::function<FirmwareRun()> so_far;
  // In the lines with which such a failure of the machine, at this instant, ends a run.
  debug::ExplainFailure explain;
  // What --check learns from a run that ends here.
  std::function<void()> look_at_calls;
};

// The UEs of a job that ended with another status than zero, in words (exit_statuses.h).
std::string nonzero_statuses(const FirmwareJob& job, const HostConsole& console);

// Called while it runs, with the simulated time. An exception ends the run.
using RunProgress = std::function<void(kernel::Picos)>;

// Runs the job in this process; SystemC allows that once. kernel::InputError for a bad image,
// kernel::MachineError for what the simulated machine could not go on from, and for the end by
// options.max_time or options.asked_to_end, before which `unfinished` hears what there is. It also
// hears what there was before a fault or deadlock. `trace`, where given, gets one line per
// message that enters or leaves the mesh.
FirmwareRun run_firmware(const FirmwareJob& job, HostConsole& console,
                         const RunProgress& progress = {}, std::ostream* trace = nullptr,
                         const std::function<void(const FirmwareRun&)>& unfinished = {});

}  // namespace rc::sim::run
