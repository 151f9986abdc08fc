// SPDX-License-Identifier: Apache-2.0
#include "hw_model/memory/controller.h"

#include <algorithm>

namespace rc::memory {

using kernel::Cycle;

Controller::Controller(const ControllerParams& params, kernel::ClockDomain clock)
    : params_(params),
      open_page_(params.page_policy == "open"),
      in_order_(params.scheduling == "in-order"),
      clock_(clock) {
  check_params(params);
  banks_.resize(std::size_t{params.ranks} << params.bank_bits);
}

kernel::Picos Controller::serve(kernel::Picos arrival, std::uint64_t address, bool write,
                                ControllerUse* use) {
  const std::uint64_t chunk = address / params_.interleave_bytes;
  const std::size_t number = chunk & (banks_.size() - 1);
  const std::uint64_t in_bank =
      chunk / banks_.size() * params_.interleave_bytes + address % params_.interleave_bytes;
  const std::uint64_t row = in_bank / params_.row_bytes;
  Bank& bank = banks_[number];

  const bool hit = open_page_ && bank.row == row + 1;
  const bool conflict = open_page_ && bank.row != 0 && !hit;
  const Cycle to_activate = conflict ? params_.trp_cycles : 0;
  const Cycle to_column = to_activate + (hit ? 0 : params_.trcd_cycles);
  const Cycle lead = to_column + (write ? params_.cwl_cycles : params_.cl_cycles);

  const Cycle ready = clock_.cycle_after(arrival) + params_.front_end_cycles;
  Cycle start = std::max(ready, hit ? bank.column : bank.free);
  start = in_order_ ? in_turn(start, lead) : in_gap(ready, start + lead) - lead;
  use_bank(bank, start + to_activate, start + to_column, hit);
  bank.row = open_page_ ? row + 1 : 0;
  const Cycle burst_end = start + lead + params_.burst_cycles;

  ++(write ? counters_.writes : counters_.reads);
  counters_.busy_cycles += params_.burst_cycles;
  counters_.wait_cycles += start - ready;
  if (use != nullptr) {
    *use = {clock_.time_of(clock_.cycle_after(arrival)),
            clock_.time_of(start + to_activate),
            clock_.time_of(start + to_activate + 1),
            clock_.time_of(start + lead),
            clock_.time_of(burst_end),
            static_cast<std::uint32_t>(number),
            row,
            write,
            hit};
  }
  return clock_.time_of(burst_end + (write ? params_.write_ack_cycles : params_.back_end_cycles));
}

// Behind the predecessor's first command, and its burst behind that one's.
Cycle Controller::in_turn(Cycle start, Cycle lead) {
  start = std::max({start, last_start_ + 1, bus_free_ > lead ? bus_free_ - lead : 0});
  last_start_ = start;
  bus_free_ = start + lead + params_.burst_cycles;
  return start;
}

// The first cycle from `burst` on in which the data bus is free for long enough. No later request
// has a burst before `ready`.
Cycle Controller::in_gap(Cycle ready, Cycle burst) {
  const Cycle length = params_.burst_cycles;
  std::erase_if(bursts_, [&](Cycle other) { return other + length <= ready; });
  auto next = bursts_.begin();
  for (; next != bursts_.end() && *next < burst + length; ++next)
    burst = std::max(burst, *next + length);
  bursts_.insert(next, burst);
  return burst;
}

void Controller::use_bank(Bank& bank, Cycle activate, Cycle column, bool hit) {
  if (!open_page_) {
    bank.free = activate + params_.trc_cycles;
    return;
  }
  const Cycle tras = params_.trc_cycles - std::min(params_.trc_cycles, params_.trp_cycles);
  if (!hit) bank.free = activate + tras;
  bank.column = column + params_.burst_cycles;
  bank.free = std::max(bank.free, bank.column);
}

}  // namespace rc::memory
