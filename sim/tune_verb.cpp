// rockcreek tune broadcast: the fastest broadcast for a machine and message sizes, found by trying
// algorithms, part and pipe sizes on the simulated machine.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/cli.h"
#include "sim/experiments/broadcast_plan.h"
#include "sim/files.h"

namespace rc::sim {
namespace {

constexpr int kLargestBytes = 32 << 20;  // what the firmware's buffer takes

struct TuneOptions {
  MachineOptions machine;
  std::string what;
  std::vector<int> sizes{1024, 8192, 50'000};
  int ues = SCC_CORES;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::string json_file;
  std::string out_directory;
};

struct Candidate {
  std::string name;
  Broadcast broadcast;
};

// Parts beyond the message are the message: only the smallest of those is tried.
std::vector<Candidate> candidates(int ues, int bytes) {
  std::vector<Candidate> all;
  const auto add = [&](const std::string& name, const Broadcast& broadcast) {
    all.push_back({name, on_cores(broadcast, ues)});
  };
  for (const char* algorithm : {"cube", "cube_ircce"})
    for (const int part : {1024, 2048, 4096, 7936}) {
      add(fmt::format("{}, parts of {}", algorithm, part),
          {.algorithm = algorithm, .part_bytes = part});
      if (part >= bytes) break;
    }
  for (const int part : {4096, 7936, 8192})
    for (const int pipe : {1024, 2048, 4096}) {
      if (pipe > 1024 && pipe >= 2 * bytes) break;
      add(fmt::format("dopl, parts of {}, pieces of {}", part, pipe), dopl_broadcast(pipe, part));
    }
  for (const char* algorithm : {"linear", "binomial", "scatter_allgather"})
    add(algorithm, plain_broadcast(algorithm));
  for (const int arity : {2, 3, 7, 47})
    add(fmt::format("oc_bcast, {} children", arity), oc_broadcast(arity));
  return all;
}

void check(const TuneOptions& options) {
  if (options.what != "broadcast")
    throw kernel::InputError(fmt::format("tune: '{}' unknown, expected broadcast", options.what));
  for (const int bytes : options.sizes)
    if (bytes < 1 || bytes > kLargestBytes)
      throw kernel::InputError(
          fmt::format("tune: {} bytes, expected 1 to {}", bytes, kLargestBytes));
}

int tune(const TuneOptions& options) {
  check(options);
  const Machine machine = options.machine.load();
  if (machine.kind != kScc)
    throw kernel::InputError(fmt::format("tune broadcast: {} is of kind {}, expected {}",
                                         machine.name, machine.kind, kScc));
  check_outputs(options.out_directory, {options.json_file});
  const std::string kept = options.out_directory.empty() ? "" : options.out_directory + "/runs";
  Lab lab({machine, true, false, {}, options.jobs, kept});
  BroadcastStudy study(lab);
  const Broadcast theirs[] = {on_cores(cube_broadcast(), options.ues),
                              on_cores(dopl_broadcast(), options.ues)};
  for (const int bytes : options.sizes) {
    for (const Candidate& c : candidates(options.ues, bytes)) study.want(c.broadcast, bytes);
    for (const Broadcast& broadcast : theirs) study.want(broadcast, bytes);
  }
  study.run("tune broadcast");

  fmt::print(std::cout, "tune broadcast on {}, {} UEs\n\n", machine.name, options.ues);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const int bytes : options.sizes) {
    auto all = candidates(options.ues, bytes);
    std::ranges::sort(all, {}, [&](const Candidate& c) { return study.ms(c.broadcast, bytes); });
    fmt::print(std::cout, "{} bytes\n", bytes);
    for (const Candidate& c : all)
      fmt::print(std::cout, "  {:>10.4f} ms  {}\n", study.ms(c.broadcast, bytes), c.name);
    const double best = study.ms(all.front().broadcast, bytes);
    const double cube = study.ms(theirs[0], bytes), dopl = study.ms(theirs[1], bytes);
    fmt::print(std::cout,
               "  chosen: {}: {:.2f} times as fast as the thesis' Cube ({:.4f} ms), {:.2f} times "
               "as its DOPL ({:.4f} ms)\n\n",
               all.front().name, cube / best, cube, dopl / best, dopl);
    json.push_back({{"bytes", bytes},
                    {"chosen", all.front().name},
                    {"ms", best},
                    {"gain_over_cube", cube / best},
                    {"gain_over_dopl", dopl / best}});
  }
  if (!options.json_file.empty()) write_file(options.json_file, json.dump(1) + "\n");
  return 0;
}

}  // namespace

void add_tune(CLI::App& app, Action& action) {
  const auto options = std::make_shared<TuneOptions>();
  CLI::App& verb = *app.add_subcommand("tune", "find the fastest broadcast for a machine");
  options->machine.add_to(verb);
  verb.add_option("what", options->what, "broadcast")->required();
  verb.add_option("--bytes", options->sizes, "message sizes, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  verb.add_option("--ues", options->ues, "units of execution, on cores 0 to N-1")
      ->check(CLI::Range(1u, SCC_CORES))
      ->capture_default_str();
  verb.add_option("--jobs", options->jobs, "simulations at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  verb.add_option("--json", options->json_file, "write the choices as JSON");
  verb.add_option("--out", options->out_directory, "keep outcomes of runs here, and use those");
  verb.callback([options, &action] { action = [options] { return tune(*options); }; });
}

}  // namespace rc::sim
