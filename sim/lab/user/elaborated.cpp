// SPDX-License-Identifier: Apache-2.0
// Verilator writes one element a line, each attribute in quotation marks: no other XML is read.
#include "sim/lab/user/elaborated.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <string_view>

#include "hw_model/kernel/error.h"

namespace rc::sim::lab {
namespace {

using Range = PinType::Range;

// One line: `<name a="1" b="2">`, `</name>` or neither.
class XmlElement {
 public:
  explicit XmlElement(std::string_view line) {
    const auto begin = line.find('<');
    if (begin == line.npos) return;
    line.remove_prefix(begin + 1);
    name_ = line.substr(0, line.find_first_of(" />", 1));
    line_ = line;
  }
  bool is(std::string_view name) const { return name_ == name; }
  std::string_view name() const { return name_; }
  bool alone() const { return line_.ends_with("/>"); }

  std::string attribute(std::string_view name) const {
    const std::string mark = fmt::format(" {}=\"", name);
    const auto at = line_.find(mark);
    if (at == line_.npos) return {};
    const auto begin = at + mark.size();
    return plain(line_.substr(begin, line_.find('"', begin) - begin));
  }

 private:
  static std::string plain(std::string_view text) {
    static constexpr std::pair<std::string_view, char> kNames[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    std::string result;
    while (!text.empty()) {
      const auto named = std::ranges::find_if(
          kNames, [&](const auto& known) { return text.starts_with(known.first); });
      const bool found = named != std::end(kNames);
      result += found ? named->second : text.front();
      text.remove_prefix(found ? named->first.size() : 1);
    }
    return result;
  }

  std::string_view name_, line_;
};

std::int64_t number_in(std::string_view text, int base) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

// A constant as 32'sh1f.
std::int64_t constant(const std::string& text) {
  const auto digits = text.find('h');
  return digits == text.npos
             ? 0
             : static_cast<std::int32_t>(number_in(std::string_view(text).substr(digits + 1), 16));
}

// An entry of Verilator's table of types.
struct XmlType {
  std::string kind, name, sub;
  std::vector<Range> ranges;         // of a basic type or an array
  std::vector<std::string> members;  // types
};

class XmlReader {
 public:
  XmlReader(const std::string& path, std::string instance) : instance_(std::move(instance)) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) read(XmlElement(line));
    if (!found_) throw kernel::InputError(fmt::format("{}: no instance {} in it", path, instance_));
  }

  ElaboratedModule module() const {
    ElaboratedModule result;
    std::tie(result.file, result.line) = place(place_);
    for (const Pin& pin : pins_) {
      ElaboratedPin made{pin.name, pin.direction, {}, {}, 0};
      std::tie(made.file, made.line) = place(pin.place);
      describe(pin.type, made.type);
      result.pins.push_back(std::move(made));
    }
    return result;
  }

 private:
  struct Pin {
    std::string name, direction, type, place;
  };

  void read(const XmlElement& e) {
    if (e.is("file")) {
      files_[e.attribute("id")] = e.attribute("filename");
    } else if (e.is("instance") && module_.empty() && e.attribute("name") == instance_) {
      module_ = e.attribute("defName");
    } else if (e.is("module")) {
      in_module_ = !module_.empty() && e.attribute("name") == module_;
      if (in_module_) place_ = e.attribute("loc");
      found_ = found_ || in_module_;
    } else if (e.is("/module")) {
      in_module_ = false;
    } else if (e.is("typetable")) {
      in_types_ = true;
    } else if (in_module_ && e.is("var") && !e.attribute("pinIndex").empty()) {
      pins_.push_back({e.attribute("origName"), e.attribute("dir"), e.attribute("dtype_id"),
                       e.attribute("loc")});
    } else if (in_types_) {
      read_type(e);
    }
  }

  void read_type(const XmlElement& e) {
    if (e.name().ends_with("dtype") && !e.name().starts_with("/")) {
      const std::string id = e.attribute("id");
      XmlType& entry = types_[id];
      entry = {std::string(e.name()), e.attribute("name"), e.attribute("sub_dtype_id"), {}, {}};
      if (const std::string left = e.attribute("left"); !left.empty())
        entry.ranges.push_back({number_in(left, 10), number_in(e.attribute("right"), 10)});
      if (e.is("memberdtype")) types_[open_].members.push_back(id);
      if (!e.alone() && !e.is("memberdtype")) open_ = id;
    } else if (e.is("range")) {
      limits_.clear();
    } else if (e.is("const")) {
      limits_.push_back(constant(e.attribute("name")));
    } else if (e.is("/range") && limits_.size() == 2) {
      types_[open_].ranges.push_back({limits_[0], limits_[1]});
    }
  }

  // From the outermost dimension inwards, to a struct or a basic type.
  void describe(std::string id, PinType& type) const {
    for (auto at = types_.find(id); at != types_.end(); at = types_.find(id)) {
      const XmlType& entry = at->second;
      const bool unpacked = entry.kind == "unpackarraydtype";
      auto& ranges = unpacked ? type.unpacked : type.packed;
      ranges.insert(ranges.end(), entry.ranges.begin(), entry.ranges.end());
      id = entry.sub;
      if (!id.empty()) continue;
      type.base = entry.name;
      type.scalar_base = entry.members.empty();
      if (!type.scalar_base) type.base_bits = 0;
      for (const std::string& member : entry.members) {
        PinType inner;
        describe(member, inner);
        type.base_bits = entry.kind == "uniondtype" ? std::max(type.base_bits, inner.bits())
                                                    : type.base_bits + inner.bits();
      }
    }
  }

  // "d,3,37,3,45": file and line.
  std::pair<std::string, unsigned> place(const std::string& text) const {
    const auto comma = text.find(',');
    const auto file = files_.find(text.substr(0, comma));
    return {file == files_.end() ? "" : file->second,
            comma == text.npos
                ? 0
                : static_cast<unsigned>(number_in(std::string_view(text).substr(comma + 1), 10))};
  }

  std::string instance_, module_, place_, open_;
  bool in_module_ = false, in_types_ = false, found_ = false;
  std::map<std::string, std::string> files_;
  std::vector<Pin> pins_;
  std::map<std::string, XmlType> types_;
  std::vector<std::int64_t> limits_;
};

}  // namespace

std::uint64_t PinType::bits() const {
  std::uint64_t bits = base_bits;
  for (const Range& range : packed) bits *= range.size();
  return bits;
}

std::string PinType::declaration(std::string_view name) const {
  std::string text = base;
  const auto add = [&text](const std::vector<Range>& ranges) {
    if (!ranges.empty()) text += ' ';
    for (const Range& range : ranges) text += fmt::format("[{}:{}]", range.left, range.right);
  };
  add(packed);
  if (!unpacked.empty()) text += fmt::format(" {}", name);
  add(unpacked);
  return text;
}

ElaboratedModule read_elaborated(const std::string& path, const std::string& instance) {
  return XmlReader(path, instance).module();
}

}  // namespace rc::sim::lab
