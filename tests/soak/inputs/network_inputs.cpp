// SPDX-License-Identifier: Apache-2.0
// What describes networks and their traffic: traces, topologies, folders of users, protocols; and
// tables of published figures.
#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/matrix.h"
#include "hw_model/noc/traffic/trace.h"
#include "sim/base/files.h"
#include "sim/lab/booksim/translation.h"
#include "sim/lab/comparison/comparison.h"
#include "sim/lab/evaluation/netrace_file.h"
#include "sim/lab/topology/topology_file.h"
#include "sim/lab/user/description.h"
#include "sim/lab/user/module_header.h"
#include "sim/report/csv.h"
#include "tests/soak/child.h"
#include "tests/soak/inputs/input_kinds.h"
#include "tests/soak/inputs/packed.h"
#include "tests/soak/mutations.h"
#include "tests/support/netrace_writer.h"

namespace rc::soak {

using lockstep::Random;

Corpus open_traces(const std::string&) {
  return {[](Random& random) {
            std::string text = "# cycle source destination flits class\n";
            for (int i = 0; i < 20; ++i)
              text += fmt::format("{} {},{} {} {}\n", random.below(1000), random.below(24),
                                  random.below(24), 1 + random.below(3), random.below(2));
            return spoiled(text, {}, random);
          },
          [](const std::string& text) { noc::TraceTraffic(noc::NocParams{}, text, "trace"); }};
}

// Packed or plain, and spoiled before or, at times, behind that.
Corpus open_netraces(const std::string& folder) {
  return {[](Random& random) {
            test::NetraceWriter writer(16, "notes");
            for (std::uint32_t i = 0; i < 20; ++i)
              writer.add({2 * i, i, static_cast<std::uint8_t>(1 + random.below(6)),
                          static_cast<std::uint8_t>(random.below(16)),
                          static_cast<std::uint8_t>(random.below(16)),
                          std::vector<std::uint32_t>(random.below(3), i + 1 + random.below(3))});
            const auto changed = [&random](const std::string& text) {
              const Bytes bad = spoiled(Bytes(text.begin(), text.end()), random);
              return std::string(bad.begin(), bad.end());
            };
            const std::string bad = changed(writer.text());
            if (random.chance(60)) return bad;
            return random.chance(50) ? bzip2(bad) : changed(bzip2(bad));
          },
          [file = folder + "/trace.tra"](const std::string& text) {
            sim::base::write_file(file, text);
            const auto trace = std::make_shared<const noc::Netrace>(
                sim::lab::read_netrace_file(file, ~std::uint64_t{0}));
            noc::NetraceTraffic(noc::NocParams{}, trace, {});
          }};
}

Corpus open_matrices(const std::string&) {
  return {[](Random& random) {
            const bool pairs = random.chance(50);
            std::string text = pairs ? "source,destination,flits\n" : "# a line a source\n";
            for (unsigned i = 0; i < 4; ++i)
              text += pairs ? fmt::format("{},{},0.{}\n", i, random.below(4), random.below(10))
                            : fmt::format("0.{}, 0 0.1\t.2\n", random.below(6));
            return spoiled(text, {"source", "1.01", "1e-300"}, random);
          },
          [](const std::string& text) { noc::read_matrix(4, text, "m.csv"); }};
}

Corpus open_topologies(const std::string&) {
  return {[](Random& random) {
            const bool placed = random.chance(50);
            std::string text;
            for (int i = 0; i < 4; ++i)
              text += fmt::format("[[router]]\nname = \"r{}\"\n{}", i,
                                  placed ? fmt::format("place = [{}, 0.5]\n", i) : "");
            for (int i = 0; i < 4; ++i)
              text += fmt::format(
                  "[[channel]]\nfrom = \"r{}.0\"\nto = \"r{}.1\"\nwire = {}\nboth = false\n", i,
                  (i + 1) % 4, random.below(4));
            for (int i = 0; i < 4; ++i) text += fmt::format("[[end]]\nat = \"r{}.4\"\n", i);
            text += "[routing]\nname = \"table\"\ntable = [";
            for (int i = 0; i < 4; ++i)
              text += fmt::format(
                  "{{router = \"r{0}\", to = \"*\", port = 0}}, "
                  "{{router = \"r{0}\", to = {0}, port = 4}}, ",
                  i);
            return spoiled_toml(text + "]\n",
                                {"r0", "wire", "in_wire", "cycles_per_flit", "[[end]]"}, random);
          },
          [](const std::string& text) { sim::lab::parse_topology(text, "t.toml"); }};
}

Corpus open_anynets(const std::string&) {
  return {[](Random& random) {
            std::string text;
            for (int i = 0; i < 5; ++i)
              text += fmt::format("router {} node {} router {} {}\n", i, i, (i + 1) % 5,
                                  random.chance(50) ? std::to_string(1 + random.below(5)) : "");
            return spoiled(text, {"router", "node"}, random);
          },
          [](const std::string& text) { sim::lab::parse_topology(text, "t.anynet"); }};
}

Corpus open_booksims(const std::string& folder) {
  return {
      [](Random& random) {
        return spoiled(
            fmt::format("topology = mesh; k = {}; n = 2;\nrouting_function = dor; // a comment\n"
                        "num_vcs = 8; vc_buf_size = 4; sw_allocator = pim;\n"
                        "traffic = hotspot({{0,5}},{{1,{}}}); packet_size = {{{{1,5}}}};\n"
                        "injection_process = on_off(0.2,0.3,-1); injection_rate = 0.05;\n"
                        "use_read_write = {}; write_fraction = 0.25; seed = 7;\n",
                        2 + random.below(6), 1 + random.below(9), random.below(2)),
            {"topology", "cmesh", "anynet", "network_file", "{", "}", "(", ";", "noq"}, random);
      },
      [folder](const std::string& text) {
        try {
          sim::lab::BooksimConfig config;
          config.read(text, "a.cfg");
          sim::lab::translate(config, folder);
        } catch (const kernel::InputError& error) {
          // A line for each key that is refused.
          std::istringstream lines(error.what());
          for (std::string line; std::getline(lines, line);)
            if (!one_printable_line(line)) throw;
          throw kernel::InputError("keys are refused");
        }
      }};
}

Corpus open_comparisons(const std::string&) {
  return {[](Random& random) {
            std::string text =
                R"({"topology":"mesh","traffic":"uniform","routing":"xy","points":[)";
            for (int i = 1; i < 5; ++i)
              text += fmt::format(
                  R"({}{{"rate":0.{},"accepted":0.1,"saturated":{},"verdict":{{"is":"stable"}},)"
                  R"("latency":{{"mean":2{}.5,"p99":40}}}})",
                  i == 1 ? "" : ",", i, random.chance(20) ? "true" : "false", i);
            return spoiled(text + "]}", {"rate", "null", "verdict", "stages", "[", "{"}, random);
          },
          [](const std::string& text) {
            const std::string other =
                R"({"topology":"ring","traffic":"uniform","rate":0.1,"accepted":0.1,)"
                R"("saturated":false,"latency":{"mean":9,"p99":10}})";
            const sim::lab::Comparison comparison({{"a.json", text}, {"b.json", other}});
            comparison.markdown();
            comparison.csv();
            comparison.page();
          }};
}

Corpus open_network_folders(const std::string& folder) {
  sim::base::write_file(folder + "/net.sv", "module net; endmodule\n");
  return {[](Random& random) {
            return spoiled_toml(
                "contract = 1\ntop = \"net\"\nsources = [\"*.sv\", \"net.sv\"]\nflit_bits = 64\n"
                "max_flits = 6\ninterleave = \"source\"\norder = \"kept\"\nmin_latency = 3\n"
                "self = true\nverilator_flags = [\"-Wno-fatal\"]\n[parameters]\nDEPTH = 4\n"
                "[defines]\nFAST = \"1\"\n[statistics]\nhops = \"net.hops\"\n",
                {"reset_cycles", "quiet_cycles", "data_files", "hierarchical", "none"}, random);
          },
          [folder](const std::string& text) {
            sim::base::write_file(folder + "/network.toml", text);
            sim::lab::read_network(folder);
          }};
}

Corpus open_modules(const std::string&) {
  return {[](Random& random) {
            return spoiled(
                "`define WIDE 1\n// a network\nmodule net #(parameter int N = 4) (\n"
                "    input logic clk /* one edge */, output logic [N-1:0][1:0] q\n);\n"
                "`ifdef WIDE\n  string s = \"module net\";\n`endif\n"
                "  assign q = '0;\nendmodule : net\n",
                {"module", "net", "endmodule", "automatic", "(", ")", "#", ";", "\"", "//", "/*",
                 "*/", "`", "\\", "input"},
                random);
          },
          [](const std::string& text) {
            sim::lab::has_module(text, "net");
            sim::lab::module_header(text, "net");
          }};
}

Corpus open_protocols(const std::string&) {
  return {[](Random& random) {
            std::string text = "protocol msi\n";
            const char* const states = "MSI";
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j)
                for (const char* action : {"read", "write", "evict"})
                  text += fmt::format("{} {} {} -> {} {} request\n", states[i], states[j], action,
                                      states[random.below(3)], states[random.below(3)]);
            return spoiled(text, {"forward", "write-back", "->", "E", "O"}, random);
          },
          [](const std::string& text) { coherent::Protocol(text, "table"); }};
}

Corpus open_tables(const std::string&) {
  return {[](Random& random) {
            return spoiled("# source: a paper\nsize,cycles,note\n32,102,\n64,,least\n128,1e3,x\n",
                           {"size", "cycles"}, random);
          },
          [](const std::string& text) {
            const sim::report::Csv table(text, "table.csv");
            for (std::size_t row = 0; row < table.rows(); ++row) table.number(row, "cycles");
          }};
}

}  // namespace rc::soak
