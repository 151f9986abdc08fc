// SPDX-License-Identifier: Apache-2.0
// `reproduce geometry`, part by part: distances as recorded, and machines that the user names.
#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/experiments/reproduce.h"

namespace {

using nlohmann::json;
using rc::test::Reproduce;

class GeometryExperiment : public Reproduce {};

TEST_F(GeometryExperiment, DistancesAreTheFormula) {
  const json found = reproduce("geometry --part distances");
  expect_contract(found, "geometry");
  expect_recorded(found, false);
  // A hop there and back: four mesh cycles each way.
  for (int hops = 2; hops <= 30; ++hops)
    EXPECT_EQ(measured(found, "read/mesh-16x16-4/" + std::to_string(hops)) -
                  measured(found, "read/mesh-16x16-4/" + std::to_string(hops - 1)),
              8);
}

TEST_F(GeometryExperiment, DistancesFollowTheMachine) {
  const json found =
      reproduce("geometry --part distances --machine mesh-5x5-edge --set noc.pipeline=3");
  expect_contract(found, "geometry");
  EXPECT_EQ(measured(found, "read/mesh-5x5-edge noc.pipeline=3/8") -
                measured(found, "read/mesh-5x5-edge noc.pipeline=3/1"),
            7 * 6);
}

TEST_F(GeometryExperiment, AnotherNetworkIsRefused) {
  const auto result = rc::test::run_command(std::string(ROCKCREEK_SIM) +
                                            " reproduce geometry --part distances --network " +
                                            directory_.string());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("--network"), std::string::npos) << result.error;
  EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
}

TEST_F(GeometryExperiment, ConformanceOfOneCore) {
  const json found = reproduce("geometry --part conformance --machine tile-1");
  expect_contract(found, "geometry");
  expect_recorded(found, false);
  EXPECT_EQ(found.at("rows").size(), 13u);
}

TEST_F(GeometryExperiment, BroadcastOnAGivenMachine) {
  const std::filesystem::path out = directory_ / "out";
  const json found =
      reproduce("geometry --part broadcast --machine mesh-5x5-edge --out " + out.string());
  expect_contract(found, "geometry");
  for (const char* bytes : {"32", "1024", "8192"})
    EXPECT_LT(measured(found, std::string("broadcast/mesh-5x5-edge/oc_bcast/") + bytes),
              measured(found, std::string("broadcast/mesh-5x5-edge/linear/") + bytes));
  EXPECT_GT(std::filesystem::file_size(out / "geometry-broadcast.svg"), 1000u);
}

}  // namespace
