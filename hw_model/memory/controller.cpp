// SPDX-License-Identifier: Apache-2.0
#include "hw_model/memory/controller.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/param.h"

namespace rc::memory {

Controller::Controller(const ControllerParams& params, kernel::ClockDomain clock)
    : params_(params), clock_(clock) {
  kernel::check_ranges(params, "memory.");
  if (!std::has_single_bit(params.row_bytes)) {
    throw kernel::InputError("memory.row_bytes = " + std::to_string(params.row_bytes) +
                             ": expected a power of two");
  }
}

kernel::Picos Controller::serve(kernel::Picos arrival, std::uint64_t address, bool write,
                                ControllerUse* use) {
  const std::uint64_t bank = address / params_.row_bytes & ((1u << params_.bank_bits) - 1);
  const kernel::Cycle ready = clock_.cycle_after(arrival) + params_.front_end_cycles;
  const std::uint32_t column_latency =
      params_.trcd_cycles + (write ? params_.cwl_cycles : params_.cl_cycles);

  kernel::Cycle start = std::max({ready, last_start_ + 1, bank_free_[bank]});
  start = std::max(start, bus_free_ > column_latency ? bus_free_ - column_latency : 0);
  last_start_ = start;
  bank_free_[bank] = start + params_.trc_cycles;
  const kernel::Cycle burst_end = start + column_latency + params_.burst_cycles;
  bus_free_ = burst_end;

  ++(write ? counters_.writes : counters_.reads);
  counters_.busy_cycles += params_.burst_cycles;
  counters_.wait_cycles += start - ready;
  if (use != nullptr) {
    *use = {clock_.time_of(clock_.cycle_after(arrival)),
            clock_.time_of(start),
            clock_.time_of(start + 1),
            clock_.time_of(start + column_latency),
            clock_.time_of(burst_end),
            static_cast<std::uint32_t>(bank),
            address / params_.row_bytes >> params_.bank_bits,
            write};
  }
  return clock_.time_of(burst_end + (write ? params_.write_ack_cycles : params_.back_end_cycles));
}

}  // namespace rc::memory
