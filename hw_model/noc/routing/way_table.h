// SPDX-License-Identifier: Apache-2.0
// A routing relation as tables, for routers that compute nothing: by destination, the output port and
// the set of VCs that a packet may take there. What a relation knows beyond that (a choice between
// ports, a random number, a router in between) has no place in a table.
//
// Source: rc_route_table (rtl_stubs/router).
#pragma once

#include <vector>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

struct WayEntry {
  PortId port = 0;
  std::uint8_t set = 0;  // in WayTables::sets()
};

class WayTables {
 public:
  static constexpr std::size_t kMaxSets = 16;
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 24;  // of all routers

  // kernel::InputError, one line: a relation named `name` that is no table, or a table that is too
  // large. `topology` and `routing` must outlive the tables.
  WayTables(const Topology& topology, const Routing& routing, const std::string& name,
            const VcPlan& vcs);

  // Whether a way depends on the input port and VC.
  bool by_vc() const { return routing_.sees_input(); }
  // Sets of VCs, as those of class 0.
  const std::vector<VcMask>& sets() const { return sets_; }
  // Of one router: by destination; with by_vc() by (input port * VCs + VC) * destinations +
  // destination.
  std::vector<WayEntry> of(RouterId router) const;

 private:
  template <class Each>
  void walk(RouterId router, Each each) const;

  const Topology& topology_;
  const Routing& routing_;
  std::string name_;
  VcPlan vcs_;
  std::vector<VcMask> sets_;
};

}  // namespace rc::noc
