#include "sim/firmware_job.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <regex>
#include <sstream>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/elf_image.h"
#include "sim/exit_statuses.h"
#include "sim/files.h"
#include "sim/parameters.h"
#include "sim/processes.h"

namespace rc::sim {
namespace {

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
  const FirmwareRun run = run_firmware(job, console);
  const systemc::SccResult& result = run.result;
  for (const systemc::CoreResult& core : result.cores)
    if (core.exit_status != 0)
      throw kernel::MachineError(fmt::format("{}: {} {} returned {}; last output: {}",
                                             std::filesystem::path(job.image).filename().string(),
                                             job.machine.is_ipsc() ? "node" : "core", core.core_id,
                                             core.exit_status, last_line(text.str())));
  nlohmann::json json{{"time", result.time.value},
                      {"console", text.str()},
                      {"joules", result.power.joules()},
                      {"core_joules", result.power.core_joules()}};
  json["reports"] = nlohmann::json::array();
  for (const Report& report : console.reports())
    json["reports"].push_back({report.name, report.value, report.rank});
  json["links"] = nlohmann::json::array();
  for (const noc::LinkCounters& links : run.links) {
    nlohmann::json& ports = json["links"].emplace_back();
    for (const auto& by_vc : links.flits)
      ports.push_back(std::accumulate(by_vc.begin(), by_vc.end(), std::uint64_t{0}));
  }
  // Firmware may print anything, UTF-8 or not.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

FirmwareOutcome parse_outcome(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  FirmwareOutcome outcome;
  outcome.time.value = json["time"];
  outcome.console = json["console"];
  outcome.joules = json["joules"];
  outcome.core_joules = json["core_joules"];
  for (const auto& report : json["reports"])
    outcome.reports.push_back({report[0], report[1], report[2]});
  for (const auto& ports : json["links"]) outcome.link_flits.push_back(ports);
  return outcome;
}

// FNV-1a, 64 bits.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  std::string hex() const { return fmt::format("{:016x}", hash_); }

