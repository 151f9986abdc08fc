// SPDX-License-Identifier: Apache-2.0
// A core's bus: the pins between the P54C's cache unit and the tile's MIU.
//
// A core has at most one bus transaction outstanding. Source: no store buffer, Barrelfish TN-005.
// The core waits for a transaction with `posted == false` (line fill, uncached read, IN, OUT: Intel,
// Pentium Processor Family Developer's Manual, vol. 1, 6.3.1.3). After a posted one (write, write-combine flush, write-back) it runs on, and stalls only when it next
// needs the bus before the acknowledgement.
#pragma once

#include <array>
#include <cstdint>

namespace rc::cpu {

enum class BusOp : std::uint8_t {
  read_line,       // line fill (cached or MPBT page): 32 bytes at a 32-byte aligned address
  read,            // uncached read, 1, 2, 4 or 8 bytes that do not cross an 8-byte boundary
  write,           // uncached or write-miss store, as above
  write_back,      // dirty line, 32 bytes
  write_combined,  // the write-combine buffer: a line with a byte mask
  read_port,       // IN: 1, 2 or 4 bytes of port `paddr`; never goes through the LUT
  write_port,      // OUT, likewise; the core waits for the acknowledgement
};
constexpr bool is_port(BusOp op) { return op == BusOp::read_port || op == BusOp::write_port; }

// How a page is cached, from the page-table entry (PMB/PCD/PWT bits).
enum class PageType : std::uint8_t { write_back, write_through, uncached, mpbt };

struct BusRequest {
  BusOp op = BusOp::read;
  PageType type = PageType::write_back;
  bool posted = false;
  bool locked = false;                  // LOCK prefix or XCHG
  std::uint8_t bytes = 0;               // 1, 2, 4, 8 or 32
  std::uint32_t paddr = 0;              // core physical address, before the LUT; or the port
  std::uint32_t byte_mask = 0;          // write_combined: bit i = byte i of the line is valid
  std::array<std::uint8_t, 32> data{};  // writes: data, at offset 0 (word ops) or whole line

  // A new request, neither locked nor with data, in the place of the old one. The host waits for
  // a copy of one whose members have just been written.
  void set(BusOp what, PageType page, std::uint32_t count, std::uint32_t where) {
    op = what;
    type = page;
    posted = what == BusOp::write || what == BusOp::write_back || what == BusOp::write_combined;
    locked = false;
    bytes = static_cast<std::uint8_t>(count);
    paddr = where;
    byte_mask = 0;
    data = {};
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(op, type, posted, locked, bytes, paddr, byte_mask, data);
  }
};

struct BusReply {
  bool error = false;  // no such target: the core stops with a machine error
  std::array<std::uint8_t, 32> data{};
};

}  // namespace rc::cpu
