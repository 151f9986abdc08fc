// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/names.h"

#include <fmt/format.h>

#include "sim/lab/booksim/translation.h"

namespace rc::sim::lab {
namespace {

constexpr std::string_view kAnyVc = "VCs are not tied to destinations";
constexpr std::string_view kRoomiest =
    "of several outputs the one with the most room; escape VCs only where no other can be had";

constexpr std::string_view kFirst = "of several outputs the one with the most room";
constexpr std::string_view kDateline = "the wrap-around channel decides the half of VCs";

constexpr BooksimRouting kRoutings[] = {
    {"mesh", "dor", "dor", ""},
    {"mesh", "dim_order", "dor", ""},
    {"mesh", "dim_order_ni", "dor", kAnyVc},
    {"mesh", "dim_order_pni", "dor", kAnyVc},
    {"mesh", "xy_yx", "o1turn", ""},
    {"mesh", "romm", "romm", ""},
    {"mesh", "romm_ni", "romm", kAnyVc},
    {"mesh", "adaptive_xy_yx", "o1turn-adaptive", ""},
    {"mesh", "valiant", "valiant-whole", ""},
    {"mesh", "min_adapt", "adaptive", kRoomiest},
    {"mesh", "planar_adapt", "planar-adaptive", kFirst},
    {"torus", "dim_order", "dor-kept-half", ""},
    {"torus", "dim_order_bal", "dor-kept-half", kDateline},
    {"torus", "dim_order_ni", "dor-kept-half", kAnyVc},
    {"torus", "valiant", "valiant-whole", kDateline},
    {"torus", "valiant_ni", "valiant-whole", kAnyVc},
    {"torus", "min_adapt", "adaptive", kRoomiest},
    {"cmesh", "dor", "dor-express", ""},
    {"cmesh", "dor_no_express", "dor", ""},
    {"cmesh", "xy_yx_no_express", "o1turn", ""},
    {"fly", "dest_tag", "dest-tag", ""},
    {"fattree", "nca", "nca", ""},
    {"fattree", "anca", "nca-two", "of two ways up the one with more room once it gets a VC"},
    {"qtree", "nca", "up-down", ""},
    {"tree4", "nca", "ecmp", ""},
    {"tree4", "anca", "shortest", kFirst},
    {"flatfly", "ran_min", "minimal", ""},
    {"flatfly", "valiant", "valiant", ""},
    {"flatfly", "ugal", "ugal", "waiting x hops is compared at the source alone"},
    {"dragonflynew", "min", "minimal", ""},
    {"dragonflynew", "ugal", "ugal",
     "four VCs; waiting x hops is compared, with a bias of 90 for one of 30 flits"},
    {"anynet", "min", "min", ""},
};

constexpr BooksimPattern kPatterns[] = {
    {"uniform", "uniform", false},      {"bitcomp", "bit-complement", false},
    {"bitrev", "bit-reverse", false},   {"shuffle", "shuffle", false},
    {"transpose", "transpose", false},  {"tornado", "tornado", true},
    {"neighbor", "neighbour", true},    {"randperm", "permutation", false},
    {"diagonal", "diagonal", false},    {"asymmetric", "asymmetric", false},
    {"taper64", "taper64", false},      {"bad_dragon", "bad-dragonfly", false},
    {"badperm_yarc", "bad-yarc", true}, {"background", "background", false},
    {"hotspot", "hotspot", false},
};

}  // namespace

std::span<const BooksimRouting> booksim_routings() { return kRoutings; }
std::span<const BooksimPattern> booksim_patterns() { return kPatterns; }

std::string booksim_name_tables() {
  std::string tables = "| topology | routing_function | here | |\n|---|---|---|---|\n";
  for (const BooksimRouting& routing : kRoutings)
    tables += fmt::format("| `{}` | `{}` | `{}` | {} |\n", routing.topology, routing.name,
                          routing.ours, routing.note.empty() ? "exact" : routing.note);
  tables += "\n| traffic | here |\n|---|---|\n";
  for (const BooksimPattern& pattern : kPatterns)
    tables += fmt::format("| `{}` | `{}` |\n", pattern.name, pattern.ours);
  return tables;
}

}  // namespace rc::sim::lab
