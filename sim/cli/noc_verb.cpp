// SPDX-License-Identifier: Apache-2.0
// rockcreek noc: evaluates a network on chip alone, under synthetic traffic or a trace
// (docs/noc.md).
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "hw_model/kernel/error.h"
#include "hw_model/scc/area.h"
#include "hw_model/scc/energy.h"
#include "hw_model/scc/vrc/vrc.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/processes.h"
#include "sim/base/progress.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/cli/graph_options.h"
#include "sim/cli/noc_booksim.h"
#include "sim/cli/noc_compare.h"
#include "sim/cli/noc_replay.h"
#include "sim/cli/sweep_rates.h"
#include "sim/cli/traffic_options.h"
#include "sim/cli/wave_options.h"
#include "sim/lab/booksim/summary.h"
#include "sim/lab/evaluation/capacity.h"
#include "sim/lab/evaluation/evaluation.h"
#include "sim/lab/evaluation/graph_report.h"
#include "sim/lab/evaluation/report.h"
#include "sim/lab/evaluation/saturation.h"
#include "sim/lab/user/library.h"
#include "sim/observe/waves/waves.h"
#include "sim/report/page.h"
#include "sim/run/interconnect/chip_graph.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::cli {
namespace {

struct NocOptions {
  MachineOptions machine;
  GraphOptions graph;
  TrafficOptions traffic;
  lab::NocSetup setup;  // without its params
  std::string topology, routing;
  std::string sweep;
  bool saturation = false;
  unsigned jobs = base::host_processors();
  std::string replay_file;
  bool estimated = false;
  std::string json_file, csv_file, packets_file, pairs_file, out_directory;
  observe::WaveOptions waves;
  BooksimOptions booksim;
  std::optional<lab::BooksimFigures>
      booksim_figures;  // the result is printed in BookSim's words, too
};

void report_speed(const lab::NocSetup& setup, double router_cycles, double seconds) {
  base::say("rockcreek: {:.3g} router-cycles ({} routers) in {:.2f} s: {:.3g} a second\n",
            router_cycles, setup.routers(), seconds, router_cycles / seconds);
}

// A network on a graph is made by its model.
noc::NetworkFactory factory_of(const lab::NocSetup& setup) {
  if (setup.graph) return {};
  return run::network_factory(setup.params, setup.router, setup.network_exact, setup.network);
}

double router_cycles(const lab::NocSetup& setup, std::uint64_t cycles) {
  return static_cast<double>(cycles) * static_cast<double>(setup.routers());
}

void write_results(const NocOptions& options, const lab::NocSetup& setup, const lab::Json& result,
                   const lab::Json& points, const std::string& text,
                   const std::string& picture_name, const std::string& picture) {
  std::cout << text << std::flush;
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  base::write_json(options.json_file, result);
  if (!options.csv_file.empty()) base::write_file(options.csv_file, lab::points_csv(points));
  if (options.out_directory.empty()) return;
  base::make_directory(options.out_directory);
  const std::string stem = options.out_directory + "/noc";
  base::write_json(stem + ".json", result);
  base::write_file(stem + ".csv", lab::points_csv(points));
  base::write_file(stem + ".txt", text);
  if (!picture.empty()) base::write_file(options.out_directory + "/" + picture_name, picture);
  lab::NocSetup used = setup;
  report::write_page(options.out_directory,
                     lab::noc_page(result, text, picture, machine::list_parameters(used.params)));
}

void run_single(const NocOptions& options, const lab::NocSetup& setup) {
  lab::NocObservers observers;
  std::optional<base::OutputFile> packets;
  if (!options.packets_file.empty()) {
    packets.emplace(options.packets_file);
    packets->stream() << "# cycle,source,destination,flits,class,entered,delivered,hops\n";
    observers.packet = [&](const noc::PacketRecord& packet, unsigned hops) {
      // Cycles are counted from 0, as in traces.
      fmt::print(packets->stream(), "{},{},{},{},{},{},{},{}\n", packet.created - 1, packet.source,
                 packet.destination, packet.flits, packet.message_class, packet.entered - 1,
                 packet.delivered - 1, hops);
    };
  }
  std::optional<observe::Waves> waves;
  if (options.waves.wanted()) {
    if (!setup.network.empty())
      throw kernel::InputError("--waves: looks into routers of ours, which a --network has not");
    if (setup.graph) {
      observers.stepped = [&](noc::SteppedNetwork& network) {
        waves.emplace(options.waves, network);
      };
    } else {
      waves.emplace(options.waves, setup.params, setup.router);
    }
  }
  lab::NocResult result;
  try {
    base::Progress progress("noc");
    observers.progress = [&](std::uint64_t measured, std::uint64_t cycles) {
      progress.update(-1, fmt::format("{} cycles, {} packets measured", cycles, measured));
    };
    result = lab::evaluate(setup, waves && !setup.graph ? waves->network() : factory_of(setup),
                           observers);
  } catch (const kernel::MachineError&) {
    if (waves) waves->finish(observe::WaveLog::kUnknown);  // a failed run is what waves are for
    throw;
  }
  if (waves) waves->finish(result.simulated);
  if (packets) packets->commit();
  if (setup.pairs) base::write_file(options.pairs_file, lab::pairs_csv(result));
  const lab::Json point = lab::point_json(setup, result);
  const lab::Json json = lab::single_json(setup, point, lab::place_json(setup, result));
  std::string text = lab::single_text(json);
  if (options.booksim_figures) text += lab::booksim_summary(json, *options.booksim_figures);
  write_results(options, setup, json, lab::Json::array({point}), text, "heat-map.svg",
                setup.graph              ? lab::graph_svg(*setup.graph, json)
                : json.contains("links") ? lab::heat_map_svg(json)
                                         : "");
  report_speed(setup, router_cycles(setup, result.simulated), result.host_seconds);
}

void run_saturation(const NocOptions& options, const lab::NocSetup& setup) {
  lab::Saturation found;
  {
    base::Progress progress("noc");
    found = lab::find_saturation(setup, factory_of(setup), [&](const lab::SaturationStep& step) {
      progress.update(-1, fmt::format("rate {:g}: {}", step.rate, name_of(step.verdict)));
    });
  }
  const lab::Json json = lab::saturation_json(setup, found);
  std::cout << lab::saturation_text(json) << std::flush;
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  base::write_json(options.json_file, json);
}

void run_sweep(const NocOptions& options, lab::NocSetup setup) {
  setup.capacity = lab::find_capacity(setup);
  const std::vector<double> rates = possible_rates(setup, sweep_rates(options.sweep));
  std::vector<base::Task> tasks;
  for (const double rate : rates) {
    tasks.push_back(
        {fmt::format("rate {}", rate), [setup, rate] {
           lab::NocSetup at_rate = setup;
           at_rate.rate = rate;
           return lab::point_json(at_rate, lab::evaluate(at_rate, factory_of(setup))).dump();
         }});
  }
  const auto start = std::chrono::steady_clock::now();
  lab::Json points = lab::Json::array();
  double simulated = 0;
  {
    base::Progress progress("noc");
    const auto results = base::run_in_processes(tasks, options.jobs, [&](std::size_t done) {
      progress.update(static_cast<double>(done) / static_cast<double>(tasks.size()),
                      fmt::format("{}/{} rates", done, tasks.size()));
    });
    for (const std::string& text : results) {
      points.push_back(lab::Json::parse(text));
      simulated += router_cycles(setup, points.back()["cycles"]);
    }
  }
  const lab::Json json = lab::sweep_json(setup, points);
  write_results(options, setup, json, points, lab::sweep_text(json), "curve.svg",
                report::svg_plot(lab::curve_plot(json)));
  report_speed(setup, simulated,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void add_area(const machine::Machine& machine, lab::NocSetup& setup) {
  setup.router_mm2 = scc::router_mm2(machine.params.area, setup.params);
  setup.link_share = machine.params.energy.link_share;
  if (!setup.graph) return;
  const noc::Graph& graph = setup.graph->graph();
  for (noc::RouterId router = 0; router < graph.routers(); ++router) {
    const noc::PortCount ports = noc::built_ports(setup.graph->topology(), router);
    setup.graph_mm2.push_back(
        scc::router_mm2(machine.params.area, setup.graph->router(), ports.inputs, ports.outputs));
  }
}

// Any topology, from the options of both kinds. Routing that nobody asked for is the topology's own.
void use_graph(const NocOptions& options, bool routing_given, const machine::Machine& machine,
               lab::NocSetup& setup) {
  if (!setup.params.rtl_tiles.empty())
    throw kernel::InputError(
        "noc.rtl_tiles is for a mesh or torus of the SCC's routers: not with another topology or "
        "router, or --router paired");
  // The machine's xy stands for the topology's own relation.
  const bool own = !routing_given && setup.params.routing == "xy";
  lab::GraphSettings settings = options.graph.settings(
      setup.params.topology, own ? "" : setup.params.routing, setup.params, machine.graph);
  settings.largest_packet = lab::largest_packet(setup);
  setup.graph = std::make_shared<const lab::GraphModel>(settings);
  // What is not there yet is built before the first rate.
  if (setup.router != "model") setup.graph->make_network(setup.router, setup.seed, {0}, {});
  add_area(machine, setup);
}

// A recording on the network that a run of this machine has, of whatever topology.
int run_replay_on(const NocOptions& options, machine::Machine machine, lab::NocSetup setup) {
  machine.params.noc = setup.params;
  machine.graph = options.graph.words(machine.graph);
  setup.graph = run::graph_model(machine);
  add_area(machine, setup);
  return run_replay(machine, setup.graph, options.replay_file, options.estimated,
                    lab::area_json(setup), options.json_file);
}

int run_noc(const NocOptions& options, lab::NocSetup setup) {
  if (setup.is_trace()) setup.trace_text = base::read_file(setup.trace_file, base::kMaxProgram);
  options.traffic.read_files(setup);
  setup.pairs = !options.pairs_file.empty();
  if (options.saturation || !options.sweep.empty())
    lab::check_settings(setup);  // these look for the rates themselves
  else
    lab::check(setup);
  base::check_outputs(options.out_directory,
                      {options.json_file, options.csv_file, options.pairs_file});
  if (options.saturation)
    run_saturation(options, setup);
  else if (options.sweep.empty())
    run_single(options, setup);
  else
    run_sweep(options, setup);
  return 0;
}

void add(CLI::App& app, Action& action, const std::optional<lab::BooksimFigures>& booksim_figures) {
  const auto options = std::make_shared<NocOptions>();
  options->booksim_figures = booksim_figures;
  CLI::App& verb = *app.add_subcommand(
      "noc", "evaluate the network on chip alone, under synthetic traffic or a trace");
  if (!booksim_figures) add_compare(verb, action);
  // What is added after it stands below this title in the help.
  const auto begin_group = [&verb](const char* title) { verb.option_defaults()->group(title); };
  begin_group("Machine");
  options->machine.add_to(verb, true);
  begin_group("BookSim");
  if (!booksim_figures) options->booksim.add_to(verb);

  begin_group(GraphOptions::kNetwork);
  // If given, these override the machine file.
  CLI::Option* const topology = verb.add_option(
      "--topology", options->topology,
      "mesh, torus, ring, hypercube, cmesh, fly, tree, thin-tree, tree4, flattened, "
      "dragonfly, star, full, chips, or a file (default: the machine's)");
  CLI::Option* const routing = verb.add_option(
      "--routing", options->routing,
      "xy, yx, o1turn, west-first, odd-even; others by topology: info topology (default: the "
      "machine's)");
  GraphOptions::offer_names(topology, routing);
  options->graph.add_numbers(verb);
  options->graph.add_topology(verb);
  begin_group(GraphOptions::kRouters);
  options->graph.add_router(verb);

  begin_group("Traffic");
  lab::NocSetup& setup = options->setup;
  options->traffic.add_to(verb, setup);
  CLI::Option* const rate =
      verb.add_option("--rate", setup.rate, "flits offered per node and cycle")
          ->capture_default_str();
  CLI::Option* const sweep = verb.add_option("--sweep", options->sweep,
                                             "A:B:STEP: all rates from A to B, one process each")
                                 ->excludes(rate);
  CLI::Option* const saturation =
      verb.add_flag("--saturation", options->saturation,
                    "find the rate at which the network saturates, to 1 %")
          ->excludes(rate)
          ->excludes(sweep);
  CLI::Option& trace = *verb.add_option("--trace", setup.trace_file,
                                        "instead of synthetic traffic: a file of packets, one per "
                                        "line: cycle source destination "
                                        "flits [class]")
                            ->excludes(rate)
                            ->excludes(sweep)
                            ->excludes(saturation);
  verb.get_option("--batch")->excludes(rate)->excludes(sweep)->excludes(saturation);
  CLI::Option& netrace = options->traffic.add_netrace(verb, setup);
  for (CLI::Option* const other : {rate, sweep, saturation, &trace}) netrace.excludes(other);
  CLI::Option& replay = *verb.add_option(
      "--replay", options->replay_file,
      "instead: the traffic of a run, of run --record-traffic, with what each packet waited for");
  verb.add_flag("--estimate", options->estimated,
                "with --replay: packets take the time that they take alone on this network, which "
                "is faster")
      ->needs(&replay);
  verb.add_option("--seed", setup.seed, "seed of the random traffic")
      ->check(whole_number())
      ->capture_default_str();
  begin_group("Measurement");
  add_measurement_options(verb, setup);
  verb.add_option("--jobs", options->jobs, "rates to simulate at a time")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  begin_group("Results");
  writes(verb.add_option("--json", options->json_file, "write everything as JSON"));
  writes(verb.add_option("--csv", options->csv_file, "write one line per rate as CSV"));
  writes(verb.add_option("--packets", options->packets_file,
                         "write every packet as CSV; --trace can read it"))
      ->excludes(sweep);
  writes(verb.add_option("--pairs", options->pairs_file,
                         "write packets, flits and latency of each source and destination as CSV"))
      ->excludes(sweep)
      ->excludes(saturation);
  begin_group("Waves");
  add_wave_options(verb, options->waves, "cycles, as 1000-2000")->excludes(sweep);
  begin_group("Results");
  writes(
      verb.add_option("--out", options->out_directory,
                      "write JSON, CSV, text and a picture (curve or heat map) to this directory"));
  for (const char* other :
       {"--rate", "--sweep", "--trace", "--netrace", "--seed", "--warmup", "--measure",
        "--max-measure", "--precision", "--csv", "--packets", "--waves", "--out", "--saturation",
        "--verdict-cycles", "--pairs", "--end-grid", "--allow-deadlock"})
    replay.excludes(other);
  for (const char* other : {"--warmup", "--measure", "--max-measure", "--precision", "--csv",
                            "--packets", "--waves", "--out"})
    saturation->excludes(other);
  for (CLI::Option* const other : options->traffic.generated()) {
    trace.excludes(other);
    replay.excludes(other);
  }
  verb.callback([=, &action, &verb] {
    if (!verb.get_subcommands().empty()) return;
    if (options->booksim.wanted()) {
      action = booksim_action(options->booksim, verb, add);
      return;
    }
    options->traffic.parsed(options->setup, rate->count() + sweep->count() != 0);
    options->graph.parsed();
    action = [options, routers = GraphOptions::of_routers(verb),
              topology_given = topology->count() != 0, routing_given = routing->count() != 0] {
      machine::Machine machine = options->machine.load();
      machine::expect_kind(machine, {machine::kScc}, "noc");
      lab::NocSetup chosen = options->setup;
      chosen.params = machine.params.noc;
      // Those of [noc] are in the setup under the options' names.
      for (const machine::ChangedParameter& one : machine::changed_parameters(machine))
        if (!one.path.starts_with("noc.")) chosen.machine.emplace_back(one.path, one.value);
      chosen.router = machine.router;
      chosen.network_exact = machine.network_exact;
      chosen.network = machine.network;
      if (!chosen.network.empty()) {
        if (!routers.empty()) throw kernel::InputError(machine::beside_network(routers));
        chosen.network_flits = lab::network_flits(chosen.network);
      }
      chosen.router_pj =
          scc::router_pj(machine.params.energy, scc::Vrc(machine.params.vrc).default_volts());
      options->graph.set(chosen.params);
      if (topology_given) chosen.params.topology = options->topology;
      if (routing_given) chosen.params.routing = options->routing;
      if (!options->replay_file.empty())
        return run_replay_on(*options, std::move(machine), std::move(chosen));
      // Classes of traffic have queues of their own at end points of a graph alone, and routers
      // copy packets there alone.
      if (options->graph.wanted(chosen.params.topology, chosen.params.routing, machine.graph) ||
          !chosen.traffic_classes.empty() || chosen.forks ||
          (chosen.router == "paired" && chosen.network.empty())) {
        use_graph(*options, routing_given, machine, chosen);
        return run_noc(*options, std::move(chosen));
      }
      add_area(machine, chosen);
      return run_noc(*options, std::move(chosen));
    };
  });
}

}  // namespace

void add_noc(CLI::App& app, Action& action) { add(app, action, std::nullopt); }

}  // namespace rc::sim::cli
