// SPDX-License-Identifier: Apache-2.0
// Who wants to hear of which events of a held machine.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/debug/time_line.h"

namespace rc::sim::run {

class HeldCallbacks {
 public:
  using Callback = std::function<bool(const debug::Event&)>;

  explicit HeldCallbacks(debug::TimeLine& line) : line_(line) {}

  // As HeldMachine has them; `ue` is one of the machine's.
  int on_call(const std::string& function, Callback callback, int ue);
  int on_store(unsigned ue, std::uint32_t address, std::uint32_t bytes, Callback callback);
  int on_message(Callback callback);
  void forget(int number);

  // Tells what has happened until a callback returns true, or throws; whether one did.
  bool tell();
  bool stopped() const { return stop_.has_value(); }
  // The event at which one did, or threw.
  std::optional<debug::Event> take_stop() { return std::exchange(stop_, std::nullopt); }

 private:
  struct Wanted {
    debug::Event::Kind kind = debug::Event::Kind::message;
    Callback callback;
    int ue = -1;  // -1: any
    // Of calls: program, address. Of stores: from where, bytes.
    std::vector<std::pair<unsigned, std::uint32_t>> places;
    std::uint32_t address = 0, bytes = 0;
    bool own = false;  // only `ue` has that memory
  };

  int add(Wanted wanted);
  void record(Wanted& wanted);
  bool hears(const Wanted& wanted, const debug::Event& event);

  debug::TimeLine& line_;
  std::map<int, Wanted> all_;
  int next_ = 1;
  std::optional<debug::Event> stop_;
};

}  // namespace rc::sim::run
