// SPDX-License-Identifier: Apache-2.0
// Pages that take minutes of processor time.
#include "tests/pages/browser.h"

namespace rc::test {
namespace {

using PagesSlow = Pages;

TEST_F(PagesSlow, Broadcast) { expect_good_page("reproduce broadcast --quick --part tables"); }

}  // namespace
}  // namespace rc::test
