// SPDX-License-Identifier: Apache-2.0
// Who wants to know what the cores do to the memory that they share: message-passing buffers,
// registers, shared DDR. An observer sees and changes nothing: the cycles are the same with and
// without one.
//
// Each access is reported where it happens. A core reports its loads and stores in its program
// order; it may have run ahead of the others. The owner of the bytes reports what it serves, in its
// own order. A store is reported before the transaction that carries it is served, and a load after
// the one that answers it.
#pragma once

#include <cstdint>

#include "hw_model/cpu/access_observer.h"
#include "hw_model/scc/message/message.h"

namespace rc::scc {

// Where a byte lies, whichever address leads there: mesh coordinates, sub-destination and system
// address in one number. The bytes of a line have neighbouring places.
using Place = std::uint64_t;
constexpr unsigned kSystemAddressBits = 34;

constexpr Place place_of(unsigned x, unsigned y, unsigned subdestination, std::uint64_t address) {
  return std::uint64_t{(y << 4 | x) << 3 | subdestination} << kSystemAddressBits | address;
}
inline Place place_of(const Message& request) {
  return place_of(request.destination.x, request.destination.y, request.subdestination,
                  request.address);
}
constexpr unsigned subdestination_of(Place place) { return place >> kSystemAddressBits & 7; }
constexpr unsigned x_of(Place place) { return place >> (kSystemAddressBits + 3) & 15; }
constexpr unsigned y_of(Place place) { return place >> (kSystemAddressBits + 7) & 15; }

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  // Core `core_id` made `access`, from SCC_SHARED_BASE on, at `time`.
  virtual void accessed(unsigned core_id, Place place, const cpu::CoreAccess& access,
                        kernel::Picos time) = 0;
  // `request` was carried out at `time`, with this answer. Private memory is reported, too.
  virtual void served(const Message& request, const Message& response, kernel::Picos time) = 0;
};

}  // namespace rc::scc
