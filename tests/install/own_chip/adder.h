// SPDX-License-Identifier: Apache-2.0
// An accelerator in the place of a tile: it reads lines of memory by itself and adds up their
// words.
#pragma once

#include <algorithm>
#include <cstring>

#include "adder_registers.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/systemc/agent_module.h"
#include "hw_model/scc/tile/miu.h"
#include "hw_model/scc/tile/registers.h"

class Adder : public rc::scc::AgentModule {
 public:
  Adder(const char* name, rc::noc::EndPoint place) : AgentModule(name), place_(place) {}

 private:
  using Message = rc::scc::Message;
  using Command = rc::scc::Command;
  using Picos = rc::kernel::Picos;

  static constexpr std::uint32_t kInFlight = 4;  // lines asked for and not here yet
  static constexpr Picos kRegister{5'000};       // an access to a register
  static constexpr Picos kLine{8 * 2'000};       // eight words, one each 2 ns

  void receive(const Message& message, Picos arrival) override {
    is_response(message.command) ? add(message, arrival) : serve(message, arrival);
  }

  // A core reads or writes a register.
  void serve(const Message& request, Picos arrival) {
    if (request.subdestination != SCC_SUBDEST_CRB || request.bytes != 4)
      throw rc::kernel::MachineError("the adder has registers of 4 bytes only");
    Message response;
    if (is_write(request.command)) {
      answer(response, request, Command::acknowledge);
      std::uint32_t value;
      std::memcpy(&value, request.data.data(), 4);
      write(static_cast<std::uint32_t>(request.address), value, arrival);
    } else {
      answer(response, request, Command::data);
      const std::uint32_t value = request.address == ADDER_SUM ? sum_ : missing_;
      std::memcpy(response.data.data(), &value, 4);
    }
    send(response, arrival + kRegister);
  }

  void write(std::uint32_t offset, std::uint32_t value, Picos time) {
    if (offset == ADDER_SLOT) slot_ = rc::scc::Route::decode(value);
    if (offset == ADDER_OFFSET) next_ = value;
    if (offset != ADDER_LINES) return;
    sum_ = 0;
    missing_ = unasked_ = value;
    for (std::uint32_t i = 0; i < kInFlight; ++i) ask(time + kRegister);
  }

  // Asks the memory controller for the next line.
  void ask(Picos time) {
    if (unasked_ == 0) return;
    --unasked_;
    Message request;
    request.command = Command::read_line;
    request.source = place_;
    request.destination = {slot_.x, slot_.y, rc::scc::exit_port(slot_.subdestination)};
    request.subdestination = slot_.subdestination;
    request.bytes = SCC_LINE;
    request.address = slot_.system_address(next_);
    next_ += SCC_LINE;
    send(request, time);
  }

  void add(const Message& line, Picos arrival) {
    std::uint32_t words[8];
    std::memcpy(words, line.data.data(), sizeof words);
    for (const std::uint32_t word : words) sum_ += word;
    --missing_;
    free_ = std::max(free_, arrival) + kLine;
    ask(free_);
  }

  rc::noc::EndPoint place_;
  rc::scc::Route slot_;
  std::uint32_t next_ = 0, unasked_ = 0, missing_ = 0, sum_ = 0;
  Picos free_{0};
};
