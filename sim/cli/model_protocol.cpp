// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/model_protocol.h"

#include <fmt/format.h>

#include <iostream>

#include "hw_model/coherent/protocol/protocol.h"
#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/machine/machine.h"
#include "sim/report/protocol_diagram.h"

namespace rc::sim::cli {
namespace {

coherent::Protocol protocol_of(const ModelProtocol& options) {
  if (!options.table_file.empty()) return {base::read_file(options.table_file), options.table_file};
  const machine::Machine machine = machine::load_machine(options.machine, {}, "model");
  if (!machine.is_coherent())
    throw kernel::InputError(
        fmt::format("{} is of kind {}: its caches are not coherent", machine.name, machine.kind));
  return coherent::protocol_named(machine.protocol());
}

}  // namespace

int model_protocol(const ModelProtocol& options) {
  const coherent::Protocol protocol = protocol_of(options);
  base::check_outputs("", {options.svg_file});
  if (options.svg_file.empty()) {
    std::cout << to_text(protocol);
    if (!std::cout.flush()) throw kernel::InputError("standard output: cannot write");
    return 0;
  }
  base::write_file(options.svg_file, report::svg_protocol(protocol));
  return 0;
}

}  // namespace rc::sim::cli
