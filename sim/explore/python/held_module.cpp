// SPDX-License-Identifier: Apache-2.0
// sim/run/held for Python: the module _rockcreek, which rockcreek_machine.py makes comfortable. Times are
// picoseconds, memory is bytes.
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>

#include "hw_model/kernel/error.h"
#include "sim/run/held/held_machine.h"

namespace py = pybind11;

namespace {

using namespace rc::sim;
using run::HeldInstant;
using run::HeldMachine;
using run::HeldRun;
using run::HeldStop;

std::vector<std::uint8_t> octets(const py::bytes& data) {
  const auto text = static_cast<std::string_view>(data);
  return {text.begin(), text.end()};
}

py::bytes as_bytes(const std::vector<std::uint8_t>& data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

// Ctrl-C, and whatever else Python does on signals.
void check_signals() {
  const py::gil_scoped_acquire python;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// Called while the interpreter is free for others.
HeldMachine::Callback called(const std::shared_ptr<py::function>& function) {
  return [function](const debug::Event& event) {
    const py::gil_scoped_acquire python;
    const py::object answer = (*function)(event);
    return !answer.is_none() && py::cast<bool>(answer);
  };
}

// Its last owner may be anywhere, and needs the interpreter.
std::shared_ptr<py::function> shared(py::function function) {
  return {new py::function(std::move(function)), [](py::function* last) {
            const py::gil_scoped_acquire python;
            delete last;
          }};
}

HeldStop run_held(
    HeldMachine& machine, std::optional<std::uint64_t> until, std::vector<std::string> breakpoints,
    const std::vector<std::tuple<std::uint32_t, std::uint32_t, unsigned, bool, bool>>& watches,
    int ue, std::optional<py::function> condition, std::uint64_t every) {
  HeldRun request;
  request.until = until;
  request.breakpoints = std::move(breakpoints);
  for (const auto& [address, bytes, of, reads, writes] : watches)
    request.watches.push_back({address, bytes, of, reads, writes});
  request.ue = ue;
  request.every = every;
  request.idle = check_signals;
  if (condition)
    request.condition = [asked = shared(std::move(*condition))] {
      const py::gil_scoped_acquire python;
      return py::cast<bool>(py::bool_((*asked)()));
    };
  const py::gil_scoped_release others;
  return machine.run(request);
}

const char* name_of(HeldStop::Why why) {
  static constexpr const char* kNames[] = {"breakpoint", "watch",    "time",
                                           "condition",  "callback", "ended"};
  return kNames[static_cast<std::size_t>(why)];
}

const char* name_of(debug::Event::Kind kind) {
  static constexpr const char* kNames[] = {"call", "store", "message"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

PYBIND11_MODULE(_rockcreek, module) {
  // The exit code that the command line would have, and the line.
  static py::exception<rc::kernel::Error> failed(module, "Failed");
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const rc::kernel::Error& error) {
      const py::tuple told = py::make_tuple(
          error.exit_code(),
          py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
              error.what(), static_cast<Py_ssize_t>(std::strlen(error.what())), "replace")));
      PyErr_SetObject(failed.ptr(), told.ptr());
    }
  });

  py::class_<debug::Event>(module, "Event")
      .def_property_readonly("kind", [](const debug::Event& event) { return name_of(event.kind); })
      .def_readonly("picoseconds", &debug::Event::time)
      .def_readonly("ue", &debug::Event::rank)
      .def_readonly("address", &debug::Event::address)
      .def_readonly("place", &debug::Event::place)
      .def_readonly("values", &debug::Event::values);
  py::class_<HeldStop>(module, "Stop")
      .def_property_readonly("why", [](const HeldStop& stop) { return name_of(stop.why); })
      .def_readonly("ue", &HeldStop::ue)
      .def_readonly("picoseconds", &HeldStop::time)
      .def_readonly("address", &HeldStop::address)
      .def_readonly("place", &HeldStop::place)
      .def_readonly("event", &HeldStop::event);
  py::class_<HeldInstant>(module, "Instant")
      .def_property_readonly("picoseconds", &HeldInstant::time);
  py::class_<HeldMachine>(module, "Machine")
      .def(py::init<const std::string&, const std::vector<std::string>&>())
      .def_property_readonly("machine", &HeldMachine::machine)
      .def_property_readonly("ues", &HeldMachine::ues)
      .def_property_readonly("cores", &HeldMachine::cores)
      .def_property_readonly("tiles", &HeldMachine::tiles)
      .def("run", run_held)
      .def_property_readonly("picoseconds", &HeldMachine::time)
      .def_property_readonly("ended", &HeldMachine::ended)
      .def_property_readonly("exit_statuses", &HeldMachine::exit_statuses)
      .def("cycle", &HeldMachine::cycle)
      .def("time_of", &HeldMachine::time_of)
      .def("snapshot", &HeldMachine::snapshot)
      .def("restore", &HeldMachine::restore)
      .def("read", [](HeldMachine& machine, unsigned ue, std::uint32_t address,
                      std::size_t bytes) { return as_bytes(machine.read(ue, address, bytes)); })
      .def("write", [](HeldMachine& machine, unsigned ue, std::uint32_t address,
                       const py::bytes& data) { machine.write(ue, address, octets(data)); })
      .def("read_physical",
           [](HeldMachine& machine, unsigned ue, std::uint32_t address, std::size_t bytes) {
             return as_bytes(machine.read_physical(ue, address, bytes));
           })
      .def("write_physical",
           [](HeldMachine& machine, unsigned ue, std::uint32_t address, const py::bytes& data) {
             machine.write_physical(ue, address, octets(data));
           })
      .def("mpb", [](HeldMachine& machine, unsigned tile) { return as_bytes(machine.mpb(tile)); })
      .def("lookup_table",
           [](HeldMachine& machine, unsigned ue) {
             py::list rows;
             for (const HeldMachine::Slot& slot : machine.lookup_table(ue))
               rows.append(py::make_tuple(slot.bypass, slot.x, slot.y, slot.subdestination,
                                          slot.address, slot.entry));
             return rows;
           })
      .def_property_readonly_static("register_names",
                                    [](const py::object&) { return HeldMachine::register_names(); })
      .def("registers", &HeldMachine::registers)
      .def("set_register", &HeldMachine::set_register)
      .def("variable",
           [](HeldMachine& machine, unsigned ue, const std::string& name) {
             const auto found = machine.variable(ue, name);
             return std::pair(found.address, found.bytes);
           })
      .def("place", &HeldMachine::place)
      .def("on_call",
           [](HeldMachine& machine, const std::string& function, py::function callback, int ue) {
             return machine.on_call(function, called(shared(std::move(callback))), ue);
           })
      .def("on_store",
           [](HeldMachine& machine, unsigned ue, std::uint32_t address, std::uint32_t bytes,
              py::function callback) {
             return machine.on_store(ue, address, bytes, called(shared(std::move(callback))));
           })
      .def("on_message",
           [](HeldMachine& machine, py::function callback) {
             return machine.on_message(called(shared(std::move(callback))));
           })
      .def("forget", &HeldMachine::forget)
      .def("statistics", &HeldMachine::statistics)
      .def("findings", &HeldMachine::findings)
      .def("output", [](HeldMachine& machine) { return py::bytes(machine.output()); })
      .def("monitor", &HeldMachine::monitor);
}
