// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/callgrind.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <filesystem>
#include <map>
#include <ostream>

#include "sim/base/paths.h"

namespace rc::sim::observe {
namespace {

// Names get a number at their first use, and only that afterwards.
class Names {
 public:
  std::string operator()(const std::string& name) {
    const auto [known, is_new] = numbers_.emplace(name, numbers_.size() + 1);
    return is_new ? fmt::format("({}) {}", known->second, name)
                  : fmt::format("({})", known->second);
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

// What the cores of one program took.
struct ProgramCosts {
  std::map<std::uint32_t, Events> instructions;
  std::map<std::uint32_t, std::map<std::uint32_t, CallArc>> calls;

  void add_core(const CoreProfile& profile) {
    for (const auto& [eip, events] : profile.instructions()) add(instructions[eip], events);
    for (const auto& [key, arc] : profile.arcs()) {
      CallArc& sum = calls[key.first][key.second];
      sum.calls += arc.calls;
      add(sum.inclusive, arc.inclusive);
      instructions.try_emplace(key.first);
    }
  }
};

class CallgrindWriter {
 public:
  explicit CallgrindWriter(std::ostream& out) : out_(out) {}

  void header(const std::string& command, const std::string& failure, const Events& total) {
    out_ << "# callgrind format\nversion: 1\ncreator: rockcreek\ncmd: " << command << '\n';
    if (!failure.empty()) out_ << "desc: Failure: " << failure << '\n';
    out_ << "positions: instr line\n";
    for (const EventName& name : kEventNames)
      fmt::print(out_, "event: {} : {}\n", name.shortly, name.text);
    out_ << "events:";
    for (const EventName& name : kEventNames) out_ << ' ' << name.shortly;
    out_ << "\nsummary:";
    costs(total);
  }

  void program(const CodeMap& code, const ProgramCosts& costs) {
    code_ = &code;
    std::uint32_t entry = 0;
    bool first = true;
    for (const auto& [eip, events] : costs.instructions) {
      if (const std::uint32_t its = code.entry(eip); first || its != entry) {
        entry = its;
        first = false;
        function(entry);
      }
      instruction(eip, events);
      if (const auto from = costs.calls.find(eip); from != costs.calls.end()) {
        for (const auto& [callee, arc] : from->second) call(eip, callee, arc);
      }
    }
  }

 private:
  void function(std::uint32_t entry) {
    file_ = file(entry);
    out_ << '\n';
    if (!code_->program().empty()) fmt::print(out_, "ob={}\n", objects_(code_->program()));
    fmt::print(out_, "fl={}\nfn={}\n", files_(file_), functions_(code_->full_name(entry)));
  }

  void instruction(std::uint32_t eip, const Events& self) {
    in_file(eip);
    place(eip);
    costs(self);
  }

  void call(std::uint32_t site, std::uint32_t callee, const CallArc& arc) {
    in_file(site);
    const std::uint32_t entry = code_->entry(callee);
    if (!code_->program().empty()) fmt::print(out_, "cob={}\n", objects_(code_->program()));
    fmt::print(out_, "cfi={}\ncfn={}\ncalls={} {:#x} {}\n", files_(file(entry)),
               functions_(code_->full_name(callee)), arc.calls, callee, code_->line(callee).line);
    place(site);
    costs(arc.inclusive);
  }

  // Our own sources by their whole names, so that they are found from any folder.
  const std::string& file(std::uint32_t eip) {
    const std::string name = code_->line(eip).file;
    const auto [known, is_new] = whole_names_.try_emplace(name, name.empty() ? "???" : name);
    const std::filesystem::path own = sources_ / name;
    if (is_new && !name.empty() && !sources_.empty() && std::filesystem::is_regular_file(own))
      known->second = own.lexically_normal();
    return known->second;
  }
  // Code of another file that the compiler put into the function.
  void in_file(std::uint32_t eip) {
    std::string name = file(eip);
    if (name == file_) return;
    file_ = std::move(name);
    fmt::print(out_, "fi={}\n", files_(file_));
  }
  void place(std::uint32_t eip) { fmt::print(out_, "{:#x} {}", eip, code_->line(eip).line); }
  void costs(const Events& events) {
    for (const std::uint64_t each : events) out_ << ' ' << each;
    out_ << '\n';
  }

  std::ostream& out_;
  const CodeMap* code_ = nullptr;  // of the present program
  Names objects_, files_, functions_;
  std::string file_;
  const std::filesystem::path sources_ = base::source_folder();
  std::map<std::string, std::string> whole_names_;
};

}  // namespace

void write_callgrind(std::ostream& out, const RunRecorder& recorder,
                     const std::vector<std::size_t>& ranks, const std::string& command,
                     const std::string& failure) {
  std::vector<ProgramCosts> programs(recorder.code().size());
  Events total{};
  for (const std::size_t rank : ranks) {
    const CoreProfile& profile = recorder.cores()[rank]->profile();
    programs[recorder.program(rank)].add_core(profile);
    for (const auto& [eip, events] : profile.instructions()) add(total, events);
  }
  CallgrindWriter writer(out);
  writer.header(command, failure, total);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (!programs[i].instructions.empty()) writer.program(recorder.code()[i], programs[i]);
  }
}

}  // namespace rc::sim::observe
