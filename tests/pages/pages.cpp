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

TEST_F(Pages, RunAndItsTimeline) {
  std::string text = page("run --ues 8 " FIRMWARE_APPS "/stencil.elf", "--report");
  // The timeline is no figure but a canvas: it must be drawn, and be able to zoom without a fault.
  insert_at(text, "</body>", R"(<script>
addEventListener('load', () => {
  const canvas = document.querySelector('#timeline canvas');
  const coloured = () => {
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      count += data[i + 3] > 128 && Math.max(...data.slice(i, i + 3)) - Math.min(...data.slice(i, i + 3)) > 60;
    return count;
  };
  if (coloured() < 10000) faults.push('the timeline is empty');
  const before = canvas.toDataURL();
  canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: -100, clientX: 500, clientY: 500, cancelable: true}));
  if (canvas.toDataURL() === before) faults.push('the timeline does not zoom');
  canvas.dispatchEvent(new MouseEvent('dblclick'));
  if (canvas.toDataURL() !== before) faults.push('the timeline does not show everything again');
});
</script>)");
  for (const bool dark : {false, true}) {
    const json found = look(text, dark);
    ASSERT_FALSE(found.is_null());
    expect_good(found);
  }
}

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
