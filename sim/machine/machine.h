// SPDX-License-Identifier: Apache-2.0
// A simulated machine as the command line names it: a machine file, --set on top, and the names of
// the routers or network of choice (sim/run/interconnect).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw_model/coherent/params.h"
#include "hw_model/ipsc/params.h"
#include "hw_model/noc/graph_words.h"
#include "hw_model/scc/layout.h"
#include "hw_model/scc/params.h"
#include "sim/machine/elf_image.h"
#include "sim/machine/parameters.h"

namespace rc::sim::machine {

inline constexpr const char* kDefaultMachine = "scc";

inline constexpr const char* kScc = "scc";
inline constexpr const char* kIpsc860 = "ipsc860";
inline constexpr const char* kXeonPhi = "xeonphi";
inline constexpr const char* kSandyBridge = "sandybridge";

struct Machine {
  std::string name = kDefaultMachine;  // the file's, without directory and ".toml", then --set's
  std::string kind = kScc;             // the file's `kind`: which of the parameters count
  scc::SccParams params;               // of an SCC
  noc::GraphWords graph;               // of an SCC: more of [noc], for another network than a mesh
  ipsc::IpscParams ipsc;               // of an iPSC/860
  coherent::XeonPhiParams xeonphi;
  coherent::SandyBridgeParams sandybridge;
  std::string router = "model";  // of an SCC: "model" or "rtl"
  std::string dcm = "model";     // of an iPSC/860: likewise
  // Of an SCC: model routers are stepped cycle by cycle instead of computed by events. Changes no
  // cycle.
  bool network_exact = false;
  std::string network;  // of an SCC: a folder or library that takes its mesh's place; empty: none
  // By path of the parameters that file and --set name: where, with the file's comment.
  std::map<std::string, std::string> set_by = {};

  bool is_scc() const { return kind == kScc; }
  bool is_ipsc() const { return kind == kIpsc860; }
  // Cores whose caches are kept coherent, and whose programs are threads of the host: no
  // instructions are simulated (hw_model/coherent/cores/access.h).
  bool is_coherent() const { return kind == kXeonPhi || kind == kSandyBridge; }
  // The name of a coherent machine's protocol.
  const std::string& protocol() const {
    return kind == kSandyBridge ? sandybridge.coherence.protocol : xeonphi.coherence.protocol;
  }
  // Of an SCC: tiles and cores.
  scc::Geometry geometry() const { return scc::geometry_of(params); }
  // How many cores (nodes) there are, and the private memory of each.
  int cores() const;
  std::uint64_t memory_bytes() const;
  // The parameters of its kind; they refer to this object. Their sources are those of the defaults.
  Parameters parameters();
  // The same for readers: a value that is not the default has come from where `set_by` says.
  Parameters parameters_as_set();
};

// A parameter with another value than machines of this kind have by default.
struct ChangedParameter {
  std::string path, value, otherwise, unit;
};
std::vector<ChangedParameter> changed_parameters(Machine machine);
// Those of them by which an SCC's routers and their network differ, beside its size and classes: a
// network of the user's decides these itself.
std::vector<std::string> changed_routers(const Machine& machine);

// `file` as find_machine_file() takes it; `settings` are "name=value".
Machine load_machine(const std::string& file, const std::vector<std::string>& settings,
                     const std::string& router, const std::string& dcm = "model",
                     bool network_exact = false, const std::string& network = "");

// The line that refuses options or parameters beside --network, which decides itself what they say.
std::string beside_network(const std::vector<std::string>& names);

// kernel::InputError if the machine is of none of the kinds; `verb` is for the error.
void expect_kind(const Machine& machine, const std::vector<std::string>& kinds,
                 const std::string& verb);

// kernel::InputError if the machine has no cores for firmware; `verb` is for the error.
void expect_firmware(const Machine& machine, const std::string& verb);

// kernel::InputError if the machine's tiles are not the SCC's; `program` knows no others, and what
// helps is appended.
void expect_scc_map(const Machine& machine, const std::string& program,
                    const std::string& help = "");

// kernel::InputError for a program whose symbols show that it is for the other kind of machine, or
// for the SCC's geometry only.
void check_image(const Machine& machine, const ElfImage& elf, const std::string& file);

}  // namespace rc::sim::machine
