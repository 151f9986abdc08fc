// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/graph_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/parts.h"

namespace rc::sim::lab {
namespace {

using noc::AllocatorKind;
using noc::ArbiterKind;
using noc::Priority;

// Which families a word says something of; those not listed are for all.
struct Scope {
  std::string_view word;
  std::initializer_list<std::string_view> families;
};

const Scope kScopes[] = {
    {"sizes", {"mesh", "torus", "ring", "cmesh", "flattened", "full", "chips"}},
    {"radix", {"fly", "tree", "thin-tree"}},
    {"stages", {"fly", "tree", "thin-tree", "hypercube"}},
    {"concentration",
     {"mesh", "torus", "ring", "hypercube", "cmesh", "flattened", "full", "star", "chips"}},
    {"express", {"cmesh"}},
    {"dragonfly", {"dragonfly"}},
    {"groups", {"dragonfly"}},
    {"global_wire", {"dragonfly"}},
    {"end_blocks", {"cmesh", "flattened"}},
    {"chips", {"chips"}},
    {"chip_wire", {"chips"}},
    {"chip_cycles_per_flit", {"chips"}},
};
const Scope* scope_of(std::string_view word) {
  const auto scope = std::ranges::find(kScopes, word, &Scope::word);
  return scope == std::end(kScopes) ? nullptr : scope;
}

bool is_of_one_dimension(const std::string& family) { return family == "ring" || family == "full"; }

// A file says these itself.
constexpr std::string_view kNotOfFiles[] = {"wire", "end_wire", "wire_per_pitch"};

[[noreturn]] void refuse_word(const std::string& name, const std::string& text,
                              const std::string& expected) {
  throw kernel::InputError(
      fmt::format("{} '{}': expected {}", name, kernel::shown(text), expected));
}

// "8x8x4", or with another sign between the numbers.
std::vector<unsigned> numbers_in(const std::string& name, const std::string& text, char between,
                                 const char* expected) {
  std::vector<unsigned> numbers;
  for (const std::string_view part : base::parts_of(text, between)) {
    const auto number = base::parse_whole(part);
    if (!number || *number > 65'535) refuse_word(name, text, expected);
    numbers.push_back(static_cast<unsigned>(*number));
  }
  return numbers;
}

// The words of one request, and what they are called where it comes from.
class Reader {
 public:
  explicit Reader(const GraphRequest& request) : request_(request), words_(request.words) {}

  GraphSettings settings() const {
    GraphSettings settings;
    settings.naming = request_.naming;
    settings.topology = topology();
    if (is_topology_file(request_.topology)) settings.file = request_.topology;
    for (const std::string& word : request_.given) check_effect(word);
    check_numbers();
    check_ugal();
    check_decimals();
    settings.routing = request_.routing;
    settings.ugal_threshold = words_.ugal_threshold;
    settings.router = router();
    settings.words = said(settings.topology);
    return settings;
  }

 private:
  std::string shown(std::string_view word) const { return word_name(request_.naming, word); }

  [[noreturn]] void refuse(std::string_view word, const std::string& text,
                           const std::string& expected) const {
    refuse_word(shown(word), text, expected);
  }

  // The one of `kinds` whose name is `text`; without a text `otherwise`.
  template <class Kind>
  Kind kind(std::string_view word, const std::string& text, Kind otherwise,
            std::initializer_list<Kind> kinds) const {
    if (text.empty()) return otherwise;
    std::string known;
    for (const Kind each : kinds) {
      if (text == name_of(each)) return each;
      known += (known.empty() ? "" : ", ") + std::string(name_of(each));
    }
    refuse(word, text, known);
  }

  // Of two words, the second; the first if there is no text.
  bool second_of(std::string_view word, const std::string& text, std::string_view first,
                 std::string_view second) const {
    if (text.empty() || text == first) return false;
    if (text != second) refuse(word, text, fmt::format("{} or {}", first, second));
    return true;
  }

  AllocatorKind allocator(std::string_view word, const std::string& text,
                          AllocatorKind otherwise) const {
    return kind(word, text, otherwise,
                {AllocatorKind::separable_input, AllocatorKind::separable_output,
                 AllocatorKind::islip, AllocatorKind::wavefront, AllocatorKind::maximum});
  }

  // A word without an effect is a mistake.
  void check_effect(const std::string& word) const {
    const bool is_file = is_topology_file(request_.topology);
    const Scope* const scope = scope_of(word);
    const bool scoped = scope != nullptr;
    const bool fits = is_file
                          ? !scoped && std::ranges::find(kNotOfFiles, word) == std::end(kNotOfFiles)
                          : !scoped || is_of_family(word, request_.topology);
    if (!fits) refuse_effect(word, scope);
  }

  // `scope`: what would have the word; null: no family of a few.
  [[noreturn]] void refuse_effect(std::string_view word, const Scope* scope) const {
    std::string known;
    if (scope != nullptr)
      for (const std::string_view family : scope->families)
        known += (known.empty() ? ": expected one of " : ", ") + std::string(family);
    throw kernel::InputError(fmt::format("{} has no effect on topology {}{}", shown(word),
                                         kernel::shown(request_.topology), known));
  }

  bool number_given(const char* name) const {
    return std::ranges::find(request_.numbers_given, name) != request_.numbers_given.end();
  }

  // Columns and rows are the sizes of a grid where nothing else says them.
  void check_numbers() const {
    const std::string& family = request_.topology;
    for (const char* const name : {"cols", "rows"}) {
      if (!number_given(name)) continue;
      if (!is_of_family("sizes", family)) refuse_effect(name, scope_of("sizes"));
      if (!words_.sizes.empty())
        throw kernel::InputError(fmt::format("{} has no effect with {} {}: expected one of them",
                                             shown(name), shown("sizes"),
                                             kernel::shown(words_.sizes)));
      if (name == std::string_view("rows") && is_of_one_dimension(family))
        throw kernel::InputError(
            fmt::format("{} has no effect on topology {}: expected {} alone, its routers",
                        shown(name), family, shown("cols")));
    }
  }

  // No topology has ugal by itself.
  void check_ugal() const {
    const auto& given = request_.given;
    if (std::ranges::find(given, "ugal_threshold") == given.end() || request_.routing == "ugal")
      return;
    const std::string routing = shown("routing");
    const std::string with =
        request_.routing.empty()
            ? ""
            : fmt::format(" with {} {}", routing, kernel::shown(request_.routing));
    throw kernel::InputError(fmt::format("{} has no effect{}: expected {} ugal",
                                         shown("ugal_threshold"), with, routing));
  }

  // Ranges of whole numbers are looked at by what is made of them; "nan" passes every comparison.
  void check_decimals() const {
    struct Check {
      const Reader& reader;
      void field(const char* name, const double& value, kernel::Range range, const char*,
                 const char*) {
        if (!range.holds(value))
          reader.refuse(name, fmt::format("{}", value), kernel::range_text(range));
      }
      void field(const char*, const std::uint32_t&, kernel::Range, const char*, const char*) {}
      void field(const char*, const std::string&, const char*, const char*) {}
      void field(const char*, const bool&, const char*, const char*) {}
    } check{*this};
    noc::GraphWords words = words_;
    words.visit(check);
  }

  noc::TopologyParams topology() const {
    noc::TopologyParams made;
    made.family = request_.topology;
    made.sizes = {request_.noc.cols, request_.noc.rows};
    if (is_of_one_dimension(made.family)) made.sizes.pop_back();
    if (!words_.sizes.empty()) made.sizes = grid_sizes(shown("sizes"), words_.sizes);
    if (!words_.chips.empty()) made.chips = grid_sizes(shown("chips"), words_.chips);
    if (!words_.dragonfly.empty()) {
      constexpr const char* kExpected = "A,H,P, three numbers";
      const auto ahp = numbers_in(shown("dragonfly"), words_.dragonfly, ',', kExpected);
      if (ahp.size() != 3) refuse("dragonfly", words_.dragonfly, kExpected);
      made.dragonfly_a = ahp[0];
      made.dragonfly_h = ahp[1];
      made.dragonfly_p = ahp[2];
    }
    made.k = words_.radix;
    made.n = words_.stages;
    made.concentration = words_.concentration;
    made.express = words_.express;
    made.groups = words_.groups;
    made.global_wire = words_.global_wire;
    made.end_blocks = words_.end_blocks;
    made.chip_wire = words_.chip_wire;
    made.chip_cycles_per_flit = words_.chip_cycles_per_flit;
    made.wire = words_.wire;
    made.end_wire = words_.end_wire;
    made.wire_per_pitch = words_.wire_per_pitch;
    for (std::string_view left = words_.broken; !left.empty();) {
      const std::string_view part = left.substr(0, left.find(','));
      made.broken.emplace_back(part);
      left.remove_prefix(std::min(left.size(), part.size() + 1));
    }
    return made;
  }

  // The words, with what the topology takes for those of its family that are empty.
  noc::GraphWords said(const noc::TopologyParams& made) const {
    noc::GraphWords words = words_;
    if (is_of_family("sizes", made.family))
      words.sizes = fmt::format("{}", fmt::join(made.sizes, "x"));
    if (is_of_family("chips", made.family))
      words.chips = fmt::format("{}", fmt::join(made.chips, "x"));
    if (is_of_family("dragonfly", made.family))
      words.dragonfly =
          fmt::format("{},{},{}", made.dragonfly_a, made.dragonfly_h, made.dragonfly_p);
    return words;
  }

  // "route=1,vc=2".
  void set_delays(noc::RouterParams& router) const {
    const std::string& text = words_.delays;
    const char* const expected =
        "NAME=CYCLES,... with the names before, route, vc, traverse, credit and inject";
    std::vector<std::string_view> named;
    for (const std::string_view part : base::parts_of(text, ',')) {
      const auto equals = part.find('=');
      const auto cycles = equals == std::string_view::npos
                              ? std::nullopt
                              : base::parse_whole(part.substr(equals + 1));
      if (!cycles || *cycles > 1000) refuse("delays", text, expected);
      const std::string_view name = part.substr(0, equals);
      unsigned* const delay = name == "before"     ? &router.before
                              : name == "route"    ? &router.route
                              : name == "vc"       ? &router.vc
                              : name == "traverse" ? &router.traverse
                              : name == "credit"   ? &router.credit
                              : name == "inject"   ? &router.inject_step
                                                   : nullptr;
      if (delay == nullptr) refuse("delays", text, expected);
      if (std::ranges::find(named, name) != named.end())
        refuse("delays", text, fmt::format("'{}' once", name));
      named.push_back(name);
      // The pipeline says how long these two are.
      if (number_given("pipeline") && (name == "before" || name == "traverse"))
        throw kernel::InputError(fmt::format(
            "{} {} and {} '{}': expected one of them, or {} without '{}'", shown("pipeline"),
            request_.noc.pipeline, shown("delays"), kernel::shown(text), shown("delays"), name));
      *delay = static_cast<unsigned>(*cycles);
    }
  }

  noc::RouterParams router() const {
    const noc::NocParams& noc = request_.noc;
    const noc::VcPlan vcs{noc.vcs, noc.message_classes};
    const bool two_stages = second_of("allocation", words_.allocation, "combined", "two-stage");
    if (two_stages && number_given("pipeline"))
      throw kernel::InputError(fmt::format("{} has no effect with {} two-stage: expected {}",
                                           shown("pipeline"), shown("allocation"),
                                           shown("delays")));
    noc::RouterParams router = two_stages ? noc::two_stage_router(vcs, noc.vc_depth)
                                          : noc::scc_router(vcs, noc.vc_depth, noc.pipeline);
    router.iterations = words_.iterations;
    router.shared_slots = words_.shared_slots;
    router.speculative = words_.speculative;
    router.hold_switch = words_.hold_switch;
    if (!words_.delays.empty()) set_delays(router);
    router.vc_allocator = allocator("vc_allocator", words_.vc_allocator, router.vc_allocator);
    router.switch_allocator =
        allocator("switch_allocator", words_.switch_allocator, router.switch_allocator);
    router.arbiter =
        kind("arbiter", words_.arbiter, router.arbiter,
             {ArbiterKind::least_recently_served, ArbiterKind::round_robin, ArbiterKind::oldest});
    router.priority =
        kind("priority", words_.priority, router.priority,
             {Priority::none, Priority::by_class, Priority::age, Priority::network_age});
    if (!words_.flow.empty())
      router.flow = second_of("flow", words_.flow, "cut-through", "wormhole")
                        ? noc::FlowControl::wormhole
                        : noc::FlowControl::cut_through;
    if (!words_.reallocate.empty())
      router.reallocate = second_of("reallocate", words_.reallocate, "tail", "empty")
                              ? noc::Reallocation::empty
                              : noc::Reallocation::tail;
    if (!words_.speedup.empty()) {
      constexpr const char* kExpected = "IN,OUT, two numbers";
      const auto both = numbers_in(shown("speedup"), words_.speedup, ',', kExpected);
      if (both.size() != 2) refuse("speedup", words_.speedup, kExpected);
      router.input_speedup = both[0];
      router.output_speedup = both[1];
    }
    return router;
  }

  const GraphRequest& request_;
  const noc::GraphWords& words_;
};

// Names and values of words.
struct WordTexts {
  std::vector<std::pair<std::string, std::string>> all;

  template <class T>
  void field(const char* name, const T& value, kernel::Range, const char*, const char*) {
    all.emplace_back(name, fmt::format("{}", value));
  }
  template <class T>
  void field(const char* name, const T& value, const char*, const char*) {
    all.emplace_back(name, fmt::format("{}", value));
  }
};

std::vector<std::pair<std::string, std::string>> texts_of(noc::GraphWords words) {
  WordTexts texts;
  words.visit_topology(texts);
  words.visit_router(texts);
  return texts.all;
}

}  // namespace

std::vector<std::uint32_t> grid_sizes(const std::string& name, const std::string& text) {
  return numbers_in(name, text, 'x', "numbers with x between them, as 8x8x4");
}

bool is_of_family(std::string_view word, const std::string& family) {
  const Scope* const scope = scope_of(word);
  return scope != nullptr && std::ranges::find(scope->families, family) != scope->families.end();
}

bool is_topology_file(const std::string& topology) {
  return topology.find_first_of("./") != std::string::npos;
}

bool needs_graph(const std::vector<std::string>& given, const std::string& topology,
                 const std::string& routing) {
  constexpr std::string_view kOurs[] = {"xy", "yx", "o1turn", "west-first", "odd-even"};
  return !given.empty() || (topology != "mesh" && topology != "torus") ||
         std::ranges::find(kOurs, routing) == std::end(kOurs);
}

std::vector<std::string> given_words(const noc::GraphWords& words) {
  const auto texts = texts_of(words), defaults = texts_of({});
  std::vector<std::string> given;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i] != defaults[i]) given.push_back(texts[i].first);
  return given;
}

GraphSettings graph_settings(const GraphRequest& request) { return Reader(request).settings(); }

}  // namespace rc::sim::lab
