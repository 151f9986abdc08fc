// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/debug/gdb_packets.h"

namespace rc::sim::debug {
namespace {

constexpr const char* kWrong = "E01";
constexpr std::uint32_t kMaxMemory = 4096;  // bytes, of a packet and of a watchpoint

// Takes a hexadecimal number from the front.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<std::uint32_t> take_word(std::string_view& text) {
  const auto value = take_number(text);
  if (!value || *value > 0xffffffff) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Of what is numbered from 1.
std::optional<unsigned> index_of(std::string_view text, std::size_t count) {
  const auto number = take_word(text);
  if (!number || !text.empty() || *number == 0 || *number > count) return std::nullopt;
  return *number - 1;
}

std::string_view view(const GdbRegisters& registers) {
  return {reinterpret_cast<const char*>(registers.data()), registers.size()};
}

}  // namespace

std::optional<std::string> GdbSession::answer(const std::string& packet) {
  const std::string_view rest = std::string_view(packet).substr(packet.empty() ? 0 : 1);
  try {
    switch (packet.empty() ? '\0' : packet[0]) {
      case '?':
        if (last_stop_.empty()) last_stop_ = fmt::format("T05thread:{};", thread_of(rank_));
        return last_stop_;
      case 'g':
        return all_registers();
      case 'G':
        return write_all_registers(rest);
      case 'p':
        return one_register(rest);
      case 'P':
        return write_one_register(rest);
      case 'm':
        return read_memory(rest);
      case 'M':
        return write_memory(rest, false);
      case 'X':
        return write_memory(rest, true);
      case 'Z':
      case 'z':
        return breakpoint(packet);
      case 'H':
        return choose_thread(packet);
      case 'T':
        return rank_of(rest) ? "OK" : kWrong;
      case '!':
        return "OK";
      case 'c':
      case 's':
      case 'b':
        return resume(packet);
      case 'v':
        if (packet == "vCont?") return "vCont;c;C;s;S";
        if (packet.starts_with("vCont;")) return resume(packet);
        if (!packet.starts_with("vKill")) return "";
        return leave(std::string_view(packet).substr(5), End::killed);
      case 'D':
        return leave(rest, End::detached);
      case 'k':
        end_ = statuses_.empty() ? End::killed : End::over;
        return std::nullopt;
      case 'q':
      case 'Q':
        return query(packet);
      default:
        return "";
    }
  } catch (const kernel::Error& error) {
    // GDB takes a line for the user while the machine runs; elsewhere, for the answer.
    if (packet.find_first_of("csbv") == 0) say_(fmt::format("rockcreek: {}\n", error.what()));
    return kWrong;
  }
}

// --- queries -------------------------------------------------------------------------------------

std::string GdbSession::query(const std::string& packet) {
  if (packet.starts_with("qSupported")) {
    processes_ = target_.programs().several() && packet.find("multiprocess+") != packet.npos;
    return fmt::format(
        "PacketSize={:x};QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;swbreak+;"
        "hwbreak+;vContSupported+;ReverseStep+;ReverseContinue+{}",
        2 * kMaxMemory + 64, processes_ ? ";multiprocess+;qXfer:exec-file:read+" : "");
  }
  if (packet == "QStartNoAckMode") return silent_ = true, "OK";
  if (packet.starts_with("qXfer:")) return transfer(packet);
  if (packet == "qC") return "QC" + thread_of(rank_);
  if (packet == "qfThreadInfo") {
    std::string text;
    for (const unsigned rank : ranks()) text += (text.empty() ? "m" : ",") + thread_of(rank);
    return text;
  }
  if (packet == "qsThreadInfo") return "l";
  if (packet.starts_with("qThreadExtraInfo,")) {
    const auto rank = rank_of(std::string_view(packet).substr(packet.find(',') + 1));
    return rank ? to_hex(target_.name(*rank)) : kWrong;
  }
  if (packet.starts_with("qAttached")) return started_for_gdb_ ? "0" : "1";
  if (packet.starts_with("qRcmd,")) return monitor(packet);
  return "";
}

// Of programs that are still there.
std::vector<unsigned> GdbSession::ranks() const {
  std::vector<unsigned> ranks;
  for (unsigned rank = 0; rank < target_.count(); ++rank)
    if (present_.contains(target_.programs().of_rank[rank])) ranks.push_back(rank);
  return ranks;
}

std::string GdbSession::threads() const {
  std::string text = "<?xml version=\"1.0\"?>\n<threads>\n";
  for (const unsigned rank : ranks())
    text += fmt::format("<thread id=\"{}\" name=\"{}\"/>\n", thread_of(rank), target_.name(rank));
  return text + "</threads>\n";
}

// qXfer:exec-file:read:PROCESS:OFFSET,LENGTH; nothing for a wrong process.
std::string GdbSession::exec_file(const std::string& packet) const {
  const std::string_view rest = std::string_view(packet).substr(packet.find("read:") + 5);
  const std::string_view process = rest.substr(0, rest.find(':'));
  const auto& files = target_.programs().files;
  if (process.empty()) return files[target_.programs().of_rank[rank_]];
  const auto program = index_of(process, files.size());
  return program ? files[*program] : "";
}

// qXfer:OBJECT:read:ANNEX:OFFSET,LENGTH
std::string GdbSession::transfer(const std::string& packet) {
  std::string whole;
  if (packet.starts_with("qXfer:features:read:target.xml:")) {
    whole = gdb_target_description();
  } else if (packet.starts_with("qXfer:threads:read::")) {
    whole = threads();
  } else if (processes_ && packet.starts_with("qXfer:exec-file:read:")) {
    whole = exec_file(packet);
    if (whole.empty()) return kWrong;
  } else {
    return "";
  }
  std::string_view range = std::string_view(packet).substr(packet.rfind(':') + 1);
  const auto offset = take_word(range);
  if (!offset || !take(range, ',')) return kWrong;
  const auto length = take_word(range);
  if (!length || !range.empty() || *offset > whole.size()) return kWrong;
  const std::string part = whole.substr(*offset, *length);
  return (*offset + part.size() == whole.size() ? "l" : "m") + part;
}

std::string GdbSession::monitor(const std::string& packet) {
  const auto text = from_hex(std::string_view(packet).substr(packet.find(',') + 1));
  if (!text) return kWrong;
  std::istringstream stream(*text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  try {
    return to_hex(target_.monitor(words, rank_, interrupted_));
  } catch (const kernel::InputError& error) {
    return to_hex(fmt::format("error: {}\n", error.what()));
  }
}

// --- threads, registers, memory ------------------------------------------------------------------

std::string GdbSession::thread_of(unsigned rank) const {
  if (!processes_) return fmt::format("{:x}", rank + 1);
  return fmt::format("p{:x}.{:x}", target_.programs().of_rank[rank] + 1, rank + 1);
}

// Of a thread id: -1 and 0 mean any, of pPROCESS. only those of that process.
std::optional<unsigned> GdbSession::rank_of(std::string_view thread) const {
  if (thread == "-1" || thread == "0") return rank_;
  const auto& of_rank = target_.programs().of_rank;
  std::optional<unsigned> program;
  if (processes_ && take(thread, 'p')) {
    const std::string_view process = thread.substr(0, thread.find('.'));
    thread.remove_prefix(std::min(thread.size(), process.size() + 1));
    if (process != "-1" && process != "0") {
      program = index_of(process, target_.programs().files.size());
      if (!program) return std::nullopt;
    }
    if (thread == "-1" || thread == "0" || thread.empty()) {
      if (!program || of_rank[rank_] == *program) return rank_;
      return static_cast<unsigned>(std::ranges::find(of_rank, *program) - of_rank.begin());
    }
  }
  const auto rank = index_of(thread, target_.count());
  if (rank && program && of_rank[*rank] != *program) return std::nullopt;
  return rank;
}

// HgTHREAD: for registers and memory; HcTHREAD: for c and s.
std::string GdbSession::choose_thread(const std::string& packet) {
  if (packet.size() < 3 || (packet[1] != 'g' && packet[1] != 'c')) return kWrong;
  const auto rank = rank_of(std::string_view(packet).substr(2));
  if (!rank) return kWrong;
  rank_ = *rank;
  return "OK";
}

std::string GdbSession::all_registers() { return to_hex(view(target_.registers(rank_))); }

std::string GdbSession::write_all_registers(std::string_view text) {
  const auto bytes = from_hex(text);
  GdbRegisters registers;
  if (!bytes || bytes->size() != registers.size()) return kWrong;
  std::memcpy(registers.data(), bytes->data(), registers.size());
  target_.set_registers(rank_, registers);
  return "OK";
}

std::string GdbSession::one_register(std::string_view text) {
  const auto number = take_word(text);
  if (!number || !text.empty() || *number >= kGdbRegisters) return kWrong;
  const GdbRegisterPlace place = gdb_register(*number);
  return to_hex(view(target_.registers(rank_)).substr(place.first, place.bytes));
}

std::string GdbSession::write_one_register(std::string_view text) {
  const auto number = take_word(text);
  if (!number || *number >= kGdbRegisters || !take(text, '=')) return kWrong;
  const GdbRegisterPlace place = gdb_register(*number);
  const auto bytes = from_hex(text);
  if (!bytes || bytes->size() != place.bytes) return kWrong;
  GdbRegisters registers = target_.registers(rank_);
  std::memcpy(registers.data() + place.first, bytes->data(), place.bytes);
  target_.set_registers(rank_, registers);
  return "OK";
}

// ADDRESS,BYTES
std::string GdbSession::read_memory(std::string_view text) {
  const auto address = take_word(text);
  if (!address || !take(text, ',')) return kWrong;
  const auto bytes = take_word(text);
  if (!bytes || !text.empty()) return kWrong;
  const auto data = target_.read(rank_, *address, std::min(*bytes, kMaxMemory));
  if (!data) return kWrong;
  return to_hex({reinterpret_cast<const char*>(data->data()), data->size()});
}

// ADDRESS,BYTES:DATA
std::string GdbSession::write_memory(std::string_view text, bool binary) {
  const auto address = take_word(text);
  if (!address || !take(text, ',')) return kWrong;
  const auto bytes = take_word(text);
  if (!bytes || *bytes > kMaxMemory || !take(text, ':')) return kWrong;
  const auto data = binary ? std::optional<std::string>(text) : from_hex(text);
  if (!data || data->size() != *bytes) return kWrong;
  if (data->empty()) return "OK";
  return target_.write(rank_, *address, {data->begin(), data->end()}) ? "OK" : kWrong;
}

// --- breakpoints and running ---------------------------------------------------------------------

// ZTYPE,ADDRESS,BYTES and z...
std::string GdbSession::breakpoint(const std::string& packet) {
  const bool on = packet[0] == 'Z';
  std::string_view text = std::string_view(packet).substr(1);
  const auto type = take_word(text);
  if (!type || !take(text, ',')) return kWrong;
  const auto address = take_word(text);
  if (!address || !take(text, ',')) return kWrong;
  const auto bytes = take_word(text);
  if (!bytes || !text.empty()) return kWrong;
  if (*type <= 1) {
    target_.set_breakpoint(target_.programs().of_rank[rank_], *address, on);
    return "OK";
  }
  if (*type > 4) return "";
  if (*bytes == 0 || *bytes > kMaxMemory) return kWrong;
  const WatchKind kind = *type == 2   ? WatchKind::write
                         : *type == 3 ? WatchKind::read
                                      : WatchKind::access;
  target_.set_watch(rank_, kind, *address, *bytes, on);
  return "OK";
}

// c, s, bc, bs, vCont;ACTION[:THREAD]...: a step of one thread lets the others run on.
std::string GdbSession::resume(const std::string& packet) {
  if (!statuses_.empty()) return exited();
  if (packet == "bc") return stopped(target_.go_back(interrupted_));
  if (packet == "bs") return stopped(target_.step_back(rank_, interrupted_));
  if (packet == "c") return stopped(target_.go_on(interrupted_));
  if (packet == "s") return stopped(target_.step(rank_, interrupted_));
  if (!packet.starts_with("vCont;")) return "";
  std::string_view text = std::string_view(packet).substr(6);
  while (!text.empty()) {
    const std::string_view action = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), action.size() + 1));
    const char what = action.empty() ? '\0' : action[0];
    if (what != 'c' && what != 'C' && what != 's' && what != 'S') return kWrong;
    if (what == 'c' || what == 'C') continue;
    const std::size_t colon = action.find(':');
    const auto rank = colon == action.npos ? rank_ : rank_of(action.substr(colon + 1));
    if (!rank) return kWrong;
    return stopped(target_.step(*rank, interrupted_));
  }
  return stopped(target_.go_on(interrupted_));
}

