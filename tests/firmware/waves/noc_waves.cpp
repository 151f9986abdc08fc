// SPDX-License-Identifier: Apache-2.0
// noc --waves: the figures stay, model and RTL leave the same file, choices and bad input.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "tests/firmware/waves/fixture.h"

namespace {

namespace fs = std::filesystem;
using rc::test::ReadWaves;

class NocWaves : public rc::test::WavesTest {};

TEST_F(NocWaves, FiguresStayAndRoutersAgree) {
  const std::string load = "--rate 0.2 --packet-flits 1:0.5,3:0.5 ";
  const auto plain = noc(load + "--json " + file("plain.json"));
  const auto model = noc(load + "--json " + file("model.json") + " --waves " + file("model.fst"));
  const auto rtl =
      noc(load + "--router rtl --json " + file("rtl.json") + " --waves " + file("rtl.fst"));
  ASSERT_EQ(model.exit_code, 0) << model.error;
  ASSERT_EQ(rtl.exit_code, 0) << rtl.error;
  EXPECT_EQ(plain.out, model.out);
  EXPECT_EQ(text(file("plain.json")), text(file("model.json")));
  EXPECT_EQ(text(file("model.fst")), text(file("rtl.fst")));

  const ReadWaves read(file("model.fst"));
  ASSERT_TRUE(read.read_ok);
  EXPECT_EQ(read.unit, "1ns");
  EXPECT_TRUE(read.waves.contains("mesh.router_5_3.north.flit_valid_i"));
  EXPECT_GT(read.waves.at("mesh.router_2_0.east.flit_valid_o").rises().size(), 10u);
  const std::string save = text(file("model.gtkw"));
  EXPECT_NE(save.find("\nmesh.router_2_0.east.header_o.vc[3:0]\n"), std::string::npos);
}

TEST_F(NocWaves, ChosenRoutersPortsAndWindow) {
  const std::string options = "--rate 0.2 --waves ";
  ASSERT_EQ(noc(options + file("all.fst")).exit_code, 0);
  ASSERT_EQ(noc(options + file("part.fst") +
                " --waves-routers '1,0;2,3' --waves-ports local,east --waves-window 100-180")
                .exit_code,
            0);
  const ReadWaves all(file("all.fst")), part(file("part.fst"));
  EXPECT_EQ(part.times.front(), 100u);
  EXPECT_EQ(part.times.back(), 180u);
  for (const auto& [name, wave] : part.waves) {
    EXPECT_TRUE(name.starts_with("mesh.router_1_0.") || name.starts_with("mesh.router_2_3."));
    EXPECT_TRUE(name.find(".local.") != name.npos || name.find(".east.") != name.npos) << name;
    for (std::uint64_t time = 100; time < 180; ++time)
      ASSERT_EQ(wave.at(time), all.waves.at(name).at(time)) << name << " at " << time;
  }
  EXPECT_TRUE(part.waves.contains("mesh.router_2_3.local.payload_i"));
}

TEST_F(NocWaves, LimitEndsTheFileAndSaysSo) {
  const auto cut = noc("--rate 0.2 --waves-limit 500 --waves " + file("cut.fst"));
  EXPECT_EQ(cut.exit_code, 0);
  EXPECT_NE(cut.error.find("cut.fst: ends at "), std::string::npos) << cut.error;
  EXPECT_NE(cut.error.find("cycles, at the limit of 500 changes"), std::string::npos) << cut.error;
  EXPECT_LT(ReadWaves(file("cut.fst")).times.back(), 250u);
}

TEST_F(NocWaves, BadInputIsRefused) {
  const std::string waves = " --waves " + file("bad.fst");
  for (const std::string& options : std::vector<std::string>{
           waves + " --waves-routers 6,0", waves + " --waves-routers 1",
           waves + " --waves-ports up", waves + " --waves-window 9-5", waves + " --waves-limit 0",
           waves + " --sweep 0.1:0.2:0.1", " --waves " + file("bad.vcd"),
           " --waves /nonexistent/bad.fst", " --waves-ports local"}) {
    const auto result = noc(options);
    EXPECT_EQ(result.exit_code, 2) << options;
    EXPECT_EQ(result.out, "") << options;
    const bool unwritable = options.find("nonexistent") != std::string::npos;
    EXPECT_NE(result.error.find(unwritable ? "/nonexistent/bad.fst" : "--waves"), std::string::npos)
        << result.error;
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
    EXPECT_TRUE(fs::is_empty(directory_)) << options;
  }
}

TEST_F(NocWaves, FullDiskIsNoticed) {
  fs::create_symlink("/dev/full", file("full.fst"));
  const auto result = noc("--rate 0.2 --waves " + file("full.fst"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("full.fst"), std::string::npos) << result.error;
}

}  // namespace