 private:
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * 0x100000001B3u; }
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

const std::string& own_fingerprint() {
  static const std::string text = [] {
    Fingerprint fingerprint;
    fingerprint.add(read_file("/proc/self/exe"));
    return fingerprint.hex();
  }();
  return text;
}

// Nothing, if there is no file or it is not what this program wrote.
std::optional<FirmwareOutcome> kept_outcome(const std::string& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    return parse_outcome(read_file(file));
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

// Up to mesh cycle `now`; what entered a buffer after it and still lies there counts nothing.
BufferUse buffer_use(const noc::BufferAudit& buffers, unsigned vcs, std::uint64_t now) {
  BufferUse use{};
  for (unsigned port = 0; port < noc::kPorts; ++port)
    for (unsigned vc = 0; vc < vcs; ++vc)
      use[port][vc] = std::max(
          0.0, static_cast<double>(static_cast<std::int64_t>(buffers.residence(port, vc, now))));
  return use;
}

FirmwareRun run_scc(const FirmwareJob& job, const chip::Image& image, HostConsole& console,
                    const systemc::RunOptions& options, std::ostream* trace) {
  auto made = make_network(job.machine);
  const noc::MeshNetwork& network = *made;
  systemc::SccSystem system(job.machine.params, std::move(made), console, options);
  if (trace)
    system.observe([trace](kernel::Picos time, const tile::Message& message, bool entering) {
      trace_message(*trace, time, message, entering);
    });
  system.load(image, job.cores, job.arguments);
  FirmwareRun run;
  run.result = system.run();
  const noc::NocParams& mesh = job.machine.params.noc;
  const chip::ClockParams& clocks = job.machine.params.clocks;
  run.mesh_cycles =
      static_cast<double>(run.result.time.value) * 1e-6 * clocks.global_mhz / clocks.mesh_divider;
  const auto now = static_cast<std::uint64_t>(std::ceil(run.mesh_cycles));
  for (unsigned router = 0; router < mesh.cols * mesh.rows; ++router) {
    const unsigned x = router % mesh.cols, y = router / mesh.cols;
    run.links.push_back(network.links(x, y));
    run.buffers.push_back(buffer_use(network.buffers(x, y), mesh.vcs, now));
  }
  return run;
}

FirmwareRun run_ipsc(const FirmwareJob& job, const chip::Image& image, HostConsole& console,
                     const systemc::RunOptions& options) {
  systemc::IpscSystem system(job.machine.ipsc, console, options, dcm_factory(job.machine));
  system.load(image, job.arguments);
  FirmwareRun run;
  run.ipsc = system.run();
  run.result.time = run.ipsc->time;
  run.result.cores = run.ipsc->cores;
  run.result.timed_out = run.ipsc->timed_out;
  return run;
}

}  // namespace

FirmwareRun run_firmware(const FirmwareJob& job, HostConsole& console, const RunProgress& progress,
                         std::ostream* trace) {
  const ElfImage elf = load_elf(job.image, job.machine.memory_bytes());
  check_image(job.machine, elf, job.image);
  systemc::RunOptions options;
  options.fast_forward = job.fast_forward;
  options.decoupled = job.decoupled;
  options.max_time = job.max_time;
  options.symbolise = [&elf](std::uint32_t eip) { return elf.locate(eip); };
  options.progress = progress;
  const chip::Image image = to_image(elf, std::filesystem::path(job.image).filename().string());
  FirmwareRun run;
  try {
    run = job.machine.is_ipsc() ? run_ipsc(job, image, console, options)
                                : run_scc(job, image, console, options, trace);
    if (run.result.timed_out)
      throw kernel::MachineError(fmt::format("not finished after {:g} s of simulated time",
                                             static_cast<double>(run.result.time.value) * 1e-12));
  } catch (const kernel::MachineError& error) {
    console.finish();  // what the firmware said before is part of the story
    std::string text = symbolised(error.what(), elf);
    // So is who had given up: the others may wait for it.
    if (const std::string failed = nonzero_statuses(job, console); !failed.empty())
      text += fmt::format("{}before that {}", text.find('\n') == text.npos ? "; " : "\n  ", failed);
    throw kernel::MachineError(text);
  }
  console.finish();
  return run;
}

std::string nonzero_statuses(const FirmwareJob& job, const HostConsole& console) {
  return nonzero_statuses(console.statuses(),
                          job.machine.is_ipsc() ? std::vector<int>{} : job.cores);
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

std::string job_key(const FirmwareJob& job) {
  Fingerprint fingerprint;
  fingerprint.add(own_fingerprint());
  fingerprint.add(read_file(job.image));
  fingerprint.add(job.machine.router);
  fingerprint.add(job.machine.dcm);
  Machine machine = job.machine;
  fingerprint.add(machine.kind);
  for (const Parameter& parameter : machine.parameters())
    fingerprint.add(parameter.path + "=" + value_text(parameter));
  for (const int core : job.cores) fingerprint.add(std::to_string(core));
  for (const std::string& argument : job.arguments) fingerprint.add(argument);
  fingerprint.add(fmt::format("{} {} {}", job.fast_forward, job.decoupled, job.max_time.value));
  return fingerprint.hex();
}

std::vector<FirmwareOutcome> run_jobs(const std::vector<FirmwareJob>& jobs, unsigned parallel,
                                      const std::function<void(std::size_t)>& finished,
                                      const std::string& kept) {
  if (!kept.empty()) make_directory(kept);
  std::vector<std::optional<FirmwareOutcome>> outcomes(jobs.size());
  std::vector<Task> tasks;
  std::vector<std::size_t> job_of_task;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::string file = kept.empty() ? "" : kept + "/" + job_key(jobs[i]) + ".json";
    if (!file.empty()) outcomes[i] = kept_outcome(file);
    if (outcomes[i]) continue;
    job_of_task.push_back(i);
    tasks.push_back([&job = jobs[i], file] {
      const std::string text = run_and_serialise(job);
      if (!file.empty()) write_file(file, text);
      return text;
    });
  }
  const std::size_t before = jobs.size() - tasks.size();
  const auto texts =
      run_in_processes(tasks, parallel, [&](std::size_t done) { finished(before + done); });
  for (std::size_t i = 0; i < texts.size(); ++i) outcomes[job_of_task[i]] = parse_outcome(texts[i]);
  std::vector<FirmwareOutcome> all;
  for (auto& outcome : outcomes) all.push_back(std::move(*outcome));
  return all;
}

}  // namespace rc::sim
