// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/vrc/vrc.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/param.h"

namespace rc::scc {
namespace {

using kernel::Picos;

struct Level {
  std::uint32_t vid;
  std::uint32_t mhz;
};
constexpr Level kLevels[SCC_VOLTAGE_LEVELS] = SCC_VOLTAGE_CAPS;

double volts_of(std::uint32_t vid) { return vid * SCC_VRC_VID_MICROVOLTS / 1e6; }

bool in_table(std::uint32_t vid) {
  return vid >= kLevels[0].vid && vid <= kLevels[SCC_VOLTAGE_LEVELS - 1].vid;
}

[[noreturn]] void refuse(std::uint32_t word, const std::string& reason, Picos at) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%05x", word);
  throw kernel::MachineError(std::string("voltage controller: command ") + text + ": " + reason,
                             at);
}

}  // namespace

double Ramp::volts(Picos at) const {
  if (at >= end) return to;
  return from + (to - from) * static_cast<double>((at - begin).value) /
                    static_cast<double>((end - begin).value);
}

double frequency_cap(double volts) {
  double mhz = 0;
  for (const Level& level : kLevels) {
    // Half a VID step of slack: voltages come as multiples of one.
    if (volts > volts_of(level.vid) - SCC_VRC_VID_MICROVOLTS * 0.5e-6) mhz = level.mhz;
  }
  return mhz;
}

Vrc::Vrc(const VrcParams& params) : params_(params) {
  kernel::check_ranges(params, "vrc.");
  vid_.fill(params.default_vid);
}

double Vrc::default_volts() const { return volts_of(params_.default_vid); }

Picos Vrc::command(std::uint32_t word, Picos arrival) {
  const unsigned island = word >> SCC_VRC_ISLAND_SHIFT & SCC_VRC_ISLAND_MASK;
  const std::uint32_t vid = word & SCC_VRC_VID_MASK;
  if ((word & SCC_VRC_COMMAND) == 0) refuse(word, "bit 16 must be set", arrival);
  if (!in_table(vid)) refuse(word, "VID outside 0x70 to 0xd0 (0.7 to 1.3 V)", arrival);

  const Picos cycle{1'000'000'000 / params_.clock_khz};
  const Picos accepted = std::max(arrival, busy_until_) + cycle;
  busy_until_ = accepted;
  if (vid != vid_[island]) {
    const auto ramp = static_cast<std::uint64_t>(std::llround(params_.ramp_us * 1e6));
    busy_until_ = accepted + Picos{ramp};
    ramps_.push_back({island, accepted, busy_until_, volts_of(vid_[island]), volts_of(vid)});
    vid_[island] = vid;
  }
  return accepted;
}

}  // namespace rc::scc
