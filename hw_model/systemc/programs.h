// SPDX-License-Identifier: Apache-2.0
// The programs of a run: which core runs which rank, and how each of them ended.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/systemc/run_options.h"

namespace rc::systemc {

class Programs {
 public:
  // One program per core, in rank order; what was loaded before is forgotten.
  void load(const std::vector<int>& core_ids);
  // One more, of the next rank.
  void add(int core_id);

  std::size_t count() const { return results_.size(); }
  std::size_t running() const { return running_; }
  // Nothing, for a core without a program.
  std::optional<std::size_t> rank_of(int core_id) const;
  int core_of(std::size_t rank) const { return results_[rank].core_id; }
  bool finished(std::size_t rank) const { return finished_[rank]; }

  // False if it had ended before.
  bool exited(std::size_t rank, int status, kernel::Picos time);
  // The program of `rank` begins again.
  void restarted(std::size_t rank);
  // It is not to run, until it is restarted.
  void held(std::size_t rank);

  // By rank; the machine fills in cycles and counters.
  std::vector<CoreResult>& results() { return results_; }
  const CoreResult& result(std::size_t rank) const { return results_[rank]; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(results_, finished_, running_);
    archive.expect(finished_.size() == results_.size() && running_ <= results_.size());
  }

 private:
  std::vector<CoreResult> results_;
  std::vector<bool> finished_;
  std::size_t running_ = 0;
};

}  // namespace rc::systemc
