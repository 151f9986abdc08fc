// SPDX-License-Identifier: Apache-2.0
// States of a cache line, and what a core can do to it. Pure, no time.
//
// Sources: S. Ramos Garea and T. Hoefler, "Modelling Communications in Cache Coherent Systems"
// (2013), tables 1.1 to 1.4 and section 1.3.2.
#pragma once

#include <array>
#include <cstdint>

namespace rc::coherent {

// In one core's caches. The order is that of rank: of all copies of a line, the highest one says
// how a request for it is answered.
enum class State : std::uint8_t { invalid, shared, forward, exclusive, modified };
inline constexpr unsigned kStates = 5;
inline constexpr std::array<char, kStates> kStateLetters{'I', 'S', 'F', 'E', 'M'};
constexpr char letter(State state) { return kStateLetters[static_cast<unsigned>(state)]; }
constexpr bool sole(State state) { return state >= State::exclusive; }

enum class Action : std::uint8_t {
  read,
  rfo,   // read for ownership: the core is going to write
  evict  // the core gives its copy up
};
inline constexpr unsigned kActions = 3;
inline constexpr std::array<const char*, kActions> kActionNames{"read", "rfo", "evict"};
constexpr const char* name(Action action) { return kActionNames[static_cast<unsigned>(action)]; }

// What an action sends: a set of these. None: it is done within the core.
using Messages = std::uint8_t;
inline constexpr Messages kRequest = 1;     // to the directory or the shared cache
inline constexpr Messages kMemory = 2;      // the data come from memory
inline constexpr Messages kForward = 4;     // the data come from another core
inline constexpr Messages kInvalidate = 8;  // other cores give their copies up
inline constexpr Messages kWriteBack = 16;  // memory is brought up to date
inline constexpr std::array<const char*, 5> kMessageNames{"request", "memory", "forward",
                                                          "invalidate", "write-back"};

}  // namespace rc::coherent
