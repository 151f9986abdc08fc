// SPDX-License-Identifier: Apache-2.0
// Routing as a relation: where a head at a router may go next, on which VCs.
//
// A relation is pure: it draws nothing at random and depends on the head, the router, the input and
// the group of its VC alone. What is random (the router between of Valiant, the way up a tree)
// comes from Head::hash, which the network interface fills in from seed and packet number. So every
// engine, look-ahead and the deadlock check see the same ways, in any order of evaluation.
//
// Sources: Dally and Towles (dimension order, Valiant, ROMM, adaptive with escape VCs after Duato
// 1993); Glass and Ni 1992 (west-first); Chiu 2000 (odd-even); Seo et al. 2005 (O1TURN); Singh 2005
// and Kim et al. 2008 (UGAL-L); Schroeder et al. 1991 (up*/down*).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

using VcMask = std::uint16_t;  // VCs 0 to 15, as bits
inline constexpr RouterId kNoRouter = ~RouterId{0};

// What routing knows of a packet.
struct Head {
  EndId source = 0, destination = 0;
  RouterId via = kNoRouter;  // first there, where a relation has two phases
  std::uint32_t hash = 0;    // random, fixed at the source
  std::uint8_t phase = 0;    // 1 once `via` is passed, or where there is none
  std::uint8_t message_class = 0;
};

struct Choice {
  PortId port = 0;  // an output
  VcMask vcs = 0;
  bool escape = false;  // for use where no other choice can be granted
};

// In order of preference; none: the packet cannot be routed from here.
class Choices {
 public:
  static constexpr unsigned kMax = kMaxRadix + 2;
  void clear() { count_ = 0; }
  void add(unsigned port, VcMask vcs, bool escape = false) {
    all_[count_++] = {static_cast<PortId>(port), vcs, escape};
  }
  unsigned size() const { return count_; }
  const Choice* begin() const { return all_.data(); }
  const Choice* end() const { return all_.data() + count_; }
  const Choice& operator[](unsigned i) const { return all_[i]; }

 private:
  std::array<Choice, kMax> all_;
  unsigned count_ = 0;
};

// How full the buffers behind an output port are, for relations that look before they start.
class Congestion {
 public:
  virtual ~Congestion() = default;
  // Flits sent by this port whose credits have not come back, of all VCs.
  virtual unsigned waiting(RouterId router, unsigned out_port) const = 0;
};

// The VCs of a port: `vcs` of them, split evenly among the message classes.
struct VcPlan {
  unsigned vcs = 8, classes = 1;
  VcMask all_of(unsigned message_class) const {
    const unsigned size = vcs / classes;
    return static_cast<VcMask>(((1u << size) - 1) << message_class * size);
  }
};

class Routing {
 public:
  virtual ~Routing() = default;
  // At the source, in the cycle in which the head is offered: fills in `via` and `phase`.
  virtual void start(Head& head, const Congestion& congestion) const;
  // The choices of a head that came to router `at` by input `in_port` on VC `in_vc`. May advance
  // head.phase. At the last router the only choice is the destination's port, on all VCs of its
  // class.
  virtual void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                     Choices& choices) const = 0;
  // Of `all` VCs of the packet's class those on which its source sends it, after start().
  virtual VcMask first_vcs(const Head& /*head*/, VcMask all) const { return all; }
  // Groups of VCs of class 0 that route() never tells apart: every mask of a choice is a union of
  // groups (moved by the class), and in_vc matters by its group alone.
  virtual std::vector<VcMask> groups() const = 0;
  // Packets go to Head::via first, in phase 0, and from there to their destination.
  virtual bool two_phases() const { return false; }
  // Some choices are for use where no other can be granted (Choice::escape).
  virtual bool has_escape() const { return false; }
  // How many values of Head::hash, from 0, show every choice that route() has for any hash at each
  // router, input and VC group. The deadlock check unites them at every step: what has to stay the
  // same all the way (the order of O1TURN) must show in the VC group. 1: route() ignores the hash.
  virtual unsigned hash_values() const { return 1; }
  // route() looks at in_port or in_vc. Where it does not, the deadlock check asks once a router.
  virtual bool sees_input() const { return true; }
  // End points of one last router have ways of their own. Where they have not, the deadlock check
  // walks to one of them.
  virtual bool tells_ends_apart() const { return true; }
};

// A table from a file: by router and destination, the output port and optionally one VC group.
struct RoutingTable {
  std::vector<PortId> port;  // by router * ends + destination; kNoPort: none
  std::string place = {};    // "file:line", for messages; empty: of no file
};

struct RoutingParams {
  // Empty: the family's own. NAME+noq: the VCs of NAME by the output that comes next (next_output.h).
  std::string name;
  VcPlan vcs;
  double ugal_threshold = 0;  // flits x channels in favour of the shortest way
  const RoutingTable* table = nullptr;
};

// One line of help for each name.
struct RoutingName {
  const char* name;
  const char* help;
};
const std::vector<RoutingName>& routing_names();
// Those that this topology has. `table`: a file has one for it.
std::vector<RoutingName> routings_of(const Topology& topology, bool table = false);
// The name that a topology has if the user says none: dor, nca, dest-tag, minimal, up-down ...
std::string default_routing(const Topology& topology);

// The relation keeps a reference to `topology`. kernel::InputError, one line: an unknown name, one
// that this topology does not have (with those that it has), too few VCs for its groups, a pair of
// routers without a way.
std::unique_ptr<Routing> make_routing(const Topology& topology, const RoutingParams& params);

}  // namespace rc::noc
