// SPDX-License-Identifier: Apache-2.0
// A run has one order of stops, whatever way a debugger comes by: those of the way forwards are
// those of the way back, in reverse, and from any instant the next ones on both sides.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/gdb_packets.h"
#include "tests/support/gdb_client.h"

namespace rc::test {

// One that stops a run, and what it looks like then.
struct GdbStop {
  std::string reason;      // the packet
  std::string eip;         // in hexadecimal digits
  std::uint64_t time = 0;  // ps, of the machine

  // Back at a watch of memory the access is still to come.
  bool is(const GdbStop& other) const {
    const bool moved = reason.find("watch") != reason.npos;
    return reason == other.reason && (moved || (eip == other.eip && time == other.time));
  }
  std::string text() const { return fmt::format("{} at {}, {} ps", reason, eip, time); }
};

class GdbStops {
 public:
  explicit GdbStops(GdbClient& gdb) : gdb_(gdb) {}

  std::string ask(const std::string& packet) { return gdb_.ask(packet).value_or("hung up"); }
  std::string monitor(const std::string& words) {
    const std::string answer = ask("qRcmd," + sim::debug::to_hex(words));
    return sim::debug::from_hex(answer).value_or(answer);
  }
  std::uint64_t time() { return std::stoull(monitor("time")); }
  GdbStop go(const std::string& packet) {
    const std::string reason = ask(packet);
    if (reason[0] != 'T') return {reason, "", 0};
    return {reason, ask("p8"), time()};
  }
  // Of what is at the top of a thread's stack at that time, in us.
  void watch_stack(int type, unsigned thread, unsigned when) {
    monitor(fmt::format("goto {}us", when));
    ask(fmt::format("Hg{:x}", thread));
    const auto bytes = sim::debug::from_hex(ask("p4")).value_or("");
    std::uint32_t top = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
      top = top << 8 | static_cast<std::uint8_t>(bytes[i]);
    ask(fmt::format("Z{},{:x},8", type, top));
    monitor("goto 1ns");
  }

  // What differs between the first `most` stops and those of the way back, and of `tries` instants
  // that `below`, a random number below its argument, chooses; nothing if nothing does. A run that
  // ends before has no way back.
  std::optional<std::string> differ(std::size_t most, unsigned tries,
                                    const std::function<std::uint64_t(std::uint64_t)>& below) {
    std::vector<GdbStop> stops;
    while (stops.size() < most) {
      stops.push_back(go("vCont;c"));
      if (stops.back().reason.starts_with('W')) return std::nullopt;
      if (!stops.back().reason.starts_with("T05"))
        return "no stop forwards: " + stops.back().text();
    }
    const auto compare = [](const std::string& way, const GdbStop& is, const GdbStop& expected) {
      return is.is(expected) ? std::nullopt
                             : std::optional(fmt::format("{}: {}, expected {}", way, is.text(),
                                                         expected.text()));
    };
    for (std::size_t i = most - 1; i-- > 0;)
      if (auto wrong = compare(fmt::format("back to stop {}", i), back_to(stops[i]), stops[i]))
        return wrong;
    if (const GdbStop begin = go("bc"); begin.reason.find("replaylog:begin") == begin.reason.npos)
      return "before the first stop: " + begin.text();
    for (unsigned i = 0; i < tries; ++i) {
      // No clock has an edge there, nor shortly before: an SCC has done what is due at the instant
      // that it is told, and nothing stands between the two instructions of an issue group.
      const std::uint64_t near = stops[below(most)].time / 1000 + below(i % 2 == 0 ? 3 : 300);
      monitor(fmt::format("goto {}ps", near * 1000 + 3));
      const std::uint64_t here = time();
      const auto next =
          std::ranges::find_if(stops, [&](const GdbStop& stop) { return stop.time > here; });
      if (next == stops.end()) continue;
      const bool back = next != stops.begin() && i % 3 != 0;
      const std::string way = fmt::format("{} from {} ps", back ? "back" : "on", here);
      const GdbStop is = back ? back_to(next[-1]) : go("vCont;c");
      if (auto wrong = compare(way, is, back ? next[-1] : *next)) return wrong;
      if (!back && is.eip != next->eip) return way + ": it stands at " + is.eip;
    }
    return std::nullopt;
  }

 private:
  // Forwards an access that is followed by a breakpoint is one stop, back it is two.
  GdbStop back_to(const GdbStop& expected) {
    const GdbStop stop = go("bc");
    const bool both = stop.reason.find("break") != stop.reason.npos && !stop.is(expected) &&
                      stop.eip == expected.eip && stop.time == expected.time;
    return both ? go("bc") : stop;
  }

  GdbClient& gdb_;
};

}  // namespace rc::test
