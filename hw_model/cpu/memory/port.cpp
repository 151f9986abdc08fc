// SPDX-License-Identifier: Apache-2.0
// Port accesses on the bus.
#include <algorithm>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

BusRequest* MemoryPath::raise_port(BusOp op, Key key, std::uint32_t offset) {
  if (!wcb_.empty() && !flush_write_combine(offset)) return nullptr;
  if (!bus_ready(offset)) return nullptr;
  watch_.give_up();
  miss_.target = Miss::Target::port;
  miss_.key = key;
  miss_.paddr = key.address();
  miss_.type = PageType::uncached;
  miss_.log = &log_;
  BusRequest& request = bus_.raise(clock_.base + offset);
  request.set(op, PageType::uncached, key.bytes(), key.address());
  return &request;
}

Access MemoryPath::read_port(std::uint32_t port, std::uint32_t bytes, std::uint32_t offset,
                             std::uint32_t& value) {
  value = ~0u;
  if (flat_ != nullptr) return Access::ok;
  clock_.attention = true;
  const Key key{Kind::port_read, bytes, port};
  log_.begin_part(key);
  std::uint64_t word = 0;
  if (!log_.done(key, &word)) {
    raise_port(BusOp::read_port, key, offset);
    return retry(log_);
  }
  value = static_cast<std::uint32_t>(word);
  return Access::ok;
}

Access MemoryPath::write_port(std::uint32_t port, std::uint32_t bytes, std::uint32_t offset,
                              std::uint32_t value) {
  if (flat_ != nullptr) return Access::ok;
  clock_.attention = true;
  const Key key{Kind::port_write, bytes, port};
  log_.begin_part(key);
  if (log_.done(key)) return Access::ok;
  if (BusRequest* const request = raise_port(BusOp::write_port, key, offset)) {
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&value), bytes, request->data.begin());
  }
  return retry(log_);
}

}  // namespace rc::cpu
