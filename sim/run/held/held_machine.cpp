// SPDX-License-Identifier: Apache-2.0
#include "sim/run/held/held_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <utility>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/debug/time_line.h"
#include "sim/run/held/held_callbacks.h"
#include "sim/run/held/held_process.h"

namespace rc::sim::run {

using debug::Event;
using debug::StopEvent;
using kernel::InputError;
using nlohmann::json;

namespace {

constexpr std::size_t kPart = 16 * 1024;  // bytes that are asked for at once
constexpr unsigned kWritable = 10;        // registers, from the first on

debug::TimeLine line_of(debug::Simulation first, const json& described) {
  debug::DebugPrograms programs{described.at("files"), described.at("programs")};
  const json& limit = described.at("limit");
  return {std::move(first), std::move(programs),
          limit.is_null() ? kernel::Picos::never() : kernel::Picos{limit.get<std::uint64_t>()}};
}

debug::Simulation described(debug::Simulation first, json& description) {
  description = first.ask({{"do", "describe"}});
  return first;
}

}  // namespace

struct HeldInstant::State {
  const void* machine = nullptr;
  debug::TimeLine::Instant instant;
};

struct HeldMachine::Impl {
  HeldProcess process;
  json description;
  std::string machine;
  std::vector<int> cores;
  debug::TimeLine line;
  HeldCallbacks callbacks;

  Impl(const std::string& simulator, const std::vector<std::string>& words)
      : process(simulator, words),
        line(line_of(described(process.take(), description), description)),
        callbacks(line) {
    machine = description.at("machine");
    cores = description.at("cores").get<std::vector<int>>();
  }

  unsigned checked(unsigned ue) {
    if (ue >= line.count())
      throw InputError(fmt::format("UE {}: expected 0 to {}", ue, line.count() - 1));
    return ue;
  }

  void expect_scc(const char* what) const {
    if (!description.at("scc").get<bool>())
      throw InputError(fmt::format("{}: of an SCC only", what));
  }

  // `part` gets address and size of each part of `bytes` bytes from `address` on.
  template <class F>
  static void each_part(std::uint32_t address, std::size_t bytes, F part) {
    if (bytes > (std::uint64_t{1} << 32) - address)
      throw InputError(fmt::format("{} bytes at {:#x}: beyond the last address", bytes, address));
    for (std::size_t done = 0; done < bytes; done += kPart)
      part(static_cast<std::uint32_t>(address + done), std::min(kPart, bytes - done));
  }

  // Bytes from `address` on, asked for in parts by `ask`, whose answer has no data where there is none.
  template <class F>
  std::vector<std::uint8_t> in_parts(unsigned ue, std::uint32_t address, std::size_t bytes, F ask) {
    std::vector<std::uint8_t> data;
    each_part(address, bytes, [&](std::uint32_t at, std::size_t count) {
      const std::optional<std::vector<std::uint8_t>> part = ask(at, count);
      if (!part || part->size() != count)
        throw InputError(fmt::format("UE {}: no memory at {:#x}, {} bytes", ue, at, count));
      data.insert(data.end(), part->begin(), part->end());
    });
    return data;
  }

  // The same the other way; `put` is false where nothing can be written.
  template <class F>
  void out_in_parts(unsigned ue, std::uint32_t address, const std::vector<std::uint8_t>& data,
                    F put) {
    each_part(address, data.size(), [&](std::uint32_t at, std::size_t count) {
      const auto begin = data.begin() + static_cast<std::ptrdiff_t>(at - address);
      if (!put(at, std::vector<std::uint8_t>(begin, begin + static_cast<std::ptrdiff_t>(count))))
        throw InputError(
            fmt::format("UE {}: no memory to write at {:#x}, {} bytes", ue, at, count));
    });
  }

  // A long text that a copy of the machine makes of itself, which then may not be able to go on.
  std::string text_of_copy(const char* what) {
    debug::Simulation copy = line.copy();
    const std::size_t bytes = copy.ask({{"do", what}}).at("bytes");
    std::string text;
    while (text.size() < bytes)
      text += copy.ask({{"do", "text"}, {"from", text.size()}}).at("part").get<std::string>();
    return text;
  }

