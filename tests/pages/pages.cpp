// SPDX-License-Identifier: Apache-2.0
// Every kind of page, made by a quick run.
#include "tests/pages/browser.h"

namespace rc::test {
namespace {

TEST_F(Pages, Experiment) { expect_good_page("reproduce pingpong --quick"); }

TEST_F(Pages, Ipsc) { expect_good_page("reproduce ipsc --quick --part messages"); }

TEST_F(Pages, NocAtOneRate) { expect_good_page("noc --rate 0.05 --cols 4 --rows 3"); }

TEST_F(Pages, NocSweep) { expect_good_page("noc --sweep 0.1:0.5:0.2 --cols 4 --rows 3"); }

TEST_F(Pages, Tune) { expect_good_page("tune broadcast --bytes 64,256 --ues 4"); }

// The checks above can fail.
TEST_F(Pages, FaultsAreFound) {
  std::string text = page("noc --rate 0.05 --cols 3 --rows 2");
  insert_at(text, "</body>",
            "<script>nothing.here();</script><img src=\"https://example.org/a.png\">"
            "<figure><svg></svg></figure>");
  const json found = look(text, false);
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(found.at("faults").size(), 2u) << found["faults"];
  EXPECT_EQ(found.at("figures").back().at("ink"), 0);
}

}  // namespace
}  // namespace rc::test
