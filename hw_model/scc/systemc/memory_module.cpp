// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/systemc/memory_module.h"

#include <array>

namespace rc::scc {

kernel::Picos MemoryModule::serve(const Message& request, kernel::Picos arrival) {
  memory::ControllerUse use;
  const kernel::Picos ready = controller_.serve(arrival, request.address, is_write(request.command),
                                                signals_ == nullptr ? nullptr : &use);
  if (signals_ != nullptr) signals_->memory_used(request.destination, use);
  return ready;
}

bool MemoryModule::receive(const Message& request, kernel::Picos arrival) {
  const kernel::Picos ready = serve(request, arrival);
  Message response;
  if (is_write(request.command)) {
    answer(response, request, Command::acknowledge);
    if (request.command == Command::write_combined) {
      std::array<std::uint8_t, 32> line;
      store_.read(request.address, line.data(), request.bytes);
      write_bytes(request, line.data());
      store_.write(request.address, line.data(), request.bytes);
    } else {
      store_.write(request.address, request.data.data(), request.bytes);
    }
  } else {
    answer(response, request,
           request.command == Command::read_line ? Command::data_line : Command::data);
    store_.read(request.address, response.data.data(), request.bytes);
  }
  if (observer_ != nullptr) observer_->served(request, response, arrival);
  mesh_.receive(response, ready);
  return true;
}

}  // namespace rc::scc