  void arm(const HeldRun& request) {
    for (const std::string& text : request.breakpoints) {
      const json found = line.ask({{"do", "find code"}, {"text", text}});
      for (const json& place : found.at("places"))
        line.set_breakpoint(place[0], place[1], false, true);
    }
    for (const HeldRun::Watch& watch : request.watches) {
      if (watch.bytes == 0 || (!watch.reads && !watch.writes))
        throw InputError("a watch of nothing");
      const auto kind = !watch.writes ? debug::WatchKind::read
                        : watch.reads ? debug::WatchKind::access
                                      : debug::WatchKind::write;
      line.set_watch(checked(watch.ue), kind, watch.address, watch.bytes, true);
    }
  }

  HeldStop stop_of(HeldStop::Why why, int ue = -1) {
    HeldStop stop;
    stop.why = why;
    stop.time = line.time();
    stop.ue = ue;
    if (ue < 0) return stop;
    stop.address = registers(static_cast<unsigned>(ue))[debug::kGdbEip];
    stop.place = place(static_cast<unsigned>(ue), stop.address);
    return stop;
  }

  std::array<std::uint32_t, 16> registers(unsigned ue) {
    std::array<std::uint32_t, 16> values{};
    const debug::GdbRegisters all = line.registers(ue);
    std::memcpy(values.data(), all.data(), sizeof values);
    return values;
  }
  std::string place(unsigned ue, std::uint32_t address) {
    return line.ask({{"do", "code at"}, {"rank", ue}, {"address", address}}).at("text");
  }

  // Where the core of an event stands when it happens, as at a break; what has reached its place is
  // there. The breaks of a run are armed.
  void stand_at(const Event& event) {
    const auto never = [] { return false; };
    if (event.place || event.kind == Event::Kind::message || event.rank < 0) {
      line.return_to(event.time + 1, never);
      return;
    }
    constexpr std::uint64_t kPair = 2;  // ps: before both instructions of a cycle
    line.return_to(event.time - std::min(event.time, kPair), never);
    const auto rank = static_cast<unsigned>(event.rank);
    if (event.kind == Event::Kind::call)
      line.set_breakpoint(line.programs().of_rank[rank], event.address, false, true);
    else
      line.set_watch(rank, debug::WatchKind::write, event.address, 1, true);
    for (;;) {
      const StopEvent stop = line.go_on_until(event.time + 1, never);
      const bool hit = stop.why == StopEvent::Why::breakpoint || stop.why == StopEvent::Why::watch;
      if (!hit || stop.rank == rank) return;
    }
  }

