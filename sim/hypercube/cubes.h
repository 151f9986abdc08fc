// SPDX-License-Identifier: Apache-2.0
// An iPSC/860 that several cubes are allocated on: who has which nodes. What stands behind the
// commands getcube, relcube, attachcube and cubeinfo, as the UNH report on C* (section 2.2) and
// Intel's manual describe them.
//
// A cube of N nodes starts at a multiple of N, so that its channels are its own: e-cube routes
// never leave it, and what runs on one cube cannot disturb another.
//
// Errors: kernel::InputError, beginning with the command.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace rc::sim::hypercube {

inline constexpr const char* kDefaultCube = "defaultname";

// "8rx", "4m8rx", "16": nodes, then megabytes of memory each, then the kind of node.
struct CubeType {
  unsigned nodes = 0;
  unsigned memory_mb = 0;  // 0: whatever they have
};
CubeType parse_cube_type(const std::string& text);

struct Cube {
  std::string name;
  std::string user;
  unsigned first = 0;  // node of the machine that is node 0 of the cube
  unsigned nodes = 0;
  std::string output;   // file that gets what its programs write; empty: the terminal
  std::string program;  // loaded last
  int process = 0;      // that simulates it; 0: none
  std::uint64_t process_start = 0;
};

class CubeSystem {
 public:
  CubeSystem(std::string machine, unsigned nodes, unsigned memory_mb)
      : machine_(std::move(machine)), nodes_(nodes), memory_mb_(memory_mb) {}
  // Throws for text that save() did not write; `file` is its name.
  static CubeSystem restore(const std::string& text, const std::string& file);
  std::string save() const;

  const std::string& machine() const { return machine_; }
  unsigned nodes() const { return nodes_; }
  const std::vector<Cube>& cubes() const { return cubes_; }  // in the order of allocation

  // The new cube is the user's current one. `type.nodes` 0: the largest that is free.
  const Cube& allocate(const std::string& user, const std::string& name, CubeType type);
  // `name` empty: the current one. The one allocated last becomes current.
  void release(const std::string& user, const std::string& name);
  void attach(const std::string& user, const std::string& name);
  // The cube `name`, or the current one; `command` is for the error.
  Cube& find(const std::string& command, const std::string& user, const std::string& name);
  bool is_current(const Cube& cube) const;

 private:
  bool is_free(unsigned first, unsigned nodes) const;
  // Whether what restore() read can have been: cubes in the machine, in order, apart.
  bool is_sound() const;
  // Where a cube of that size fits; nodes_ if nowhere.
  unsigned place(unsigned nodes) const;

  std::string machine_;
  unsigned nodes_, memory_mb_;
  std::vector<Cube> cubes_;
  std::map<std::string, std::string> current_;  // by user
};

}  // namespace rc::sim::hypercube
