// SPDX-License-Identifier: Apache-2.0
// An index finds what a folder of results holds, and puts nothing of a page in but its text.
#include "sim/report/results_index.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/temporary_folder.h"
#include "sim/report/page.h"

namespace rc::sim::report {
namespace {

TEST(ResultsIndex, HasPagesAndFiles) {
  const base::TemporaryFolder folder("rockcreek_index_");
  std::filesystem::create_directories(folder.file("a b"));
  Page made("A & B");
  made.summary(html_paragraph("What came out: 1 < 2."));
  add_origin(made);
  base::write_file(folder.file("a b/report.html"), made.html());
  base::write_file(folder.file("other.html"), "<head><title><b>x</b></title>");
  base::write_file(folder.file("a b/run.json"), "{}");
  base::write_file(folder.file("index.html"), "an older one");
  const ResultsFolder found = find_results(folder.path());
  ASSERT_EQ(found.pages.size(), 2u);
  EXPECT_EQ(found.pages[0].file, "a b/report.html");
  EXPECT_EQ(found.pages[0].title, "A &amp; B");
  EXPECT_EQ(found.pages[0].said, "What came out: 1 &lt; 2.");
  EXPECT_NE(found.pages[0].command.find("./rockcreek"), std::string::npos);
  EXPECT_EQ(found.pages[0].date.substr(0, 2), "20");
  EXPECT_EQ(found.pages[1].title, "");
  ASSERT_EQ(found.others.size(), 1u);
  EXPECT_EQ(found.others[0].bytes, 2u);
  const std::string page = results_page(folder.path(), found);
  EXPECT_NE(page.find("<a href=\"./a%20b/report.html\">a b/report.html</a>"), std::string::npos);
  EXPECT_NE(page.find("Pages: 2. Other files: 1."), std::string::npos);
}

TEST(ResultsIndex, TellsWhatFailed) {
  const base::TemporaryFolder folder("rockcreek_index_");
  Page made("A run");
  made.failure("The run failed: 1 < 2");
  made.summary(html_paragraph("What came out."));
  base::write_file(folder.file("report.html"), made.html());
  base::write_file(folder.file("a.json"), R"({"failure": "<b>"})");
  for (const char* const other : {"[]", "{", R"({"failure": 1})", ""})
    base::write_file(folder.file("b.json"), other), find_results(folder.path());
  const ResultsFolder found = find_results(folder.path());
  EXPECT_EQ(found.pages.at(0).failure, "The run failed: 1 &lt; 2");
  EXPECT_EQ(found.pages.at(0).said, "What came out.");
  EXPECT_EQ(found.others.at(0).failure, "<b>");
  EXPECT_EQ(found.others.at(1).failure, "");
  const std::string page = results_page(folder.path(), found);
  EXPECT_NE(page.find("<span class=\"missed\">The run failed: 1 &lt; 2</span>"), std::string::npos);
  EXPECT_NE(page.find("<span class=\"missed\">&lt;b"), std::string::npos);
  EXPECT_NE(page.find("Pages that tell of a failure: 1."), std::string::npos);
}

TEST(ResultsIndex, RefusesWhatIsNoFolder) {
  EXPECT_THROW(find_results("/nonexistent/folder"), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::report
