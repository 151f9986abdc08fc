// SPDX-License-Identifier: Apache-2.0
// The neighbours of one direct-connect module in a lockstep test: random traffic within the
// protocol of hw_model/ipsc/pins.h. Half of the sources are drawn from four numbers, so that
// simultaneous probes often have equal sources. The load changes from silence to congestion.
#pragma once

#include <array>

#include "hw_model/ipsc/dcm.h"
#include "tests/support/random.h"

namespace rc::test {

class DcmNeighbours {
 public:
  DcmNeighbours(unsigned here, std::uint64_t seed) : here_(here), random_(seed) { change_load(); }

  // The pins of the next cycle, after `out` of the last one.
  void drive(const ipsc::DcmPins& out, ipsc::DcmPins& in) {
    constexpr unsigned kCyclesPerLoad = 200;
    if (random_.below(kCyclesPerLoad) == 0) change_load();
    for (unsigned port = 0; port < ipsc::kPorts; ++port) {
      drive_line(port, out, in);
      drive_acknowledge(port, out, in);
    }
    drive_acknowledge(ipsc::kBufferLine, out, in);
  }

  std::uint64_t circuits() const { return circuits_; }
  std::uint64_t waits() const { return waits_; }

 private:
  void change_load() {
    static constexpr unsigned kPercent[] = {0, 4, 20, 60, 100};
    start_percent_ = kPercent[random_.below(std::size(kPercent))];
    end_percent_ = kPercent[1 + random_.below(std::size(kPercent) - 1)];
    answer_percent_ = kPercent[1 + random_.below(std::size(kPercent) - 1)];
    hot_port_ = random_.below(2 * ipsc::kPorts);  // in half of all cases, none
  }

  ipsc::Probe draw() {
    const unsigned port = hot_port_ < ipsc::kPorts ? hot_port_ : random_.below(ipsc::kPorts);
    ipsc::Probe probe;
    probe.source = static_cast<std::uint8_t>(random_.below(random_.chance(50) ? 4 : 128));
    unsigned destination = here_;
    if (port < ipsc::kMaxDimension) {
      const unsigned above = ~0u << (port + 1) & ((1u << ipsc::kMaxDimension) - 1);
      destination ^= 1u << port | (random_.word() & above);
      probe.to_host = random_.chance(10);
    } else {
      probe.to_host = port == ipsc::kHostPort;
    }
    probe.destination = static_cast<std::uint8_t>(destination);
    return probe;
  }

  // A circuit may be released once it is connected. The output pins show that, unless another probe
  // is equal; the acknowledgement always shows it.
  bool connected(unsigned port, const ipsc::DcmPins& out, const ipsc::DcmPins& in) const {
    if (out.acknowledge[port]) return true;
    const ipsc::Probe& probe = in.forward[port].probe;
    if (before_[port] == probe) return false;
    for (unsigned other = 0; other < ipsc::kPorts; ++other)
      if (other != port && (last_[other] == probe || before_[other] == probe)) return false;
    const auto carries = [&](unsigned line) {
      return out.forward[line].busy && out.forward[line].probe == probe;
    };
    const unsigned way = ipsc::route(probe, here_);
    return carries(way) || (way == ipsc::kNodePort && carries(ipsc::kBufferLine));
  }

  void drive_line(unsigned port, const ipsc::DcmPins& out, ipsc::DcmPins& in) {
    ipsc::Forward& line = in.forward[port];
    if (!line.busy) {
      if (!random_.chance(start_percent_)) return;
      line = {true, draw()};
      before_[port] = last_[port];
      last_[port] = line.probe;
    } else if (connected(port, out, in)) {
      if (!random_.chance(end_percent_)) return;
      line = {};
      ++circuits_;
    } else {
      ++waits_;
    }
  }

  // Rises late and falls late: the module must not take an old acknowledgement for that of the next
  // circuit.
  void drive_acknowledge(unsigned line, const ipsc::DcmPins& out, ipsc::DcmPins& in) {
    if (in.acknowledge[line] && !out.forward[line].busy) left_over_[line] = true;
    if (!random_.chance(answer_percent_)) return;
    if (left_over_[line]) {
      in.acknowledge[line] = left_over_[line] = false;
    } else {
      in.acknowledge[line] = out.forward[line].busy;
    }
  }

  unsigned here_;
  Random random_;
  unsigned start_percent_ = 0, end_percent_ = 0, answer_percent_ = 0, hot_port_ = 0;
  // The probes of the present or last circuit, and of the one before, which the output pins may
  // still show.
  std::array<ipsc::Probe, ipsc::kPorts> last_{}, before_{};
  std::array<bool, ipsc::kLines> left_over_{};  // the acknowledgement outlasts its circuit
  std::uint64_t circuits_ = 0, waits_ = 0;
};

}  // namespace rc::test