  HeldStop run(const HeldRun& request);
};

HeldStop HeldMachine::Impl::run(const HeldRun& request) {
  struct Armed {
    debug::TimeLine& line;
    ~Armed() { line.clear_breaks(); }
  } const armed{line};
  arm(request);
  if (request.condition && request.every == 0)
    throw InputError("a condition that is asked every 0 ps");
  const std::uint64_t limit = request.until.value_or(debug::kNoLimit);
  std::exception_ptr thrown;
  // What a callback throws leaves the machine where it was called.
  const auto guarded = [&thrown](const auto& action) {
    try {
      return action();
    } catch (...) {
      thrown = std::current_exception();
      return true;
    }
  };
  const auto interrupted = [&] {
    return guarded([&] {
      if (request.idle) request.idle();
      return callbacks.tell();
    });
  };
  for (;;) {
    std::uint64_t until = limit;
    if (request.condition) until = std::min(limit, line.time() + request.every);
    const StopEvent event = line.go_on_until(until, interrupted);
    if (!thrown && !callbacks.stopped()) guarded([&] { return callbacks.tell(); });
    if (const auto by = callbacks.take_stop()) {
      stand_at(*by);
      if (thrown) std::rethrow_exception(thrown);
      HeldStop stop = stop_of(HeldStop::Why::callback, by->rank);
      stop.event = *by;
      return stop;
    }
    if (thrown) std::rethrow_exception(thrown);
    if (event.why == StopEvent::Why::failed) throw kernel::MachineError(event.text);
    if (event.why == StopEvent::Why::over) return stop_of(HeldStop::Why::ended);
    if (event.why == StopEvent::Why::breakpoint || event.why == StopEvent::Why::watch) {
      const int ue = static_cast<int>(event.rank);
      if (request.ue >= 0 && request.ue != ue) continue;
      if (event.why == StopEvent::Why::breakpoint) return stop_of(HeldStop::Why::breakpoint, ue);
      HeldStop stop = stop_of(HeldStop::Why::watch, ue);
      stop.address = event.address;
      return stop;
    }
    if (request.condition && request.condition()) return stop_of(HeldStop::Why::condition);
    if (line.time() >= limit) return stop_of(HeldStop::Why::time);
  }
}

HeldMachine::HeldMachine(const std::string& simulator, const std::vector<std::string>& words)
    : impl_(std::make_unique<Impl>(simulator, words)) {}
HeldMachine::~HeldMachine() = default;

const std::string& HeldMachine::machine() const { return impl_->machine; }
unsigned HeldMachine::ues() const { return impl_->line.count(); }
const std::vector<int>& HeldMachine::cores() const { return impl_->cores; }
unsigned HeldMachine::tiles() const { return impl_->description.at("tiles"); }

// --- time ----------------------------------------------------------------------------------------

HeldStop HeldMachine::run(const HeldRun& request) { return impl_->run(request); }
std::uint64_t HeldMachine::time() const { return impl_->line.time(); }
bool HeldMachine::ended() const { return impl_->line.over(); }
std::vector<std::optional<int>> HeldMachine::exit_statuses() const {
  return impl_->line.statuses();
}

std::uint64_t HeldMachine::cycle(unsigned ue) {
  return impl_->line.ask({{"do", "time of"}, {"rank", impl_->checked(ue)}, {"cycle", 0}})
      .at("cycle");
}
std::uint64_t HeldMachine::time_of(unsigned ue, std::uint64_t cycle) {
  return impl_->line.ask({{"do", "time of"}, {"rank", impl_->checked(ue)}, {"cycle", cycle}})
      .at("time");
}

HeldInstant HeldMachine::snapshot() {
  HeldInstant here;
  here.time_ = time();
  here.state_ =
      std::make_shared<HeldInstant::State>(HeldInstant::State{this, impl_->line.instant()});
  return here;
}

void HeldMachine::restore(const HeldInstant& instant) {
  if (!instant.state_ || instant.state_->machine != this)
    throw InputError("a snapshot of another machine");
  impl_->line.begin_at(instant.state_->instant);
}

// --- memory and registers ------------------------------------------------------------------------

std::vector<std::uint8_t> HeldMachine::read(unsigned ue, std::uint32_t address, std::size_t bytes) {
  return impl_->in_parts(impl_->checked(ue), address, bytes,
                         [&](std::uint32_t at, std::size_t count) {
                           return impl_->line.read(ue, at, static_cast<std::uint32_t>(count));
                         });
}

void HeldMachine::write(unsigned ue, std::uint32_t address, const std::vector<std::uint8_t>& data) {
  impl_->out_in_parts(impl_->checked(ue), address, data,
                      [&](std::uint32_t at, const std::vector<std::uint8_t>& part) {
                        return impl_->line.write(ue, at, part);
                      });
}

std::vector<std::uint8_t> HeldMachine::read_physical(unsigned ue, std::uint32_t address,
                                                     std::size_t bytes) {
  impl_->expect_scc("physical memory");
  return impl_->in_parts(
      impl_->checked(ue), address, bytes,
      [&](std::uint32_t at, std::size_t count) -> std::optional<std::vector<std::uint8_t>> {
        const json answer = impl_->line.ask(
            {{"do", "read physical"}, {"rank", ue}, {"address", at}, {"bytes", count}});
        if (!answer.contains("data")) return std::nullopt;
        return answer["data"].get<std::vector<std::uint8_t>>();
      });
}

void HeldMachine::write_physical(unsigned ue, std::uint32_t address,
                                 const std::vector<std::uint8_t>& data) {
  impl_->expect_scc("physical memory");
  impl_->out_in_parts(
      impl_->checked(ue), address, data,
      [&](std::uint32_t at, const std::vector<std::uint8_t>& part) {
        const bool done =
            impl_->line
                .ask({{"do", "write physical"}, {"rank", ue}, {"address", at}, {"data", part}})
                .at("done");
        if (done) impl_->line.written();
        return done;
      });
}

std::vector<std::uint8_t> HeldMachine::mpb(unsigned tile) {
  impl_->expect_scc("a message-passing buffer");
  if (tile >= tiles())
    throw InputError(fmt::format("tile {}: expected 0 to {}", tile, tiles() - 1));
  const json place{tile, false, 0};
  return impl_->line
      .ask({{"do", "read place"}, {"place", place}, {"bytes", impl_->description.at("mpb_bytes")}})
      .at("data");
}

std::vector<HeldMachine::Slot> HeldMachine::lookup_table(unsigned ue) {
  impl_->expect_scc("a lookup table");
  const json answer = impl_->line.ask({{"do", "lookup table"}, {"rank", impl_->checked(ue)}});
  std::vector<Slot> slots;
  for (const std::uint32_t entry : answer.at("entries"))
    slots.push_back({(entry & SCC_LUT_BYPASS) != 0, entry >> SCC_LUT_X_SHIFT & 0xF,
                     entry >> SCC_LUT_Y_SHIFT & 0xF, entry >> SCC_LUT_SUBDEST_SHIFT & 7,
                     entry & SCC_LUT_ADDR_MASK, entry});
  return slots;
}

const std::array<const char*, 16>& HeldMachine::register_names() {
  static constexpr std::array<const char*, 16> kNames{"eax", "ecx", "edx", "ebx",    "esp", "ebp",
                                                      "esi", "edi", "eip", "eflags", "cs",  "ss",
                                                      "ds",  "es",  "fs",  "gs"};
  return kNames;
}

std::array<std::uint32_t, 16> HeldMachine::registers(unsigned ue) {
  return impl_->registers(impl_->checked(ue));
}

void HeldMachine::set_register(unsigned ue, const std::string& name, std::uint32_t value) {
  const auto& names = register_names();
  const auto number = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  if (number >= kWritable)
    throw InputError(
        fmt::format("register {}: expected eax, ecx, edx, ebx, esp, ebp, esi, edi, eip or "
                    "eflags",
                    kernel::shown(name)));
  debug::GdbRegisters all = impl_->line.registers(impl_->checked(ue));
  std::memcpy(all.data() + number * sizeof value, &value, sizeof value);
  impl_->line.set_registers(ue, all);
}

HeldMachine::Variable HeldMachine::variable(unsigned ue, const std::string& name) {
  const json found =
      impl_->line.ask({{"do", "find variable"}, {"text", name}, {"rank", impl_->checked(ue)}});
  return {found.at("address"), found.at("bytes")};
}

std::string HeldMachine::place(unsigned ue, std::uint32_t address) {
  return impl_->place(impl_->checked(ue), address);
}

// --- callbacks -----------------------------------------------------------------------------------

int HeldMachine::on_call(const std::string& function, Callback callback, int ue) {
  if (ue >= 0) impl_->checked(static_cast<unsigned>(ue));
  return impl_->callbacks.on_call(function, std::move(callback), ue);
}
int HeldMachine::on_store(unsigned ue, std::uint32_t address, std::uint32_t bytes,
                          Callback callback) {
  if (bytes == 0) throw InputError("a watch of nothing");
  return impl_->callbacks.on_store(impl_->checked(ue), address, bytes, std::move(callback));
}
int HeldMachine::on_message(Callback callback) {
  return impl_->callbacks.on_message(std::move(callback));
}
void HeldMachine::forget(int callback) { impl_->callbacks.forget(callback); }

// --- what it has done ----------------------------------------------------------------------------

std::string HeldMachine::statistics() { return impl_->text_of_copy("statistics"); }

std::vector<std::string> HeldMachine::findings() {
  return json::parse(impl_->text_of_copy("findings"));
}

std::string HeldMachine::output() {
  std::string text;
  for (;;) {
    const json answer =
        impl_->line.ask({{"do", "output"}, {"from", text.size()}, {"bytes", kPart}});
    const auto part = answer.at("data").get<std::vector<std::uint8_t>>();
    if (part.empty()) return text;
    text.append(part.begin(), part.end());
  }
}

std::string HeldMachine::monitor(const std::vector<std::string>& words, unsigned ue) {
  return impl_->line.monitor(words, impl_->checked(ue), [] { return false; });
}

}  // namespace rc::sim::run
