// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/cubes.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/json_input.h"
#include "sim/base/json_output.h"
#include "sim/base/numbers.h"

namespace rc::sim::hypercube {
namespace {

using kernel::InputError;
using Json = nlohmann::ordered_json;

unsigned parse_number(const std::string& digits, const std::string& type) {
  const auto value = base::parse_whole(digits, std::numeric_limits<unsigned>::max());
  if (!value)
    throw InputError(fmt::format("getcube: type '{}': number out of range", kernel::shown(type)));
  return static_cast<unsigned>(*value);
}

Json to_json(const Cube& cube) {
  return {{"name", cube.name},       {"user", cube.user},
          {"first", cube.first},     {"nodes", cube.nodes},
          {"output", cube.output},   {"program", cube.program},
          {"process", cube.process}, {"process_start", cube.process_start}};
}

Cube cube_from_json(const nlohmann::json& json) {
  Cube cube;
  cube.name = json.at("name");
  cube.user = json.at("user");
  cube.first = json.at("first");
  cube.nodes = json.at("nodes");
  cube.output = json.at("output");
  cube.program = json.at("program");
  cube.process = json.at("process");
  cube.process_start = json.at("process_start");
  return cube;
}

}  // namespace

CubeType parse_cube_type(const std::string& text) {
  static const RE2 kType("([0-9]+)(?:m([0-9]+))?(?:rx)?");
  std::string nodes, memory;
  if (!RE2::FullMatch(text, kType, &nodes, &memory))
    throw InputError(
        fmt::format("getcube: type '{}': expected nodes, memory and kind, as in 8rx, 4m8rx or 16",
                    kernel::shown(text)));
  CubeType type;
  type.nodes = parse_number(nodes, text);
  if (!memory.empty()) type.memory_mb = parse_number(memory, text);
  if (!std::has_single_bit(type.nodes))
    throw InputError(
        fmt::format("getcube: {} nodes: a cube has 1, 2, 4, 8, ... nodes", type.nodes));
  return type;
}

CubeSystem CubeSystem::restore(const std::string& text, const std::string& file) {
  try {
    const auto json = base::parse_json(text).value_or(nlohmann::json());
    CubeSystem system(json.at("machine"), json.at("nodes"), json.at("memory_mb"));
    for (const nlohmann::json& cube : json.at("cubes"))
      system.cubes_.push_back(cube_from_json(cube));
    system.current_ = json.at("current").get<std::map<std::string, std::string>>();
    if (system.is_sound()) return system;
  } catch (const nlohmann::json::exception&) {  // its text speaks of the library, not of the file
  }
  throw InputError(fmt::format("{}: not the state of an iPSC/860 as rockcreek cube writes it",
                               kernel::shown(file, kernel::kMaxPathShown)));
}

bool CubeSystem::is_sound() const {
  if (!std::has_single_bit(nodes_) || nodes_ > IPSC_MAX_NODES) return false;
  CubeSystem placed(machine_, nodes_, memory_mb_);
  for (const Cube& cube : cubes_) {
    if (!std::has_single_bit(cube.nodes) || cube.nodes > nodes_ || cube.first % cube.nodes != 0 ||
        cube.first > nodes_ - cube.nodes || !placed.is_free(cube.first, cube.nodes))
      return false;
    placed.cubes_.push_back(cube);
  }
  return std::ranges::all_of(current_, [&](const auto& current) {
    return std::ranges::any_of(cubes_, [&](const Cube& cube) {
      return cube.user == current.first && cube.name == current.second;
    });
  });
}

std::string CubeSystem::save() const {
  Json json{{"machine", machine_}, {"nodes", nodes_}, {"memory_mb", memory_mb_}};
  json["cubes"] = Json::array();
  for (const Cube& cube : cubes_) json["cubes"].push_back(to_json(cube));
  json["current"] = current_;
  // Names of files need not be UTF-8.
  return base::json_text(json);
}

bool CubeSystem::is_free(unsigned first, unsigned nodes) const {
  return std::ranges::none_of(cubes_, [&](const Cube& cube) {
    return first < cube.first + cube.nodes && cube.first < first + nodes;
  });
}

unsigned CubeSystem::place(unsigned nodes) const {
  unsigned first = 0;
  while (first < nodes_ && !is_free(first, nodes)) first += nodes;
  return first;
}

const Cube& CubeSystem::allocate(const std::string& user, const std::string& name, CubeType type) {
  for (const Cube& cube : cubes_)
    if (cube.user == user && cube.name == name)
      throw InputError(fmt::format("getcube: cube '{}' is allocated already", kernel::shown(name)));
  if (type.nodes > nodes_)
    throw InputError(
        fmt::format("getcube: {} nodes: {} has {}", type.nodes, kernel::shown(machine_), nodes_));
  if (type.memory_mb > memory_mb_)
    throw InputError(fmt::format("getcube: {} MB a node: {} has {}", type.memory_mb,
                                 kernel::shown(machine_), memory_mb_));
  unsigned wanted = type.nodes;
  if (wanted == 0)
    for (wanted = nodes_; wanted > 1 && place(wanted) >= nodes_;) wanted /= 2;
  const unsigned first = place(wanted);
  if (first >= nodes_)
    throw InputError(
        fmt::format("getcube: no cube of {} node{} is free", wanted, wanted == 1 ? "" : "s"));
  Cube cube;
  cube.name = name;
  cube.user = user;
  cube.first = first;
  cube.nodes = wanted;
  current_[user] = name;
  return cubes_.emplace_back(std::move(cube));
}

Cube& CubeSystem::find(const std::string& command, const std::string& user,
                       const std::string& name) {
  const auto current = current_.find(user);
  if (name.empty() && current == current_.end())
    throw InputError(fmt::format("{}: no cube is allocated (see getcube)", command));
  const std::string& wanted = name.empty() ? current->second : name;
  const auto it = std::ranges::find_if(
      cubes_, [&](const Cube& cube) { return cube.user == user && cube.name == wanted; });
  if (it == cubes_.end())
    throw InputError(fmt::format("{}: no cube '{}'", command, kernel::shown(wanted)));
  return *it;
}

void CubeSystem::release(const std::string& user, const std::string& name) {
  const std::string released = find("relcube", user, name).name;
  std::erase_if(cubes_,
                [&](const Cube& cube) { return cube.user == user && cube.name == released; });
  if (current_[user] != released) return;
  current_.erase(user);
  for (const Cube& cube : cubes_)
    if (cube.user == user) current_[user] = cube.name;
}

void CubeSystem::attach(const std::string& user, const std::string& name) {
  current_[user] = find("attachcube", user, name.empty() ? kDefaultCube : name).name;
}

bool CubeSystem::is_current(const Cube& cube) const {
  const auto it = current_.find(cube.user);
  return it != current_.end() && it->second == cube.name;
}

}  // namespace rc::sim::hypercube
