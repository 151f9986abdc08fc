// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/replay/recorder.h"

#include <algorithm>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/layout.h"

namespace rc::sim::observe {

using kernel::Picos;
using scc::Message;

TrafficRecorder::TrafficRecorder(run::FirmwareJob& job) {
  if (job.machine.is_ipsc())
    throw kernel::InputError("--record-traffic: of an SCC only, not of an iPSC/860");
  if (job.options.accesses != nullptr)
    throw kernel::InputError("--record-traffic: not with --check, which watches the same accesses");
  if (job.restore)
    throw kernel::InputError("--record-traffic: not with --restore, a recording begins at reset");
  recording_.cols = job.machine.params.noc.cols;
  recording_.rows = job.machine.params.noc.rows;
  recording_.end_points = scc::SccSystem::end_points(job.machine.params);
  const scc::Geometry geometry = job.machine.geometry();
  first_controller_ = geometry.tiles();
  controllers_ = scc::Layout(job.machine.params).controllers().size();
  for (const int id : job.cores) {
    const auto core = static_cast<unsigned>(id);
    core_of(recording_.end_points[core / geometry.cores_per_tile], core % geometry.cores_per_tile);
  }
  job.options.accesses = this;
  job.messages = [this, others = std::move(job.messages)](Picos time, const Message& message,
                                                          bool entering) {
    moved(time, message, entering);
    if (others) others(time, message, entering);
  };
}

std::size_t TrafficRecorder::end_point_of(const noc::EndPoint& at) const {
  return static_cast<std::size_t>(std::ranges::find(recording_.end_points, at) -
                                  recording_.end_points.begin());
}

std::size_t TrafficRecorder::core_of(const noc::EndPoint& at, unsigned unit) {
  const std::size_t end_point = end_point_of(at);
  const auto [found, made] = index_.try_emplace({end_point, unit}, cores_.size());
  if (made) {
    cores_.emplace_back();
    recording_.cores.emplace_back().end_point = static_cast<std::uint32_t>(end_point);
  }
  return found->second;
}

Operation& TrafficRecorder::add(std::size_t index, Operation::Kind kind, std::uint64_t time) {
  Core& core = cores_[index];
  Operation& each = recording_.cores[index].operations.emplace_back();
  each.kind = kind;
  each.delay = time - core.since;
  core.since = time;
  core.first_reads.clear();
  core.awaited.push_back(false);
  return each;
}

void TrafficRecorder::moved(Picos time, const Message& message, bool entering) {
  const bool answer = scc::is_response(message.command);
  if ((answer ? message.destination : message.source).port != noc::kLocal)
    throw kernel::InputError(
        "--record-traffic: not of a run with interrupts by the system interface, which no core "
        "asks "
        "the mesh for");
  if (scc::is_response(message.command)) {
    const std::size_t index = core_of(message.destination, message.unit);
    Core& core = cores_[index];
    if (entering) {
      Operation& request = recording_.cores[index].operations.back();
      if (request.kind == Operation::Kind::send) request.service = time.value - core.arrived;
      request.answer = static_cast<std::uint8_t>(scc::flit_count(message));
    } else {
      core.since = time.value;
    }
    return;
  }
  const std::size_t index = core_of(message.source, message.unit);
  if (!entering) {
    cores_[index].arrived = time.value;
    return;
  }
  const std::size_t target = end_point_of(message.destination);
  const bool memory = target - first_controller_ < controllers_;
  Operation& request =
      add(index, memory ? Operation::Kind::memory : Operation::Kind::send, time.value);
  request.target = static_cast<std::uint32_t>(target);
  if (memory) request.line = static_cast<std::uint32_t>(message.address >> kLineBits);
  request.flits = static_cast<std::uint8_t>(scc::flit_count(message));
}

void TrafficRecorder::served(const Message& request, const Message&, Picos time) {
  if (request.subdestination != SCC_SUBDEST_MPB) return;
  const Line line = scc::place_of(request) >> kLineBits;
  const std::size_t index = core_of(request.source, request.unit);
  const bool own = request.source == request.destination;
  if (!scc::is_write(request.command)) {
    if (own) read_own(index, line, time.value);
    return;
  }
  if (own) add(index, Operation::Kind::mark, time.value);
  writes_[line] = {index, recording_.cores[index].operations.size() - 1,
                   own ? time.value : cores_[index].arrived};
}

void TrafficRecorder::read_own(std::size_t index, Line line, std::uint64_t time) {
  Core& core = cores_[index];
  const std::uint64_t first = core.first_reads.try_emplace(line, time).first->second;
  const auto found = writes_.find(line);
  if (found == writes_.end() || found->second.core == index) return;
  const Write& write = found->second;
  const auto [seen, is_new] = core.seen.try_emplace(line, write);
  if (!is_new && seen->second.same(write)) return;
  seen->second = write;
  Operation& wait = add(index, Operation::Kind::wait, first);
  wait.target = static_cast<std::uint32_t>(write.core);
  wait.operation = static_cast<std::uint32_t>(write.operation);
  core.since = std::max(first, write.time);
  cores_[write.core].awaited[write.operation] = true;
}

// No core waits for most marks: their delays go to what comes next.
void TrafficRecorder::drop_marks() {
  std::vector<std::vector<std::uint32_t>> moved(cores_.size());
  for (std::size_t index = 0; index < cores_.size(); ++index) {
    CoreTraffic& core = recording_.cores[index];
    std::vector<Operation> kept;
    std::uint64_t delay = 0;
    for (std::size_t i = 0; i < core.operations.size(); ++i) {
      moved[index].push_back(static_cast<std::uint32_t>(kept.size()));
      Operation each = core.operations[i];
      each.delay += delay;
      delay = each.delay;
      if (each.kind == Operation::Kind::mark && !cores_[index].awaited[i]) continue;
      delay = 0;
      kept.push_back(each);
    }
    core.rest += static_cast<std::int64_t>(delay);
    core.operations = std::move(kept);
  }
  for (CoreTraffic& core : recording_.cores)
    for (Operation& each : core.operations)
      if (each.kind == Operation::Kind::wait) each.operation = moved[each.target][each.operation];
}

Recording TrafficRecorder::finish(const run::FirmwareRun& run) {
  recording_.time = run.result.time.value;
  for (std::size_t rank = 0; rank < run.result.cores.size(); ++rank) {
    // The write that ends a program is still to be acknowledged.
    recording_.cores[rank].rest =
        static_cast<std::int64_t>(run.result.cores[rank].exit_time.value - cores_[rank].since);
  }
  drop_marks();
  return std::move(recording_);
}

}  // namespace rc::sim::observe
