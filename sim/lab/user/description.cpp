// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/toml_input.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;
using kernel::shown;

// The files that a pattern below `directory` stands for, sorted.
std::vector<std::string> matching(const std::string& directory, const std::string& pattern) {
  const std::string all = fs::path(directory) / pattern;
  glob_t found{};
  std::vector<std::string> files;
  if (::glob(all.c_str(), 0, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return files;
}

// A star tries all ways to divide a name, and the next one tries all for each of them.
constexpr int kMaxStars = 4;
bool has_too_many_stars(const std::string& pattern) {
  int stars = 0;
  return std::ranges::any_of(pattern, [&stars](char c) {
    stars = c == '/' ? 0 : stars + (c == '*');
    return stars > kMaxStars;
  });
}

// What to do with a source that Verilator does not read as Verilog; empty for those that it does.
std::string advice(const std::string& source) {
  const std::string kind = fs::path(source).extension();
  if (kind == ".vhd" || kind == ".vhdl") return "VHDL; translate it to Verilog, as GHDL does";
  if (kind == ".scala") return "Scala; name the Verilog that Chisel makes of it";
  if (kind == ".f" || kind == ".flist")
    return "a list of files; write its files here, its +incdir+ as include_dirs, its +define+ as "
           "defines";
  if (kind == ".c" || kind == ".cc" || kind == ".cpp")
    return "C or C++; functions imported by DPI are not linked";
  return {};
}

class Reader {
 public:
  Reader(std::string directory, const std::string& file)
      : directory_(std::move(directory)), in_(base::read_file(file), file) {}

  NetworkDescription read() {
    NetworkDescription d;
    d.directory = directory_;
    std::uint32_t contract = 0;
    using Values = const toml::node&;
    const auto natural = [this](std::uint32_t& to, std::uint32_t from, std::uint32_t most) {
      return [this, &to, from, most](Values node, const std::string& key) {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < from || *value > most)
          wrong(node, key, fmt::format("expected an integer from {} to {}", from, most));
        to = static_cast<std::uint32_t>(*value);
      };
    };
    const auto text = [this](std::string& to, std::vector<std::string> choice = {}) {
      return [this, &to, choice](Values node, const std::string& key) {
        const auto value = node.value_exact<std::string>();
        if (!value || value->empty()) wrong(node, key, "expected a text in quotation marks");
        if (!choice.empty() && std::ranges::find(choice, *value) == choice.end())
          wrong(node, key, fmt::format("expected one of {}", fmt::join(choice, ", ")));
        to = *value;
      };
    };
    const auto truth = [this](bool& to) {
      return [this, &to](Values node, const std::string& key) {
        const auto value = node.value_exact<bool>();
        if (!value) wrong(node, key, "expected true or false");
        to = *value;
      };
    };
    const auto texts = [this](std::vector<std::string>& to, bool files) {
      return
          [this, &to, files](Values node, const std::string& key) { list(node, key, to, files); };
    };
    const auto pairs = [this](NetworkDescription::Pairs& to) {
      return [this, &to](Values node, const std::string& key) { pairs_of(node, key, to); };
    };
    const std::map<std::string, std::function<void(Values, const std::string&)>> keys{
        {"contract", natural(contract, 1, 1)},
        {"top", text(d.top)},
        {"sources", texts(d.sources, true)},
        {"include_dirs", texts(d.include_dirs, true)},
        {"library_dirs", texts(d.library_dirs, true)},
        {"data_files", texts(d.data_files, true)},
        {"defines", pairs(d.defines)},
        {"parameters", pairs(d.parameters)},
        {"statistics", pairs(d.statistics)},
        {"hierarchical", texts(d.hierarchical, false)},
        {"verilator_flags", texts(d.verilator_flags, false)},
        {"flit_bits", natural(d.flit_bits, 8, 1024)},
        {"max_flits", natural(d.max_flits, 1, 128)},
        {"min_latency", natural(d.min_latency, 1, 1000)},
        {"drain_cycles", natural(d.drain_cycles, 0, 1'000'000)},
        {"reset_cycles", natural(d.reset_cycles, 1, 1'000'000)},
        {"quiet_cycles", natural(d.quiet_cycles, 0, 1'000'000)},
        {"reorder_packets", natural(d.reorder_packets, 0, 512)},
        {"max_end_points", natural(d.max_end_points, 0, 65535)},
        {"interleave", text(d.interleave, {"none", "source"})},
        {"order", text(d.order, {"kept", "kept-if-taken", "none"})},
        {"self", truth(d.self)},
        {"free_running", truth(d.free_running)},
        {"synthesis_top", text(d.synthesis_top)},
        {"synthesis_sources", texts(d.synthesis_sources, true)},
        {"synthesis_modules", texts(d.synthesis_modules, false)}};
    for (const auto& [key, node] : in_.table()) {
      const std::string name(key.str());
      const auto found = keys.find(name);
      if (found == keys.end())
        in_.fail(node.source(),
                 fmt::format("unknown key '{}'; docs/network.md lists the keys", shown(name)));
      found->second(node, name);
    }
    if (contract == 0) in_.fail("no 'contract': expected contract = 1");
    if (d.top.empty()) in_.fail("no 'top': expected the name of a module");
    if (d.sources.empty()) in_.fail("no 'sources': expected a list of files");
    return d;
  }

 private:
  [[noreturn]] void wrong(const toml::node& node, const std::string& key,
                          const std::string& expected) const {
    in_.fail(node.source(), fmt::format("{}: {}", key, expected));
  }
  void list(const toml::node& node, const std::string& key, std::vector<std::string>& to,
            bool files) const {
    if (!node.is_array()) wrong(node, key, "expected a list of texts");
    for (const toml::node& element : *node.as_array()) {
      const auto value = element.value_exact<std::string>();
      if (!value || value->empty()) wrong(element, key, "expected texts in quotation marks");
      if (!files) {
        to.push_back(*value);
        continue;
      }
      if (has_too_many_stars(*value))
        wrong(element, key,
              fmt::format("{}: expected at most {} '*' in a name", shown(*value), kMaxStars));
      const std::vector<std::string> found = matching(directory_, *value);
      if (found.empty()) wrong(element, key, fmt::format("no such file: {}", shown(*value)));
      if (key.ends_with("sources"))
        for (const std::string& file : found)
          if (const std::string what = advice(file); !what.empty())
            wrong(element, key, fmt::format("{}: {}", fs::path(file).filename().string(), what));
      for (const std::string& file : found)
        if (std::ranges::find(to, file) == to.end()) to.push_back(file);
    }
  }
  void pairs_of(const toml::node& node, const std::string& key,
                NetworkDescription::Pairs& to) const {
    if (!node.is_table()) wrong(node, key, "expected a table of names and values");
    for (const auto& [name, value] : *node.as_table()) {
      const bool plain = std::ranges::all_of(name.str(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
      });
      if (!plain) wrong(value, key, "expected names of letters, digits and _");
      if (const auto text = value.value_exact<std::string>()) {
        to.emplace_back(name.str(), *text);
      } else if (const auto number = value.value_exact<std::int64_t>()) {
        to.emplace_back(name.str(), std::to_string(*number));
      } else {
        wrong(value, key, "expected integers or texts as values");
      }
    }
  }

  std::string directory_;
  base::TomlInput in_;
};

}  // namespace

NetworkDescription read_network(const std::string& directory) {
  const std::string path = fs::weakly_canonical(directory).string();
  const std::string file = path + "/network.toml";
  if (!fs::exists(file))
    throw InputError(fmt::format("{}: no network.toml in it", shown(path, kernel::kMaxPathShown)));
  return Reader(path, file).read();
}

}  // namespace rc::sim::lab
