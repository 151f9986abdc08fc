// SPDX-License-Identifier: Apache-2.0
// A network as a graph: routers with up to 64 ports a side, channels between them, end points.
//
// Inputs and outputs of a router are counted apart: an end point of a butterfly sends into stage 0
// and receives from the last one. A port that leads nowhere is allowed: the edge of a mesh.
//
// Source: ours. Limits: 64 ports a side are one word of the allocators; an EndId has 16 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/noc/packet.h"

namespace rc::noc {

using RouterId = std::uint32_t;
using ChannelId = std::uint32_t;
using PortId = std::uint8_t;

inline constexpr std::size_t kMaxEnds = 4096, kMaxRouters = 32'768, kMaxChannels = 1 << 18;
inline constexpr unsigned kMaxRadix = 64;  // ports a side
inline constexpr PortId kNoPort = 0xFF;    // where no way leads on
inline constexpr unsigned kMaxWire = 255;  // cycles
inline constexpr unsigned kMaxCyclesPerFlit = 64;

struct Channel {
  RouterId from = 0, to = 0;
  PortId out_port = 0, in_port = 0;  // of `from`, of `to`
  std::uint8_t wire = 0;             // cycles beyond the stage that drives it; the SCC's have 0
  std::uint8_t cycles_per_flit = 1;  // 1 to 64: a narrow channel takes several cycles a flit
};

struct End {
  RouterId in_router = 0, out_router = 0;  // into which it sends, from which it receives
  PortId in_port = 0, out_port = 0;
  std::uint8_t in_wire = 0, out_wire = 0;  // cycles
};

// What is behind a port.
struct Link {
  enum class Kind : std::uint8_t { none, channel, end };
  Kind kind = Kind::none;
  std::uint32_t id = 0;  // ChannelId or EndId
};

class Graph {
 public:
  Graph() = default;
  // Ports are numbered from 0; a router has as many inputs and outputs as `ports` says, or as the
  // highest used port needs if that is more. `names` by router, for messages; empty: numbers.
  // kernel::InputError, one line naming router and port: a port used twice, a router or end that
  // does not exist, a limit passed, a channel from a router to itself.
  Graph(std::size_t routers, unsigned ports, std::vector<Channel> channels, std::vector<End> ends,
        std::vector<std::string> names = {});

  std::size_t routers() const { return input_base_.empty() ? 0 : input_base_.size() - 1; }
  std::span<const Channel> channels() const { return channels_; }
  std::span<const End> ends() const { return ends_; }
  const Channel& channel(ChannelId id) const { return channels_[id]; }
  const End& end(EndId id) const { return ends_[id]; }

  unsigned inputs(RouterId router) const { return input_base_[router + 1] - input_base_[router]; }
  unsigned outputs(RouterId router) const {
    return output_base_[router + 1] - output_base_[router];
  }
  unsigned radix() const { return radix_; }  // most ports a side of any router
  const Link& in(RouterId router, unsigned port) const { return in_[input_base_[router] + port]; }
  const Link& out(RouterId router, unsigned port) const {
    return out_[output_base_[router] + port];
  }
  // Numbers of all ports of all routers: base + port.
  std::uint32_t input_base(RouterId router) const { return input_base_[router]; }
  std::uint32_t output_base(RouterId router) const { return output_base_[router]; }
  std::size_t all_inputs() const { return in_.size(); }
  std::size_t all_outputs() const { return out_.size(); }

  // The same routers and names with other channels and ends. Where all routers have equally many
  // ports, they keep those that are no longer used.
  Graph with(std::vector<Channel> channels, std::vector<End> ends) const;

  // The router's name, or its number where it has none.
  std::string short_name(RouterId router) const;
  // With the word before it: "router 5".
  std::string name(RouterId router) const { return "router " + short_name(router); }

 private:
  std::vector<Channel> channels_;
  std::vector<End> ends_;
  std::vector<std::uint32_t> input_base_, output_base_;
  std::vector<Link> in_, out_;
  std::vector<std::string> names_;
  unsigned radix_ = 0;
};

// Channels of a shortest way between two routers, counted by channels: by breadth, from or to one
// router. kUnreachable where there is no way.
inline constexpr std::uint16_t kUnreachable = 0xFFFF;
std::vector<std::uint16_t> distances_to(const Graph& graph, RouterId target);

}  // namespace rc::noc
