// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/observe/profile/gzip.h"
#include "sim/observe/profile/message_flows.h"

namespace rc::sim::observe {
namespace {

constexpr int kStates = 1, kCalls = 2, kFunctions = 3;  // tracks of a core
constexpr std::size_t kMeshProcess = 0;

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string micros(std::uint64_t ps) {
  return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000);
}

class TimelineWriter {
 public:
  TimelineWriter(std::ostream& out, bool gzip, const RunRecorder& recorder,
                 const base::Window& window, std::uint64_t most)
      : text_(out, gzip), recorder_(recorder), window_(window), room_(most) {
    text_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  }

  std::uint64_t finish(const run::RunFailure& failure) {
    const std::string line = quoted(failure.line());
    if (failure.at)
      put(fmt::format(R"({{"ph":"i","pid":1,"tid":{},"ts":{},"s":"g","name":{}}})", kStates,
                      micros(failure.at->value), line));
    text_.write("\n]");
    if (!failure.text.empty()) text_.write(fmt::format(R"(,"otherData":{{"failure":{}}})", line));
    text_.write("}\n");
    text_.finish();
    return lost_;
  }

  void name(std::size_t process, int track, const char* what, const std::string& name) {
    put(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}})", process,
                    track, what, quoted(name)));
  }

  void core(std::size_t rank) {
    const CoreRecorder& core = *recorder_.cores()[rank];
    name(rank + 1, 0, "process_name",
         recorder_.scc() ? fmt::format("core {} (UE {})", core.id(), rank)
                         : fmt::format("node {}", core.id()));
    name(rank + 1, kStates, "thread_name", "time");
    name(rank + 1, kCalls, "thread_name", recorder_.scc() ? "RCCE" : "NX");
    states(rank, core.times());
    calls(rank, kCalls, core.slices());
    if (!core.own_slices().empty()) name(rank + 1, kFunctions, "thread_name", "functions");
    calls(rank, kFunctions, core.own_slices());
    for (const MarkSeen& each : core.marks()) mark(rank, each);
  }

  void flow(std::size_t id, const MessageFlow& flow) {
    if (!inside(flow.written.value, flow.read.value) || !take(2)) return;
    for (const bool ends : {false, true}) {
      const std::size_t rank = ends ? flow.to : flow.from;
      const kernel::Picos time = ends ? flow.read : flow.written;
      put(fmt::format(
          R"({{"ph":"{}","pid":{},"tid":{},"ts":{},"id":{},"cat":"message","name":"{} bytes"{}}})",
          ends ? 'f' : 's', rank + 1, track_at(rank, time), micros(time.value), id, flow.bytes,
          ends ? R"(,"bp":"e")" : ""));
    }
  }

  // Of the mesh: a value for each bin, written where it changes.
  template <class Number>
  void counter(const std::string& name, const char* what, const std::vector<Number>& values,
               std::uint64_t bin) {
    Number before = 0;
    for (std::size_t i = 0; i <= values.size(); ++i) {
      const Number now = i < values.size() ? values[i] : 0;
      if (now == before || !inside(i * bin, (i + 1) * bin) || !take(1)) continue;
      before = now;
      put(fmt::format(R"({{"ph":"C","pid":{},"tid":0,"ts":{},"name":"{}","args":{{"{}":{}}}}})",
                      kMeshProcess, micros(i * bin), name, what, now));
    }
  }

 private:
  std::uint64_t ps(std::size_t rank, kernel::Cycle cycle) const {
    return recorder_.time_of(rank, cycle).value;
  }
  bool inside(std::uint64_t begin, std::uint64_t end) const {
    return end > window_.from && begin < window_.to;
  }
  bool take(std::uint64_t events) {
    if (room_ < events) {
      lost_ += events;
      return false;
    }
    room_ -= events;
    return true;
  }
  void put(const std::string& event) {
    text_.write(first_ ? "\n" : ",\n");
    first_ = false;
    text_.write(event);
  }
  void slice(std::size_t process, int track, std::uint64_t begin, std::uint64_t end,
             const std::string& name, const std::string& arguments) {
    begin = std::max(begin, window_.from);
    end = std::min(end, window_.to);
    if (begin >= end || !take(1)) return;
    put(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{}{}}})", process,
                    track, micros(begin), micros(end - begin), quoted(name),
                    arguments.empty() ? "" : ",\"args\":{" + arguments + "}"));
  }

  // Neighbouring bins in which the same kind prevails are one slice. Before the state of a snapshot
  // there is none.
  void states(std::size_t rank, const CoreTimes& times) {
    const auto& bins = times.bins();
    for (std::size_t first = 0; first < bins.size();) {
      const auto prevails = [&](std::size_t bin) {
        const auto most = std::ranges::max_element(bins[bin]);
        return *most == 0 ? -1 : most - bins[bin].begin();
      };
      Kinds sum = bins[first];
      std::size_t next = first + 1;
      for (; next < bins.size() && prevails(next) == prevails(first); ++next) add(sum, bins[next]);
      std::string shares;
      const std::uint64_t all = std::accumulate(sum.begin(), sum.end(), std::uint64_t{0});
      for (std::size_t kind = 0; kind < sum.size(); ++kind) {
        if (sum[kind] == 0) continue;
        fmt::format_to(std::back_inserter(shares), R"({}"{} %":{:.1f})", shares.empty() ? "" : ",",
                       kKindNames[kind],
                       100.0 * static_cast<double>(sum[kind]) / static_cast<double>(all));
      }
      const kernel::Cycle begin = first * times.bin_width();
      if (all != 0)
        slice(rank + 1, kStates, ps(rank, begin),
              ps(rank, next == bins.size() ? std::min(begin + all, next * times.bin_width())
                                           : next * times.bin_width()),
              kKindNames[static_cast<std::size_t>(prevails(first))], shares);
      first = next;
    }
  }

  void calls(std::size_t rank, int track, const std::vector<CallSlice>& slices) {
    for (const CallSlice& each : by_begin(slices)) {
      const std::string name = recorder_.code_of(rank).function(each.function);
      slice(rank + 1, track, ps(rank, each.begin), ps(rank, each.end),
            name.substr(0, name.find('(')), "");
    }
  }

  void mark(std::size_t rank, const MarkSeen& seen) {
    const std::uint64_t at = ps(rank, seen.cycle);
    if (at < window_.from || at >= window_.to || !take(1)) return;
    put(fmt::format(R"({{"ph":"i","pid":{},"tid":{},"ts":{},"s":"t","name":{}}})", rank + 1, kCalls,
                    micros(at), quoted(mark_text(recorder_.mark_of(rank, seen)))));
  }

  // Arrows end at calls where there is one.
  int track_at(std::size_t rank, kernel::Picos time) const {
    const auto& slices = recorder_.cores()[rank]->slices();  // by their end
    const auto end_of = [&](const CallSlice& each) { return recorder_.time_of(rank, each.end); };
    auto at = std::ranges::lower_bound(slices, time, {}, end_of);
    for (; at != slices.end(); ++at) {
      if (recorder_.time_of(rank, at->begin) <= time) return kCalls;
      if (at->depth == 0) break;
    }
    return kStates;
  }

  PackedText text_;
  const RunRecorder& recorder_;
  base::Window window_;
  std::uint64_t room_, lost_ = 0;
  bool first_ = true;
};

}  // namespace

std::uint64_t write_timeline(std::ostream& out, bool gzip, const RunRecorder& recorder,
                             const MeshRecorder* mesh, const base::Window& window,
                             std::uint64_t most_events, const run::RunFailure& failure) {
  TimelineWriter writer(out, gzip, recorder, window, most_events);
  std::uint64_t lost = 0;
  for (std::size_t rank = 0; rank < recorder.cores().size(); ++rank) {
    writer.core(rank);
    lost += recorder.cores()[rank]->slices_lost();
  }
  std::size_t id = 0;
  for (const MessageFlow& flow : message_flows(recorder)) writer.flow(++id, flow);
  if (mesh != nullptr) {
    writer.name(kMeshProcess, 0, "process_name", "mesh");
    writer.counter("in the mesh", "packets", mesh->inside(), mesh->bin_ps());
    mesh->each_link([&](unsigned x, unsigned y, unsigned port, const auto& flits) {
      writer.counter(fmt::format("({},{}) {}", x, y, "NESWL"[port]), "flits", flits,
                     mesh->bin_ps());
    });
  }
  return lost + writer.finish(failure);
}

}  // namespace rc::sim::observe
