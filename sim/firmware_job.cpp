#include "sim/firmware_job.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/elf_image.h"
#include "sim/processes.h"

namespace rc::sim {
namespace {

chip::Image to_image(const ElfImage& elf, const std::string& name) {
  chip::Image image{name, elf.entry, {}};
  for (const ElfSegment& segment : elf.segments)
    image.segments.push_back({segment.address, segment.memory_bytes, segment.bytes});
  return image;
}

std::string end_point_text(const noc::EndPoint& at) {
  return fmt::format("({},{}){}", at.x, at.y, "NESWL"[at.port]);
}

void trace_message(std::ostream& out, kernel::Picos time, const tile::Message& message,
                   bool entering) {
  fmt::print(out, "{} {} {} -> {} {:#05x} {:#011x} {}\n", time.value, entering ? "in " : "out",
             end_point_text(message.source), end_point_text(message.destination),
             static_cast<unsigned>(message.command), message.address, message.bytes);
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "(nothing)";
  const auto start = text.rfind('\n', end);
  return text.substr(start + 1, end - start);
}

// Names the places in a message that has only addresses: "EIP 0x00101086" -> "EIP 0x00101086
// (descend+0x6)". What the machine's own reports have named already stays.
std::string symbolised(const std::string& message, const ElfImage& elf) {
  static const std::regex kPlace(R"(EIP 0x([0-9a-f]{8})(?! \())");
  std::string text;
  auto copied = message.begin();
  for (std::sregex_iterator it(message.begin(), message.end(), kPlace), end; it != end; ++it) {
    text.append(copied, (*it)[0].second);
    const auto address = static_cast<std::uint32_t>(std::stoul((*it)[1], nullptr, 16));
    text += fmt::format(" ({})", elf.locate(address));
    copied = (*it)[0].second;
  }
  return text.append(copied, message.end());
}

std::string run_and_serialise(const FirmwareJob& job) {
  std::ostringstream text;
  HostConsole console(text, text, static_cast<int>(job.cores.size()));
  const systemc::SccResult result = run_firmware(job, console).result;
  for (const systemc::CoreResult& core : result.cores)
    if (core.exit_status != 0)
      throw kernel::MachineError(fmt::format("{}: core {} returned {}; last output: {}",
                                             std::filesystem::path(job.image).filename().string(),
                                             core.core_id, core.exit_status,
                                             last_line(text.str())));
  nlohmann::json json{{"time", result.time.value}, {"console", text.str()}};
  json["reports"] = nlohmann::json::array();
  for (const Report& report : console.reports())
    json["reports"].push_back({report.name, report.value, report.rank});
  // Firmware may print anything, UTF-8 or not.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

FirmwareOutcome parse_outcome(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  FirmwareOutcome outcome;
  outcome.time.value = json["time"];
  outcome.console = json["console"];
  for (const auto& report : json["reports"])
    outcome.reports.push_back({report[0], report[1], report[2]});
  return outcome;
}

}  // namespace

FirmwareRun run_firmware(const FirmwareJob& job, HostConsole& console, const RunProgress& progress,
                         std::ostream* trace) {
  const std::uint64_t memory_bytes =
      std::uint64_t{job.machine.params.machine.private_slots} * SCC_SLOT_SIZE;
  const ElfImage elf = load_elf(job.image, memory_bytes);
  systemc::RunOptions options;
  options.fast_forward = job.fast_forward;
  options.decoupled = job.decoupled;
  options.max_time = job.max_time;
  options.symbolise = [&elf](std::uint32_t eip) { return elf.locate(eip); };
  options.progress = progress;
  auto made = make_network(job.machine);
  const noc::MeshNetwork& network = *made;
  systemc::SccSystem system(job.machine.params, std::move(made), console, options);
  if (trace)
    system.observe([trace](kernel::Picos time, const tile::Message& message, bool entering) {
      trace_message(*trace, time, message, entering);
    });
  system.load(to_image(elf, std::filesystem::path(job.image).filename().string()), job.cores,
              job.arguments);
  FirmwareRun run;
  try {
    run.result = system.run();
  } catch (const kernel::MachineError& error) {
    console.finish();  // what the firmware said before is part of the story
    throw kernel::MachineError(symbolised(error.what(), elf));
  }
  console.finish();
  if (run.result.timed_out)
    throw kernel::MachineError(fmt::format("not finished after {:g} s of simulated time",
                                           static_cast<double>(run.result.time.value) * 1e-12));
  const noc::NocParams& mesh = job.machine.params.noc;
  for (unsigned router = 0; router < mesh.cols * mesh.rows; ++router)
    run.links.push_back(network.links(router % mesh.cols, router / mesh.cols));
  return run;
}

bool FirmwareRun::succeeded() const {
  return std::ranges::all_of(result.cores,
                             [](const systemc::CoreResult& c) { return c.exit_status == 0; });
}

double FirmwareOutcome::value(const std::string& name) const {
  const auto it = std::ranges::find(reports, name, &Report::name);
  if (it == reports.end())
    throw kernel::MachineError(fmt::format("the firmware did not report '{}'", name));
  return it->value;
}

std::vector<FirmwareOutcome> run_jobs(const std::vector<FirmwareJob>& jobs, unsigned parallel,
                                      const std::function<void(std::size_t)>& finished) {
  std::vector<Task> tasks;
  for (const FirmwareJob& job : jobs) tasks.push_back([&job] { return run_and_serialise(job); });
  std::vector<FirmwareOutcome> outcomes;
  for (const std::string& text : run_in_processes(tasks, parallel, finished))
    outcomes.push_back(parse_outcome(text));
  return outcomes;
}

}  // namespace rc::sim
