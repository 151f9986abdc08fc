// SPDX-License-Identifier: Apache-2.0
// What the iPSC/860 is given: schedules, the state of its cubes, listings of the i860, programs in
// C*.
#include <fmt/format.h>

#include "sim/compile/cstar/translator.h"
#include "sim/hypercube/cubes.h"
#include "sim/hypercube/i860_block.h"
#include "sim/hypercube/schedule_file.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/mutations.h"

namespace rc::soak {

using lockstep::Random;

Corpus open_schedules(const std::string&) {
  return {[](Random& random) {
            std::string text;
            for (int i = 0; i < 20; ++i)
              text += fmt::format("{} {} {}\n", 1 + i / 4, random.below(8), random.below(8));
            return spoiled(text, {}, random);
          },
          [](const std::string& text) { sim::hypercube::parse_schedule(text, "schedule", 3); }};
}

Corpus open_cube_states(const std::string&) {
  sim::hypercube::CubeSystem system("ipsc860", 128, 16);
  system.allocate("user", "one", sim::hypercube::parse_cube_type("8rx"));
  system.allocate("user", "two", sim::hypercube::parse_cube_type("4m16"));
  return {
      [good = system.save()](Random& random) { return spoiled(good, {}, random); },
      [](const std::string& text) { sim::hypercube::CubeSystem::restore(text, "system").save(); }};
}

Corpus open_listings(const std::string&) {
  return {[](Random& random) {
            return spoiled(
                "ld.l 76(sp),r22\nadds 1,r22,r23\nbnc .L5\nfxfr f8,r16\nst.l r23,4(r3)\n",
                {"bc.t", "subs", "shl", ","}, random);
          },
          [](const std::string& text) {
            sim::hypercube::i860_clocks(sim::hypercube::parse_i860(text));
          }};
}

Corpus open_cstar_programs(const std::string&) {
  return {[](Random& random) {
            return spoiled(
                "# 1 \"p.cs\"\n#define none\nshape [16][8] grid;\ndouble: grid a, b;\n"
                "struct cell { int x; double y[4]; };\nstatic int turns = 3;\n"
                "int: grid rank(int: grid n) {\n  return n * 2 + pcoord(0);\n}\n"
                "int main(void) {\n  int i;\n  with (grid) {\n    where (a > 0.5) {\n"
                "      b = [. + 1][.]a;\n      a += b;\n    } else\n      a = -b;\n"
                "    for (i = 0; i < turns; i++) { double s = += a; [i][0]b = s; }\n  }\n"
                "  return 0;\n}\n",
                {"shape", "with", "where", "everywhere", "current", "physical", "bool", "[.]", ":",
                 "(*f)(int)", "struct", "<?=", ">?", "%%", "# 7 \"q.cs\"\n"},
                random);
          },
          [](const std::string& text) {
            sim::compile::translate_cstar(text, [](const std::string&, int) { return ""; });
          }};
}

}  // namespace rc::soak
