// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/mpb.h"

#include <cstring>

#include "hw_model/kernel/access_bytes.h"

namespace rc::scc {

using kernel::Cycle;

Cycle Mpb::reserve(const Message& request, Cycle arrival) {
  const Cycle start = port_.reserve(arrival);
  counters_.mpb_wait_cycles += start - arrival;
  return start + access_cycles(request);
}

void Mpb::serve(const Message& request, Message& response) {
  const bool beyond = !holds(request);
  if (beyond && (is_write(request.command) || request.address >= SCC_SLOT_SIZE))
    return answer(response, request, Command::abort);
  const auto offset = static_cast<std::uint32_t>(request.address);
  if (is_write(request.command)) {
    ++counters_.mpb_writes;
    write_bytes(request, &bytes_[offset]);
    return answer(response, request, Command::acknowledge);
  }
  ++counters_.mpb_reads;
  answer(response, request,
         request.command == Command::read_line ? Command::data_line : Command::data);
  if (beyond) return;
  kernel::copy_bytes(response.data.data(), bytes_.data() + offset, request.bytes);
}

void Mpb::read(std::uint32_t offset, void* data, std::uint32_t bytes) const {
  std::memcpy(data, bytes_.data() + offset, bytes);
}

void Mpb::write(std::uint32_t offset, const void* data, std::uint32_t bytes) {
  std::memcpy(bytes_.data() + offset, data, bytes);
}

}  // namespace rc::scc
