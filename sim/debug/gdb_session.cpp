// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/debug/gdb_packets.h"
#include "sim/debug/gdb_text.h"

namespace rc::sim::debug {
namespace {

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
        extended_ = true;
        return "OK";
      case 'c':
      case 's':
      case 'b':
        return resume(packet);
      case 'v':
        if (packet == "vCont?") return "vCont;c;C;s;S;r";
        if (packet.starts_with("vCont;")) return resume(packet);
        if (packet.starts_with("vRun;")) return restart(packet);
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
  if (packet == "qC") return present_.empty() ? "" : "QC" + thread_of(rank_);
  if (packet == "qfThreadInfo") {
    std::string text;
    for (const unsigned rank : ranks()) text += (text.empty() ? "m" : ",") + thread_of(rank);
    return text.empty() ? "l" : text;
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

bool GdbSession::means_any(std::string_view thread) {
  return thread.empty() || thread.ends_with("-1") || thread == "0" || thread.ends_with(".0") ||
         (thread.starts_with('p') && thread.find('.') == thread.npos);
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

// HgTHREAD: for registers and memory; HcTHREAD: for c and s, and what goes back.
std::string GdbSession::choose_thread(const std::string& packet) {
  if (packet.size() < 3 || (packet[1] != 'g' && packet[1] != 'c')) return kWrong;
  const auto rank = rank_of(std::string_view(packet).substr(2));
  if (!rank) return kWrong;
  rank_ = *rank;
  const std::string_view thread = std::string_view(packet).substr(2);
  if (packet[1] == 'c') alone_ = !means_any(thread);
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

}  // namespace rc::sim::debug
