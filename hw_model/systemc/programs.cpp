// SPDX-License-Identifier: Apache-2.0
#include "hw_model/systemc/programs.h"

#include <algorithm>

namespace rc::systemc {

void Programs::load(const std::vector<int>& core_ids) {
  results_.clear();
  finished_.clear();
  running_ = 0;
  for (const int id : core_ids) add(id);
}

void Programs::add(int core_id) {
  CoreResult result;
  result.core_id = core_id;
  results_.push_back(result);
  finished_.push_back(false);
  ++running_;
}

std::optional<std::size_t> Programs::rank_of(int core_id) const {
  const auto at = std::find_if(results_.begin(), results_.end(),
                               [core_id](const auto& result) { return result.core_id == core_id; });
  if (at == results_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - results_.begin());
}

bool Programs::exited(std::size_t rank, int status, kernel::Picos time) {
  if (finished_[rank]) return false;
  finished_[rank] = true;
  results_[rank].exit_status = status;
  results_[rank].exit_time = time;
  --running_;
  return true;
}

void Programs::held(std::size_t rank) {
  if (!finished_[rank]) --running_;
  finished_[rank] = true;
}

void Programs::restarted(std::size_t rank) {
  if (finished_[rank]) ++running_;
  finished_[rank] = false;
}

}  // namespace rc::systemc
