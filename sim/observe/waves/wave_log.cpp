// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/wave_log.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rc::sim::observe {

WaveLog::WaveLog(FstFile& file, const base::Window& window, std::uint64_t most_changes)
    : file_(file), window_(window), room_(most_changes), states_(file.signals().size()) {}

std::vector<WaveLog::Change>& WaveLog::changes_at(std::uint64_t time) {
  if (time < horizon_) throw std::logic_error("waves: a change from the past");
  return changes_[time];
}

void WaveLog::flush(std::uint64_t horizon) {
  horizon_ = std::max(horizon_, horizon);
  while (!changes_.empty() && changes_.begin()->first < horizon && !full_) {
    time_ = changes_.begin()->first;
    for (const Change& change : changes_.begin()->second) {
      State& state = states_[change.signal];
      state.value = change.relative ? Value{state.value.low + change.value.low, 0} : change.value;
      if (!std::exchange(state.touched, true)) touched_.push_back(change.signal);
    }
    changes_.erase(changes_.begin());
    show();
  }
  if (full_) changes_.clear();
}

// The values at the begin of the window: they do not count as changes.
void WaveLog::begin() {
  begun_ = true;
  file_.time(window_.from);
  for (Signal signal = 0; signal < states_.size(); ++signal) {
    State& state = states_[signal];
    if (time_ == window_.from) {
      state.shown = state.value;
      state.known |= state.touched;
    }
    if (state.known) file_.change(signal, state.shown);
  }
}

// What the instant time_ has changed.
void WaveLog::show() {
  if (!begun_ && time_ >= window_.from) begin();
  std::erase_if(touched_, [this](Signal signal) {
    State& state = states_[signal];
    state.touched = false;
    return state.known && state.value == state.shown;
  });
  if (begun_ && touched_.size() > room_) {
    full_ = true;
    end_ = time_;
  } else if (begun_ && !touched_.empty()) {
    room_ -= touched_.size();
    file_.time(time_);
  }
  for (const Signal signal : touched_) {
    State& state = states_[signal];
    state.known = true;
    state.shown = state.value;
    if (begun_ && !full_) file_.change(signal, state.value);
  }
  touched_.clear();
}

void WaveLog::finish(std::uint64_t end) {
  flush(end);
  if (!full_) end_ = std::min(end == kUnknown ? time_ : end, window_.to);
  if (!begun_ && end_ > window_.from) begin();
  if (begun_) file_.time(end_);
}

}  // namespace rc::sim::observe
