// SPDX-License-Identifier: Apache-2.0
// What changes when, put in order of time. Blocks of the machine report changes ahead of time and
// not in the order of one clock; the log keeps them until nothing earlier can come.
//
// At one instant the last reported change counts, so that a pulse ends where the next one begins
// without a glitch. Only the window gets into the file, with the values at its begin; the file ends
// where the limit on changes is reached.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

#include "sim/base/window.h"
#include "sim/observe/waves/fst_file.h"

namespace rc::sim::observe {

class WaveLog {
 public:
  using Signal = FstFile::Signal;
  using Value = FstFile::Value;

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  // Times in units of the file. After all signals have been declared.
  WaveLog(FstFile& file, const base::Window& window, std::uint64_t most_changes);

  void set(std::uint64_t time, Signal signal, const Value& value) {
    if (wanted(time)) changes_at(time).push_back({value, signal, false});
  }
  void set(std::uint64_t time, Signal signal, std::uint64_t value) {
    set(time, signal, Value{value, 0});
  }
  // 0 from the begin on.
  void rest(std::initializer_list<Signal> signals) {
    for (const Signal signal : signals) set(0, signal, 0);
  }
  // `value` during [from, to), 0 after it.
  void pulse(std::uint64_t from, std::uint64_t to, Signal signal, std::uint64_t value = 1) {
    set(from, signal, value);
    set(to, signal, 0);
  }
  // A counter goes up or down by one.
  void count(std::uint64_t time, Signal signal, bool up) {
    const Value by{up ? 1 : ~std::uint64_t{0}, 0};
    if (wanted(time)) changes_at(time).push_back({by, signal, true});
  }

  // The caller reports no change before `horizon` any more. A change before it is an error of the
  // caller: std::logic_error.
  void flush(std::uint64_t horizon);
  // The file ends at `end`, or where window or limit end it; kUnknown: with the last change.
  void finish(std::uint64_t end);

  bool full() const { return full_; }
  std::uint64_t end() const { return end_; }  // after finish()

 private:
  struct Change {
    Value value;
    Signal signal;
    bool relative;
  };

  bool wanted(std::uint64_t time) const { return !full_ && time < window_.to; }
  std::vector<Change>& changes_at(std::uint64_t time);
  void begin();
  void show();

  FstFile& file_;
  base::Window window_;
  std::uint64_t room_;                                    // changes that still fit
  std::map<std::uint64_t, std::vector<Change>> changes_;  // by time, as they were reported
  std::uint64_t horizon_ = 0;
  struct State {
    Value value, shown;    // now, and before time_
    bool known = false;    // `shown` is not x
    bool touched = false;  // at time_
  };
  std::vector<State> states_;
  std::vector<Signal> touched_;  // at time_
  std::uint64_t time_ = 0;
  bool begun_ = false, full_ = false;
  std::uint64_t end_ = 0;
};

}  // namespace rc::sim::observe
