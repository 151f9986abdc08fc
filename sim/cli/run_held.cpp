// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_held.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/suggestion.h"
#include "sim/debug/checkpoint_process.h"
#include "sim/run/job_programs.h"
#include "sim/run/program_lines.h"
#include "sim/run/stats.h"

namespace rc::sim::cli {
namespace {

using debug::Event;
using kernel::InputError;
using nlohmann::json;

constexpr std::size_t kPart = 60'000;  // bytes of a text that are told at once

// "f" of "f(int, char*)".
std::string bare(const std::string& name) { return name.substr(0, name.find('(')); }

class HeldRun {
 public:
  HeldRun(const run::FirmwareJob& job, const run::Driven& run, RunCheck* check)
      : job_(job), run_(run), check_(check) {}

  std::optional<json> answer(const json& request) {
    const std::string what = request.at("do");
    if (what == "describe") return describe();
    if (what == "find code") return find_code(request.at("text"));
    if (what == "find variable") return find_variable(request.at("text"), request.at("rank"));
    if (what == "statistics") return statistics();
    if (what == "findings") return findings();
    if (what == "text") return json{{"part", text_.substr(request.at("from"), kPart)}};
    if (what == "code at") {
      const auto& program = program_of(request.at("rank"));
      return json{{"text", lines_.locate(program, request.at("address"))}};
    }
    if (what == "lookup table")
      return json{{"entries", run_.machine.lookup_table(request.at("rank"))}};
    if (what == "read physical") {
      std::vector<std::uint8_t> data(request.at("bytes").get<std::size_t>());
      if (!run_.machine.read_physical(request.at("rank"), request.at("address"), data.data(),
                                      static_cast<std::uint32_t>(data.size())))
        return json::object();
      return json{{"data", data}};
    }
    if (what == "write physical") {
      const std::vector<std::uint8_t> data = request.at("data");
      return json{{"done", run_.machine.write_physical(request.at("rank"), request.at("address"),
                                                       data.data(),
                                                       static_cast<std::uint32_t>(data.size()))}};
    }
    return std::nullopt;
  }

 private:
  const run::JobPrograms::Program& program_of(unsigned rank) const {
    return run_.programs.of_core(job_.cores.at(rank));
  }

  json describe() {
    json files = json::array(), programs = json::array();
    for (const auto& program : run_.programs.all()) files.push_back(program.file);
    const std::vector<std::size_t> by_core = run::programs_by_core(job_);
    for (const int core : job_.cores) programs.push_back(by_core[static_cast<std::size_t>(core)]);
    json limit;
    if (job_.options.max_time != kernel::Picos::never()) limit = job_.options.max_time.value;
    const bool scc = !job_.machine.is_ipsc();
    return {{"machine", job_.machine.name},
            {"files", files},
            {"programs", programs},
            {"cores", job_.cores},
            {"limit", limit},
            {"scc", scc},
            {"mpb_bytes", scc ? job_.machine.geometry().mpb_bytes : 0},
            {"tiles", scc ? job_.machine.geometry().tiles() : 0}};
  }

  // A function, whatever its parameters are, or FILE:LINE: for each program, where that begins.
  json find_code(const std::string& text) {
    json places = json::array();
    std::vector<std::string> known;
    const std::size_t colon = text.rfind(':');
    const auto line = colon == text.npos || colon == 0
                          ? std::nullopt
                          : base::parse_whole(std::string_view(text).substr(colon + 1), 1u << 30);
    for (std::size_t program = 0; program < run_.programs.all().size(); ++program) {
      const auto& each = run_.programs.all()[program];
      if (line) {
        for (const std::uint32_t address :
             code_of_line(each, text.substr(0, colon), static_cast<unsigned>(*line)))
          places.push_back({program, address});
        continue;
      }
      std::set<std::uint32_t> found;
      for (const machine::ElfSymbol& symbol : each.elf.symbols) {
        known.push_back(bare(symbol.name));
        if (symbol.name == text || known.back() == text) found.insert(symbol.address);
      }
      for (const std::uint32_t address : found) places.push_back({program, address});
    }
    if (!places.empty()) return {{"places", places}};
    throw InputError(line ? fmt::format("{}: no code of that line", kernel::shown(text))
                          : fmt::format("{}: no such function{}", kernel::shown(text),
                                        base::suggestion(text, known)));
  }

