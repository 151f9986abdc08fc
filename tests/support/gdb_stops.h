// SPDX-License-Identifier: Apache-2.0
// A run has one order of stops, whatever way a debugger comes by: those of the way forwards are
// those of the way back, in reverse, those with a step of the stopped core alone after each, and from
// any instant the next ones on both sides. A step of one core alone moves no other one.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <sstream>
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
    return reason == other.reason && (watched() || (eip == other.eip && time == other.time));
  }
  bool watched() const { return reason.find("watch") != reason.npos; }
  bool broken() const { return reason.find("break") != reason.npos; }
  // Of the core that stopped, as packets name it.
  std::string thread() const {
    const auto begin = reason.find("thread:") + 7;
    return reason.substr(begin, reason.find(';', begin) - begin);
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
    ask(fmt::format("Z{},{:x},8", type, from_little_end(ask("p4"))));
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
    // The access that it stopped behind is undone first.
    for (std::size_t i = stops.back().watched() ? most : most - 1; i-- > 0;)
      if (auto wrong = compare(fmt::format("back to stop {}", i), back_to(stops[i]), stops[i]))
        return wrong;
    if (const GdbStop begin = go("bc"); begin.reason.find("replaylog:begin") == begin.reason.npos)
      return "before the first stop: " + begin.text();
    if (auto wrong = differ_by_steps(stops)) return wrong;
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
  // From the beginning, as GDB goes on from a breakpoint: without it, by a step of that core alone.
  std::optional<std::string> differ_by_steps(std::vector<GdbStop> stops) {
    while (!stops.empty()) {
      const GdbStop stop = go("vCont;c"), expected = stops.front();
      stops.erase(stops.begin());
      if (!stop.is(expected))
        return fmt::format("stepping over: {}, expected {}", stop.text(), expected.text());
      if (!stop.broken()) continue;
      const std::string place =
          fmt::format("{},{:x},1", stop.reason.find("hwbreak") == stop.reason.npos ? 0 : 1,
                      from_little_end(stop.eip));
      const std::vector<std::string> before = places_but(stop.thread());
      ask("z" + place);
      const std::string stepped = ask("vCont;s:" + stop.thread());
      const std::string own = ask("p8");
      if (places_but(stop.thread()) != before)
        return "a step of thread " + stop.thread() + " alone moved another one, behind " +
               stop.text();
      ask("Z" + place);
      if (!stepped.starts_with("T05")) return std::nullopt;
      // The step may have led to the next stop of this core, and is all that is told of it.
      const auto next = std::ranges::find(stops, stop.thread(), &GdbStop::thread);
      if (next != stops.end() && (next->reason == stepped || (next->broken() && next->eip == own)))
        stops.erase(next);
    }
    return std::nullopt;
  }

  // Where all other threads are.
  std::vector<std::string> places_but(const std::string& thread) {
    std::vector<std::string> places;
    std::istringstream all(ask("qfThreadInfo").substr(1));
    for (std::string each; std::getline(all, each, ',');) {
      ask("Hg" + each);
      if (each != thread) places.push_back(each + " at " + ask("p8"));
    }
    ask("Hg" + thread);
    return places;
  }

  static std::uint32_t from_little_end(const std::string& digits) {
    const std::string bytes = sim::debug::from_hex(digits).value_or("");
    std::uint32_t word = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
      word = word << 8 | static_cast<std::uint8_t>(bytes[i]);
    return word;
  }

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
