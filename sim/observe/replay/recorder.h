// SPDX-License-Identifier: Apache-2.0
// Watches a run of an SCC and makes a Recording of it.
//
// What waits for what: a core has one request at a time, so its next one follows the answer to the
// one before. A read of a line in the own tile's MPB depends on the last write to that line by
// another core; reads that are repeated until that write comes are a wait, not work.
//
// Inaccuracies: requests that a core repeats over the mesh until something changes (locks, flags in
// another tile's MPB or in DDR) are replayed as many times as recorded. A write by which the core
// went on computing before its acknowledgement is replayed as if it had waited.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/scc/tile/access_observer.h"
#include "sim/observe/replay/recording.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::observe {

class TrafficRecorder final : public scc::AccessObserver {
 public:
  // Has the job observed. kernel::InputError for a job that cannot be recorded.
  explicit TrafficRecorder(run::FirmwareJob& job);

  void accessed(unsigned, scc::Place, const cpu::CoreAccess&, kernel::Picos) override {}
  void served(const scc::Message& request, const scc::Message& response,
              kernel::Picos time) override;
  // Once, after the run.
  Recording finish(const run::FirmwareRun& run);

 private:
  using Line = std::uint64_t;
  struct Write {
    std::size_t core = 0, operation = 0;
    std::uint64_t time = 0;
    bool same(const Write& other) const {
      return core == other.core && operation == other.operation;
    }
  };
  struct Core {
    std::uint64_t since = 0;                    // when the operation before was done
    std::uint64_t arrived = 0;                  // when its last request was delivered
    std::map<Line, std::uint64_t> first_reads;  // of lines that were read since then
    std::map<Line, Write> seen;
    std::vector<bool> awaited;  // by operation
  };

  void moved(kernel::Picos time, const scc::Message& message, bool entering);
  std::size_t core_of(const noc::EndPoint& at, unsigned unit);
  std::size_t end_point_of(const noc::EndPoint& at) const;
  Operation& add(std::size_t core, Operation::Kind kind, std::uint64_t time);
  void read_own(std::size_t core, Line line, std::uint64_t time);
  void drop_marks();

  Recording recording_;
  std::size_t first_controller_, controllers_;  // among the end points
  std::vector<Core> cores_;
  std::map<std::pair<std::size_t, unsigned>, std::size_t> index_;  // by end point and unit
  std::map<Line, Write> writes_;                                   // the last one
};

}  // namespace rc::sim::observe