std::string GdbSession::stopped(const StopEvent& event) {
  using Why = StopEvent::Why;
  const auto at = [&](int signal, const std::string& why) {
    return fmt::format("T{:02x}thread:{};{}", signal, thread_of(rank_), why);
  };
  constexpr int kInterrupt = 2, kTrap = 5, kAbort = 6;
  if (event.why != Why::interrupted && event.why != Why::beginning && event.why != Why::failed)
    rank_ = event.rank;
  switch (event.why) {
    case Why::breakpoint:
      return last_stop_ = at(kTrap, "swbreak:;");
    case Why::watch: {
      const char* const name = event.watch == WatchKind::write  ? "watch"
                               : event.watch == WatchKind::read ? "rwatch"
                                                                : "awatch";
      return last_stop_ = at(kTrap, fmt::format("{}:{:x};", name, event.address));
    }
    case Why::stepped:
      return last_stop_ = at(kTrap, "");
    case Why::interrupted:
      return last_stop_ = at(kInterrupt, "");
    case Why::beginning:
      return last_stop_ = at(kTrap, "replaylog:begin;");
    case Why::failed:
      say_(event.text + "\n");
      return last_stop_ = at(kAbort, "");
    case Why::over:
      break;
  }
  statuses_ = event.statuses;
  return exited();
}

// --- the end of a process ------------------------------------------------------------------------

// Each stop reports the end of one process, the next stop that of another.
std::string GdbSession::exited() {
  if (!processes_) {
    end_ = End::over;
    const auto failed = std::ranges::find_if(statuses_, [](int status) { return status != 0; });
    return last_stop_ = fmt::format("W{:02x}", failed == statuses_.end() ? 0 : *failed & 0xff);
  }
  const unsigned program = *present_.begin();
  present_.erase(program);
  if (present_.empty()) end_ = End::over;
  return last_stop_ = fmt::format("W{:02x};process:{:x}", statuses_[program] & 0xff, program + 1);
}

// ";PROCESS", or nothing for all: the session ends with the last one. The machine is one, so a
// process that was killed alone goes on as long as another is there.
std::string GdbSession::leave(std::string_view process, End how) {
  if (!processes_ || !take(process, ';')) {
    present_.clear();
  } else {
    const auto program = index_of(process, target_.programs().files.size());
    if (!program || present_.erase(*program) == 0) return kWrong;
  }
  if (present_.empty()) end_ = statuses_.empty() ? how : End::over;
  return "OK";
}

}  // namespace rc::sim::debug
