// SPDX-License-Identifier: Apache-2.0
// The relations of the router of five ports, as questions and answers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rc::noc::test {

struct OldQuestion {
  unsigned x, y, in_port, in_vc, to_x, to_y, message_class;
};

struct OldAnswer {
  std::vector<unsigned> ports;
  std::uint16_t vcs;
};

class OldRelation {
 public:
  OldRelation(const std::string& topology, const std::string& routing, unsigned cols, unsigned rows,
              unsigned vcs, unsigned classes);
  ~OldRelation();
  OldAnswer operator()(const OldQuestion& question) const;

 private:
  struct Routers;
  std::unique_ptr<Routers> routers_;
};

}  // namespace rc::noc::test
