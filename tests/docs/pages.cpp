// SPDX-License-Identifier: Apache-2.0
// Every link leads somewhere, and every file or folder that a page names exists.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/docs/markdown.h"
#include "tests/docs/project.h"

namespace {

namespace fs = std::filesystem;
using namespace rc::docs;

// Files that pages name and that are not ours: sources of the SCC's software and of GCC, C headers.
const std::set<std::string> kForeign{"pentium.md", "scc.h", "sccDefines.h", "sccsys.h"};

// Build products that a reader has after ./rockcreek build.
bool is_built(const std::string& path) {
  static const std::regex kImage(R"re(build/[^/]+/firmware/apps/(.*))re");
  std::smatch match;
  if (!std::regex_match(path, match, kImage)) return true;  // only images have known names
  const std::string image = match[1];                       // mine.elf: the reader's own
  return image.empty() || image == "mine.elf" || fs::exists(fs::path(FIRMWARE_APPS) / image);
}

// A path with FOLDER or NAME in it stands for many.
bool is_placeholder(const std::string& path) {
  static const std::regex kPart(R"re((^|/)(FOLDER|NAME|DIR|FILE|APP)(/|\.|$))re");
  return std::regex_search(path, kPart);
}

std::vector<std::string> broken_links(const std::string& page, const std::string& text) {
  std::vector<std::string> faults;
  for (const Snippet& link : links(text)) {
    if (link.text.find("://") != std::string::npos || link.text.starts_with("mailto:")) continue;
    const std::size_t hash = link.text.find('#');
    const std::string target = link.text.substr(0, hash);
    const fs::path path = target.empty()
                              ? fs::path(page)
                              : (fs::path(page).parent_path() / target).lexically_normal();
    const std::string where = page + ":" + std::to_string(link.line) + ": " + link.text;
    if (!exists(path.string())) {
      faults.push_back(where + ": no such file");
    } else if (hash != std::string::npos && path.extension() == ".md") {
      const auto known = anchors(target.empty() ? text : read(path));
      if (std::find(known.begin(), known.end(), link.text.substr(hash + 1)) == known.end())
        faults.push_back(where + ": no such heading");
    }
  }
  return faults;
}

std::vector<std::string> missing_paths(const std::string& page, const std::string& text) {
  static const std::regex kRooted(
      R"re((^|[^\w/.-])((?:firmware|hw_model|rtl_stubs|sim|tests|docs|cmake|build)/[\w./-]*))re");
  static const std::regex kSource(R"re([\w./-]+\.(?:h|c|cpp|S|sv|cmake|toml|md))re");
  std::vector<std::string> faults;
  const auto fault = [&](unsigned line, const std::string& path) {
    if (is_placeholder(path)) return;
    faults.push_back(page + ":" + std::to_string(line) + ": " + path + ": no such file");
  };
  for (const Snippet& line : prose(text)) {
    for (std::sregex_iterator it(line.text.begin(), line.text.end(), kRooted), end; it != end;
         ++it) {
      std::string path = (*it)[2];
      while (path.ends_with(".") || path.ends_with("-")) path.pop_back();
      // "name_*" and the like: the folder counts.
      const auto after = static_cast<std::size_t>(it->position(2) + it->length(2));
      const bool pattern = after < line.text.size() &&
                           std::string("*<{").find(line.text[after]) != std::string::npos;
      if (pattern) path = path.substr(0, path.rfind('/') + 1);
      const bool found =
          path.starts_with("build/") ? is_built(path) : exists(path) || some_file_ends_with(path);
      if (!found) fault(line.line, path);
    }
  }
  for (const Snippet& code : inline_code(text)) {
    if (!std::regex_match(code.text, kSource) || kForeign.contains(code.text)) continue;
    std::string tail = code.text;
    while (tail.starts_with("../") || tail.starts_with("./"))
      tail = tail.substr(tail.find('/') + 1);
    if (!some_file_ends_with(tail)) fault(code.line, code.text);
  }
  return faults;
}

std::string joined(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += "  " + fault + "\n";
  return text;
}

TEST(Pages, CheckerFindsFaults) {
  const std::string page = R"(# A heading, with a comma
[gone](gone.md) [here](README.md) [no heading](#nowhere) [heading](#a-heading-with-a-comma)
See hw_model/nowhere/x.h and hw_model/cpu/core.h, `nowhere.cpp`, `core.h`, sim/machine/files/*.toml,
hw_model/FOLDER/block.h.
```
[code](is_not_a_link.md)
```
Images are in `build/release/firmware/apps/none.elf` and `build/release/firmware/apps/hello.elf`.
)";
  EXPECT_EQ(broken_links("README.md", page).size(), 2u) << joined(broken_links("README.md", page));
  EXPECT_EQ(missing_paths("README.md", page).size(), 3u)
      << joined(missing_paths("README.md", page));
}

TEST(Pages, LinksLeadSomewhere) {
  ASSERT_GT(pages().size(), 10u);
  for (const std::string& page : pages()) {
    const auto faults = broken_links(page, read(page));
    EXPECT_TRUE(faults.empty()) << joined(faults);
  }
}

TEST(Pages, NamedFilesExist) {
  for (const std::string& page : pages()) {
    const auto faults = missing_paths(page, read(page));
    EXPECT_TRUE(faults.empty()) << joined(faults);
  }
}

// The index is where a reader begins: it leads to every page of docs.
TEST(Pages, IndexNamesEveryPage) {
  std::set<std::string> linked;
  for (const Snippet& link : links(read("docs/README.md")))
    linked.insert(link.text.substr(0, link.text.find('#')));
  for (const std::string& page : pages()) {
    if (fs::path(page).parent_path() != "docs" || page == "docs/README.md") continue;
    EXPECT_TRUE(linked.contains(page.substr(5))) << page << " is not in docs/README.md";
  }
}

}  // namespace
