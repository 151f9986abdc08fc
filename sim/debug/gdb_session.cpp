#include "sim/debug/gdb_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/debug/gdb_packets.h"

namespace rc::sim {
namespace {

constexpr const char* kWrong = "E01";
constexpr std::uint32_t kMostMemory = 4096;  // bytes a packet
constexpr std::uint32_t kMostWatched = 4096;

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

std::string_view view(const GdbRegisters& registers) {
  return {reinterpret_cast<const char*>(registers.data()), registers.size()};
}

}  // namespace

std::optional<std::string> GdbSession::answer(const std::string& packet) {
  const std::string_view rest = std::string_view(packet).substr(packet.empty() ? 0 : 1);
  try {
    switch (packet.empty() ? '\0' : packet[0]) {
      case '?':
        if (last_stop_.empty()) last_stop_ = fmt::format("T05thread:{:x};", rank_ + 1);
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
        end_ = End::killed;
        return "OK";
      case 'D':
        end_ = End::detached;
        return "OK";
      case 'k':
        end_ = End::killed;
        return std::nullopt;
      case 'q':
      case 'Q':
        return query(packet);
      default:
        return "";
    }
  } catch (const kernel::Error& error) {
    say_(fmt::format("rockcreek: {}\n", error.what()));
    return kWrong;
  }
}

// --- queries -------------------------------------------------------------------------------------

std::string GdbSession::query(const std::string& packet) {
  if (packet.starts_with("qSupported"))
    return fmt::format(
        "PacketSize={:x};QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;swbreak+;"
        "hwbreak+;vContSupported+;ReverseStep+;ReverseContinue+",
        2 * kMostMemory + 64);
  if (packet == "QStartNoAckMode") return silent_ = true, "OK";
  if (packet.starts_with("qXfer:")) return transfer(packet);
  if (packet == "qC") return fmt::format("QC{:x}", rank_ + 1);
  if (packet == "qfThreadInfo") {
    std::string text = "m";
    for (unsigned rank = 0; rank < target_.count(); ++rank)
      text += fmt::format("{}{:x}", rank == 0 ? "" : ",", rank + 1);
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

std::string GdbSession::threads() const {
  std::string text = "<?xml version=\"1.0\"?>\n<threads>\n";
  for (unsigned rank = 0; rank < target_.count(); ++rank)
    text += fmt::format("<thread id=\"{:x}\" name=\"{}\"/>\n", rank + 1, target_.name(rank));
  return text + "</threads>\n";
}

// qXfer:OBJECT:read:ANNEX:OFFSET,LENGTH
std::string GdbSession::transfer(const std::string& packet) {
  std::string whole;
  if (packet.starts_with("qXfer:features:read:target.xml:")) {
    whole = gdb_target_description();
  } else if (packet.starts_with("qXfer:threads:read::")) {
    whole = threads();
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
    return to_hex(target_.monitor(words, rank_));
  } catch (const kernel::InputError& error) {
    return to_hex(fmt::format("error: {}\n", error.what()));
  }
}

// --- threads, registers, memory ------------------------------------------------------------------

// Of a thread id: -1 and 0 mean any.
std::optional<unsigned> GdbSession::rank_of(std::string_view thread) const {
  if (thread == "-1" || thread == "0") return rank_;
  const auto number = take_word(thread);
  if (!number || !thread.empty() || *number == 0 || *number > target_.count()) return std::nullopt;
  return *number - 1;
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
  const auto data = target_.read(rank_, *address, std::min(*bytes, kMostMemory));
  if (!data) return kWrong;
  return to_hex({reinterpret_cast<const char*>(data->data()), data->size()});
}

// ADDRESS,BYTES:DATA
std::string GdbSession::write_memory(std::string_view text, bool binary) {
  const auto address = take_word(text);
  if (!address || !take(text, ',')) return kWrong;
  const auto bytes = take_word(text);
  if (!bytes || *bytes > kMostMemory || !take(text, ':')) return kWrong;
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
  if (*type <= 1) return target_.set_breakpoint(*address, on), "OK";
  if (*type > 4) return "";
  if (*bytes == 0 || *bytes > kMostWatched) return kWrong;
  const WatchKind kind = *type == 2   ? WatchKind::write
                         : *type == 3 ? WatchKind::read
                                      : WatchKind::access;
  target_.set_watch(rank_, kind, *address, *bytes, on);
  return "OK";
}

// c, s, bc, bs, vCont;ACTION[:THREAD]...: a step of one thread lets the others run on.
std::string GdbSession::resume(const std::string& packet) {
  if (packet == "bc") return stopped(target_.go_back(interrupted_));
  if (packet == "bs") return stopped(target_.step_back(rank_));
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
    return fmt::format("T{:02x}thread:{:x};{}", signal, rank_ + 1, why);
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
  end_ = End::over;
  status_ = event.status;
  return last_stop_ = fmt::format("W{:02x}", event.status & 0xff);
}

}  // namespace rc::sim
