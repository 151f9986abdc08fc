// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/graph_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/cli/cli.h"

namespace rc::sim::cli {
namespace {

using noc::AllocatorKind;
using noc::ArbiterKind;

[[noreturn]] void refuse(const char* option, const std::string& text, const char* expected) {
  throw kernel::InputError(
      fmt::format("{} '{}': expected {}", option, kernel::shown(text), expected));
}

// "8x8x4", or with another sign between the numbers.
std::vector<unsigned> numbers_of(const char* option, const std::string& text, char between,
                                 const char* expected) {
  std::vector<unsigned> numbers;
  for (std::string_view left = text;;) {
    const std::string_view word = left.substr(0, left.find(between));
    const auto number = base::parse_whole(word);
    if (!number || *number > 65'535) refuse(option, text, expected);
    numbers.push_back(static_cast<unsigned>(*number));
    if (word.size() == left.size()) return numbers;
    left.remove_prefix(word.size() + 1);
  }
}

template <class Kind>
Kind kind_of(const char* option, const std::string& text, std::initializer_list<Kind> kinds) {
  std::string known;
  for (const Kind kind : kinds) {
    if (text == lab::name_of(kind)) return kind;
    known += (known.empty() ? "" : ", ") + std::string(lab::name_of(kind));
  }
  refuse(option, text, known.c_str());
}

AllocatorKind allocator_of(const char* option, const std::string& text) {
  return kind_of(option, text,
                 {AllocatorKind::separable_input, AllocatorKind::separable_output,
                  AllocatorKind::islip, AllocatorKind::wavefront, AllocatorKind::maximum});
}

// Which families an option says something of; those not listed are for all.
struct Scope {
  const char* option;
  std::initializer_list<std::string_view> families;
};

const Scope kScopes[] = {
    {"--sizes", {"mesh", "torus", "ring", "cmesh", "flattened", "full", "chips"}},
    {"--radix", {"fly", "tree", "thin-tree"}},
    {"--stages", {"fly", "tree", "thin-tree", "hypercube"}},
    {"--concentration",
     {"mesh", "torus", "ring", "hypercube", "cmesh", "flattened", "full", "star", "chips"}},
    {"--express", {"cmesh"}},
    {"--dragonfly", {"dragonfly"}},
    {"--groups", {"dragonfly"}},
    {"--global-wire", {"dragonfly"}},
    {"--end-blocks", {"cmesh", "flattened"}},
    {"--chips", {"chips"}},
    {"--chip-wire", {"chips"}},
    {"--chip-cycles-per-flit", {"chips"}},
};
// A file says these itself.
constexpr std::string_view kNotOfFiles[] = {"--wire", "--end-wire", "--wire-per-pitch"};

// An option without an effect is a mistake.
void check_effect(const std::string& option, const std::string& topology, bool is_file) {
  const auto scope = std::ranges::find(kScopes, option, &Scope::option);
  const bool of_family = scope == std::end(kScopes) ||
                         std::ranges::find(scope->families, topology) != scope->families.end();
  const bool fits = is_file ? scope == std::end(kScopes) &&
                                  std::ranges::find(kNotOfFiles, option) == std::end(kNotOfFiles)
                            : of_family || scope == std::end(kScopes);
  if (fits) return;
  std::string known;
  if (!is_file || scope != std::end(kScopes))
    for (const std::string_view family : scope->families)
      known += (known.empty() ? ": expected one of " : ", ") + std::string(family);
  throw kernel::InputError(
      fmt::format("{} has no effect on topology {}{}", option, kernel::shown(topology), known));
}

// "route=1,vc=2".
void set_delays(const std::string& text, noc::RouterParams& router) {
  constexpr const char* kExpected =
      "NAME=CYCLES,... with the names before, route, vc, traverse, credit and inject";
  for (std::string_view left = text;;) {
    const std::string_view word = left.substr(0, left.find(','));
    const auto equals = word.find('=');
    const auto cycles = equals == std::string_view::npos
                            ? std::nullopt
                            : base::parse_whole(word.substr(equals + 1));
    if (!cycles || *cycles > 1000) refuse("--delays", text, kExpected);
    const std::string_view name = word.substr(0, equals);
    unsigned* const delay = name == "before"     ? &router.before
                            : name == "route"    ? &router.route
                            : name == "vc"       ? &router.vc
                            : name == "traverse" ? &router.traverse
                            : name == "credit"   ? &router.credit
                            : name == "inject"   ? &router.inject_step
                                                 : nullptr;
    if (delay == nullptr) refuse("--delays", text, kExpected);
    *delay = static_cast<unsigned>(*cycles);
    if (word.size() == left.size()) return;
    left.remove_prefix(word.size() + 1);
  }
}

}  // namespace

void GraphOptions::add_topology(CLI::App& verb) {
  const auto number = [&](const char* name, unsigned& field, const char* text) {
    note(verb.add_option(name, field, text)->check(whole_number())->capture_default_str());
  };
  note(verb.add_option("--sizes", sizes_,
                       "routers by dimension, as 8x8x4: grids, cmesh, flattened, full, a chip"));
  number("--radix", topology_.k, "fly, tree and thin-tree: ports a side, or down (k)");
  number("--stages", topology_.n,
         "fly, tree and thin-tree: stages or levels (n); hypercube: dimensions");
  number("--concentration", topology_.concentration, "end points a router");
  note(verb.add_flag("--express", topology_.express, "cmesh: express channels along its edges"));
  note(verb.add_option("--dragonfly", dragonfly_,
                       "dragonfly: A,H,P: routers a group, global channels and ends a router"));
  number("--groups", topology_.groups, "dragonfly: groups, 0: as many as there can be");
  number("--global-wire", topology_.global_wire,
         "dragonfly: wire cycles of a channel between groups, at least those of --wire");
  note(verb.add_flag("--end-blocks", topology_.end_blocks,
                     "cmesh, flattened of two dimensions: a square block of end points a router"));
  note(verb.add_option("--end-grid", end_grid_,
                       "end points by dimension, as 4x4x4, for tornado and neighbour"));
  note(verb.add_option("--chips", chips_, "chips: chips by dimension, as 2x2"));
  number("--chip-wire", topology_.chip_wire, "chips: wire cycles of a channel between chips");
  number("--chip-cycles-per-flit", topology_.chip_cycles_per_flit,
         "chips: cycles a flit of such a channel");
  number("--wire", topology_.wire, "wire cycles of a channel, beyond the router's own");
  number("--end-wire", topology_.end_wire, "the same between an end point and its router");
  note(verb.add_option("--wire-per-pitch", topology_.wire_per_pitch,
                       "wire cycles for each pitch of a channel's length")
           ->capture_default_str());
  note(verb.add_option("--broken", topology_.broken,
                       "channels A-B and routers A that are not there, by number")
           ->delimiter(','));
}

void GraphOptions::add_router(CLI::App& verb) {
  pipeline_ = verb.get_option("--pipeline");
  note(verb.add_option("--allocation", allocation_,
                       "combined (VC and switch in one grant, the SCC's) or two-stage"));
  note(verb.add_option("--delays", delays_,
                       "cycles of stages, as route=1,vc=1,traverse=1,credit=0,before=0,inject=1"));
  note(verb.add_option("--vc-allocator", vc_allocator_,
                       "two-stage: separable-input, separable-output, islip, wavefront, maximum"));
  note(verb.add_option("--switch-allocator", switch_allocator_, "the same for the switch"));
  note(verb.add_option("--iterations", router_.iterations, "of separable allocators and islip")
           ->check(whole_number())
           ->capture_default_str());
  note(verb.add_option("--arbiter", arbiter_, "least-recently-served, round-robin or oldest"));
  note(verb.add_option("--priority", priority_,
                       "which packets go before others: none, class, age or network-age"));
  note(verb.add_flag("--speculative", speculative_,
                     "two-stage: heads ask for the switch together with the VC"));
  note(verb.add_flag("--hold-switch", router_.hold_switch,
                     "two-stage: a packet keeps the switch while its flits wait in a row"));
  note(verb.add_option("--flow", flow_,
                       "cut-through (a VC has room for the packet) or wormhole (to 256 flits)"));
  note(verb.add_option("--reallocate", reallocate_,
                       "a VC goes to the next packet after its tail, or when it is empty"));
  note(verb.add_option("--shared-slots", router_.shared_slots,
                       "slots of a port for all its VCs, beside --vc-depth of each")
           ->check(whole_number())
           ->capture_default_str());
  note(verb.add_option("--speedup", speedup_, "two-stage: IN,OUT crossbar ports a port"));
  note(verb.add_option("--ugal-threshold", ugal_threshold_,
                       "ugal: flits x channels in favour of the shortest way")
           ->capture_default_str());
  note(verb.add_flag("--allow-deadlock", allow_deadlock_,
                     "run a network that the check before the run says can deadlock"));
}

void GraphOptions::parsed() {
  for (const CLI::Option* option : options_)
    if (option->count() != 0) given_.push_back(option->get_name());
  pipeline_given_ = pipeline_ != nullptr && pipeline_->count() != 0;
  options_.clear();
  pipeline_ = nullptr;
}

bool GraphOptions::wanted(const std::string& topology, const std::string& routing) const {
  constexpr std::string_view kOurs[] = {"xy", "yx", "o1turn", "west-first", "odd-even"};
  return !given_.empty() || (topology != "mesh" && topology != "torus") ||
         std::ranges::find(kOurs, routing) == std::end(kOurs);
}

lab::GraphSettings GraphOptions::settings(const std::string& topology, const std::string& routing,
                                          const noc::NocParams& noc) const {
  lab::GraphSettings settings;
  settings.topology = topology_;
  settings.topology.family = topology;
  settings.topology.sizes = {noc.cols, noc.rows};
  if (topology == "ring" || topology == "full") settings.topology.sizes.pop_back();
  constexpr const char* kSizes = "numbers with x between them, as 8x8x4";
  if (!sizes_.empty()) settings.topology.sizes = numbers_of("--sizes", sizes_, 'x', kSizes);
  if (!end_grid_.empty()) {
    const auto sizes = numbers_of("--end-grid", end_grid_, 'x', kSizes);
    settings.end_grid.assign(sizes.begin(), sizes.end());
  }
  if (!chips_.empty()) settings.topology.chips = numbers_of("--chips", chips_, 'x', kSizes);
  if (!dragonfly_.empty()) {
    const auto ahp = numbers_of("--dragonfly", dragonfly_, ',', "A,H,P, three numbers");
    if (ahp.size() != 3) refuse("--dragonfly", dragonfly_, "A,H,P, three numbers");
    settings.topology.dragonfly_a = ahp[0];
    settings.topology.dragonfly_h = ahp[1];
    settings.topology.dragonfly_p = ahp[2];
  }
  const bool is_file = topology.find_first_of("./") != std::string::npos;
  if (is_file) settings.file = topology;
  for (const std::string& option : given_) check_effect(option, topology, is_file);
  settings.routing = routing;
  settings.ugal_threshold = ugal_threshold_;
  if (allow_deadlock_) settings.on_deadlock = lab::GraphSettings::OnDeadlock::warn;

  const noc::VcPlan vcs{noc.vcs, noc.message_classes};
  noc::RouterParams& router = settings.router;
  if (allocation_.empty() || allocation_ == "combined") {
    router = noc::scc_router(vcs, noc.vc_depth, noc.pipeline);
  } else if (allocation_ == "two-stage") {
    if (pipeline_given_)
      throw kernel::InputError(
          "--pipeline has no effect with --allocation two-stage: expected --delays");
    router = noc::two_stage_router(vcs, noc.vc_depth);
  } else {
    refuse("--allocation", allocation_, "combined or two-stage");
  }
  router.iterations = router_.iterations;
  router.shared_slots = router_.shared_slots;
  router.speculative = speculative_;
  router.hold_switch = router_.hold_switch;
  if (!delays_.empty()) set_delays(delays_, router);
  if (!vc_allocator_.empty()) router.vc_allocator = allocator_of("--vc-allocator", vc_allocator_);
  if (!switch_allocator_.empty())
    router.switch_allocator = allocator_of("--switch-allocator", switch_allocator_);
  if (!arbiter_.empty())
    router.arbiter = kind_of(
        "--arbiter", arbiter_,
        {ArbiterKind::least_recently_served, ArbiterKind::round_robin, ArbiterKind::oldest});
  if (!priority_.empty()) {
    using noc::Priority;
    router.priority =
        kind_of("--priority", priority_,
                {Priority::none, Priority::by_class, Priority::age, Priority::network_age});
  }
  if (flow_ == "wormhole" || flow_ == "cut-through") {
    router.flow = flow_ == "wormhole" ? noc::FlowControl::wormhole : noc::FlowControl::cut_through;
  } else if (!flow_.empty()) {
    refuse("--flow", flow_, "cut-through or wormhole");
  }
  if (reallocate_ == "tail" || reallocate_ == "empty") {
    router.reallocate = reallocate_ == "empty" ? noc::Reallocation::empty : noc::Reallocation::tail;
  } else if (!reallocate_.empty()) {
    refuse("--reallocate", reallocate_, "tail or empty");
  }
  if (!speedup_.empty()) {
    const auto both = numbers_of("--speedup", speedup_, ',', "IN,OUT, two numbers");
    if (both.size() != 2) refuse("--speedup", speedup_, "IN,OUT, two numbers");
    router.input_speedup = both[0];
    router.output_speedup = both[1];
  }
  return settings;
}

}  // namespace rc::sim::cli
