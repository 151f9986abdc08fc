// SPDX-License-Identifier: Apache-2.0
// docs/architecture.md names folders, files and functions that exist, and no folder is left out.
#include <gtest/gtest.h>

#include <regex>

#include "tests/docs/markdown.h"
#include "tests/docs/project.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using namespace rc::docs;

std::vector<std::string> sources() {
  std::vector<std::string> found;
  for (const std::string& file : files()) {
    const bool ours = file.starts_with("hw_model/") || file.starts_with("sim/") ||
                      file.starts_with("rtl_stubs/") || file.starts_with("firmware/");
    if (ours && (file.ends_with(".h") || file.ends_with(".cpp"))) found.push_back(read(file));
  }
  return found;
}

// Whether sources define Class::member, or declare the member in a file that declares the class.
bool declared(const std::vector<std::string>& texts, const std::string& type,
              const std::string& member) {
  const std::regex definition("\\b" + type + "::" + member + "\\b");
  const std::regex class_head("\\b(?:class|struct|enum class) " + type + "\\b");
  const std::regex name("\\b" + member + "\\b");
  for (const std::string& text : texts) {
    if (text.find(type) == std::string::npos || text.find(member) == std::string::npos) continue;
    if (std::regex_search(text, definition)) return true;
    if (std::regex_search(text, class_head) && std::regex_search(text, name)) return true;
  }
  return false;
}

TEST(Architecture, FunctionsExist) {
  static const std::regex kMember(R"re((\w+)::(\w+))re");
  static const std::regex kFunction(R"re([a-z]+_[a-z_]+)re");
  const std::vector<std::string> texts = sources();
  EXPECT_TRUE(declared(texts, "Core", "run"));
  EXPECT_FALSE(declared(texts, "Core", "stroll"));
  unsigned seen = 0;
  for (const Snippet& code : inline_code(read("docs/architecture.md"))) {
    std::smatch match;
    if (std::regex_match(code.text, match, kMember)) {
      ++seen;
      EXPECT_TRUE(declared(texts, match[1], match[2]))
          << "docs/architecture.md:" << code.line << ": " << code.text << " is in no source";
    } else if (std::regex_match(code.text, kFunction) && !exists(code.text)) {
      bool found = false;
      for (const std::string& text : texts) found |= text.find(code.text) != std::string::npos;
      EXPECT_TRUE(found) << "docs/architecture.md:" << code.line << ": " << code.text
                         << " is in no source";
    }
  }
  EXPECT_GT(seen, 30u) << "the walk is gone";
}

// Whether a line names the folder, or the folder around it and its own name.
bool names(const std::string& page, const std::string& folder) {
  const std::string own = "`" + folder + "`",
                    around = "`" + fs::path(folder).parent_path().string() + "`",
                    leaf = "`" + fs::path(folder).filename().string() + "`";
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const auto has = [&line](const std::string& name) { return line.find(name) != line.npos; };
    if (has(own) || (has(around) && has(leaf))) return true;
  }
  return false;
}

// Folders that hold sources, down to the inner rooms of hw_model and sim.
TEST(Architecture, NamesEveryFolder) {
  const std::string page = read("docs/architecture.md");
  std::set<std::string> folders;
  for (const std::string& file : files()) {
    const fs::path path = file;
    const std::string top = path.begin()->string();
    const int depth = top == "hw_model" || top == "sim" ? 3 : 2;
    if (top != "hw_model" && top != "firmware" && top != "sim" && top != "rtl_stubs") continue;
    fs::path folder;
    auto part = path.begin();
    for (int i = 0; i < depth && part != path.end(); ++i, ++part) {
      if (std::next(part) == path.end()) break;
      folder /= *part;
    }
    if (std::distance(folder.begin(), folder.end()) > 1) folders.insert(folder.string());
  }
  EXPECT_GT(folders.size(), 40u);
  for (const std::string& folder : folders)
    EXPECT_TRUE(names(page, folder)) << folder << " is not in docs/architecture.md";
}

// Texts of class "path" in the block diagram.
TEST(Architecture, DiagramNamesFilesThatExist) {
  static const std::regex kText(R"re(class="path"[^>]*>([^<]*)<)re"),
      kPath(R"re([\w.]+/[\w./]*)re");
  const std::string picture = read("docs/images/architecture.svg");
  unsigned seen = 0;
  for (std::sregex_iterator text(picture.begin(), picture.end(), kText), end; text != end; ++text) {
    const std::string words = (*text)[1];
    for (std::sregex_iterator path(words.begin(), words.end(), kPath); path != end; ++path) {
      ++seen;
      const std::string name = path->str();
      EXPECT_TRUE(exists(name) || exists("hw_model/" + name))
          << "docs/images/architecture.svg: " << name << ": no such file";
    }
  }
  EXPECT_GT(seen, 25u);
}

// "SCC facts 2.8" in a source is a section of docs/sources.md.
TEST(Sources, CitedFactsExist) {
  static const std::regex kFact(R"re(SCC facts (\d\.\d))re");
  const std::string page = read("docs/sources.md");
  unsigned seen = 0;
  for (const std::string& file : files()) {
    const std::string text = read(file);
    for (std::sregex_iterator it(text.begin(), text.end(), kFact), end; it != end; ++it) {
      ++seen;
      EXPECT_NE(page.find("**" + (*it)[1].str() + " "), std::string::npos)
          << file << ": " << it->str() << " is not in docs/sources.md";
    }
  }
  EXPECT_GT(seen, 30u);
}

// `tile.mesh_in_cycles` and the like are parameters of a machine.
TEST(Architecture, ParametersExist) {
  static const std::regex kParameter(R"re(([a-z][a-z0-9_]*)\.[a-z][a-z0-9_.]*)re");
  static const std::regex kFile(
      R"re(.*\.(?:h|c|cpp|md|elf|json|csv|txt|svg|html|toml|sv|cmake))re");
  std::set<std::string> names, groups;
  for (const char* machine : {"scc", "ipsc860"}) {
    const auto info =
        rc::test::run_command(std::string(ROCKCREEK_SIM) + " info machine --machine " + machine);
    ASSERT_EQ(info.exit_code, 0) << info.error;
    std::istringstream lines(info.out);
    for (std::string line; std::getline(lines, line);) {
      std::string name = line.substr(0, line.find(' '));
      // A group is known by its name, too.
      for (std::size_t dot = name.find('.'); dot != std::string::npos;
           dot = name.find('.', dot + 1))
        names.insert(name.substr(0, dot));
      if (name.find('.') != std::string::npos) groups.insert(name.substr(0, name.find('.')));
      names.insert(std::move(name));
    }
  }
  EXPECT_TRUE(names.contains("noc.pipeline"));
  for (const std::string& page : pages()) {
    for (const Snippet& code : inline_code(read(page))) {
      std::smatch match;
      if (!std::regex_match(code.text, match, kParameter)) continue;
      if (std::regex_match(code.text, kFile) || !groups.contains(match[1])) continue;
      EXPECT_TRUE(names.contains(code.text))
          << page << ":" << code.line << ": " << code.text << " is no parameter of a machine";
    }
  }
}

}  // namespace