  // The first instruction of the line in each function that has code of it.
  std::set<std::uint32_t> code_of_line(const run::JobPrograms::Program& program,
                                       const std::string& file, unsigned line) {
    std::map<std::string, std::uint32_t> first;
    lines_.of(program).each_row([&](const symbols::DebugInfo::Row& row) {
      if (row.ends || row.line != line || !ends_in(row.file, file)) return;
      const std::string place = program.elf.locate(row.address);
      const auto at = first.try_emplace(place.substr(0, place.find('+')), row.address).first;
      at->second = std::min(at->second, row.address);
    });
    std::set<std::uint32_t> addresses;
    for (const auto& [function, address] : first) addresses.insert(address);
    return addresses;
  }

  static bool ends_in(std::string_view path, std::string_view file) {
    if (!path.ends_with(file)) return false;
    return path.size() == file.size() || path[path.size() - file.size() - 1] == '/';
  }

  json find_variable(const std::string& name, unsigned rank) {
    std::vector<std::string> known;
    for (const machine::ElfSymbol& each : program_of(rank).elf.variables) {
      if (each.name == name) return {{"address", each.address}, {"bytes", each.size}};
      known.push_back(each.name);
    }
    throw InputError(fmt::format("{}: no such variable of the program{}", kernel::shown(name),
                                 base::suggestion(name, known)));
  }

  json statistics() {
    auto stats = run::stats_json(job_, run_.so_far(), 0);
    stats.erase("host_seconds");
    text_ = stats.dump(-1, ' ', true, json::error_handler_t::replace);
    return {{"bytes", text_.size()}};
  }

  json findings() {
    if (check_ == nullptr) throw InputError("findings: the run is not checked; expected --check");
    run_.look_at_calls();
    text_ = json(check_->findings()).dump(-1, ' ', true, json::error_handler_t::replace);
    return {{"bytes", text_.size()}};
  }

  const run::FirmwareJob& job_;
  const run::Driven& run_;
  RunCheck* check_;
  run::ProgramLines lines_;
  std::string text_;  // of the last answer that may be too long for a message
};

Event event_of(kernel::Picos time, const scc::Message& message, bool entering) {
  const auto& from = message.source;
  const auto& to = message.destination;
  return {Event::Kind::message,
          time.value,
          -1,
          0,
          false,
          {entering, from.x, from.y, from.port, to.x, to.y, to.port,
           static_cast<std::uint64_t>(message.command), message.address, message.bytes}};
}

Event event_of(kernel::Picos time, const ipsc::Message& message, bool leaving, unsigned nodes) {
  return {Event::Kind::message,
          time.value,
          -1,
          0,
          false,
          {leaving, message.source, message.to_host ? nodes : message.destination, message.kind,
           message.type, message.data.size()}};
}

}  // namespace

void be_held(run::FirmwareJob& job, int descriptor, RunCheck* check) {
  int type = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_SEQPACKET)
    throw InputError(fmt::format("--held-by {}: expected the descriptor of a channel", descriptor));
  const auto log = std::make_shared<debug::EventLog>();
  job.options.threads = 1;
  job.messages = [log](kernel::Picos time, const scc::Message& message, bool entering) {
    if (log->messages) log->add(event_of(time, message, entering));
  };
  job.cube_messages = [log, nodes = static_cast<unsigned>(job.cores.size())](
                          const ipsc::Message& message, kernel::Picos time, bool leaving) {
    if (log->messages) log->add(event_of(time, message, leaving, nodes));
  };
  job.debugger = [&job, descriptor, check, log](const run::Driven& run) {
    HeldRun held(job, run, check);
    debug::HeldOutput output(std::cout, std::cerr, true);
    debug::serve_debugger(
        run.machine, output, debug::Channel(base::Descriptor(descriptor)),
        {log.get(), [&held](const json& request) { return held.answer(request); }, run.explain});
  };
}

}  // namespace rc::sim::cli
