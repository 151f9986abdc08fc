// SPDX-License-Identifier: Apache-2.0
/// What a machine does on the way and somebody wants to hear of, without a stop.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

namespace rc::sim::debug {

struct Event {
  /// call: a core stands at an instruction that is asked for. store: a core has written to a watched
  /// place. message: something enters the mesh of an SCC or leaves it; it leaves a node of an iPSC/860 or
  /// has come to one.
  enum class Kind : std::uint8_t { call, store, message };

  Kind kind = Kind::call;
  std::uint64_t time = 0;     ///< ps. Of a core: at which it goes on from there
  int rank = -1;              ///< the UE; -1: a core without a program, and for messages
  std::uint32_t address = 0;  ///< of the instruction, or of the watched byte
  /// The write reached a message-passing buffer or a register, whose core may have gone on since.
  bool place = false;
  /// call: the words from ESP on, the return address first, then the arguments as i386's C passes
  /// them. store: the word at `address`, of private memory. message of an SCC: entering (1) or leaving
  /// (0) the mesh, x, y and port of the sender and of the receiver, command, address and bytes; of an
  /// iPSC/860: the same, the nodes of sender and receiver (as many as there are nodes: the host), its
  /// kind (IPSC_KIND_DATA and others), type and bytes.
  std::vector<std::uint64_t> values;

  /// The order in which events are told.
  bool operator<(const Event& other) const { return key() < other.key(); }
  bool operator==(const Event& other) const { return key() == other.key(); }

 private:
  std::tuple<std::uint64_t, Kind, int, std::uint32_t, const std::vector<std::uint64_t>&> key()
      const {
    return {time, kind, rank, address, values};
  }
};

}  // namespace rc::sim::debug
