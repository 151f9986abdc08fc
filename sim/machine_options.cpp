#include "sim/cli.h"

namespace rc::sim {

void MachineOptions::add_to(CLI::App& verb) {
  verb.add_option("--machine", file, "machine file: a path, or a name from sim/machines")
      ->capture_default_str();
  verb.add_option("--set", settings, "one parameter, as group.name=value; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--router", router, "the routers: C++ models, or Verilated SystemVerilog")
      ->check(CLI::IsMember({"model", "rtl"}))
      ->capture_default_str();
  verb.add_option("--dcm", dcm,
                  "an iPSC/860's direct-connect modules: C++ models, or Verilated SystemVerilog")
      ->check(CLI::IsMember({"model", "rtl"}))
      ->capture_default_str();
}

}  // namespace rc::sim
