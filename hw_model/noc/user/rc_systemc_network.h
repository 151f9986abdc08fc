// SPDX-License-Identifier: Apache-2.0
// A whole network in SystemC as a network from elsewhere: the pins and rules of docs/network.md, for a
// module of the user's that becomes a shared library with rc_network().
//
//   struct MyNetwork : rc::SystemCNetwork {
//     static rc::NetworkPromises promises() { return {.name = "mine", .min_latency = 2}; }
//     MyNetwork(const sc_core::sc_module_name& name, const rc_network_setup& setup);
//   };
//   RC_SYSTEMC_NETWORK(MyNetwork)
//
// SystemC has one simulation in a process, and the chip's own runs ahead of its time: so the network lives
// in a process of its own, which each network starts and which ends with it. A cycle is a request to that
// process and an answer. Errors, exceptions and the end of that process end the run with one line. A copy
// of the simulator (a debugger's, a way back) cannot use the network of another process, and says so.
#ifndef RC_SYSTEMC_NETWORK_H
#define RC_SYSTEMC_NETWORK_H

// Debian's SystemC is built as C++17, and asks for that name of a program that is newer.
#if !defined(SC_CPLUSPLUS) && __cplusplus > 201703L
#define SC_CPLUSPLUS 201703L
#endif

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <systemc>
#include <vector>

#include "rc_network.h"

// What a signal needs of its type.
inline bool operator==(const rc_flit& a, const rc_flit& b) {
  return a.destination == b.destination && a.source == b.source && a.length == b.length &&
         a.index == b.index && a.sequence == b.sequence && a.head == b.head && a.tail == b.tail &&
         std::memcmp(a.data, b.data, sizeof a.data) == 0;
}
inline std::ostream& operator<<(std::ostream& out, const rc_flit& flit) {
  return out << flit.source << " to " << flit.destination << ", packet " << flit.sequence
             << ", flit " << flit.index;
}
inline void sc_trace(sc_core::sc_trace_file* file, const rc_flit& flit, const std::string& name) {
  sc_core::sc_trace(file, flit.source, name + ".source");
  sc_core::sc_trace(file, flit.destination, name + ".destination");
  sc_core::sc_trace(file, flit.sequence, name + ".sequence");
  sc_core::sc_trace(file, flit.index, name + ".index");
}

namespace rc {

/// What a network promises: keys and defaults of network.toml.
struct NetworkPromises {
  const char* name = "network";
  std::uint32_t flit_bits = 128, max_flits = 3, min_latency = 1;
  std::uint32_t drain_cycles = 64, quiet_cycles = 16, max_end_points = 0, reorder_packets = 0;
  std::uint8_t order = RC_ORDER_KEPT, interleave = RC_INTERLEAVE_NONE;
  bool self = true, free_running = false;
  std::vector<const char*> statistics = {};  ///< names of counters
};

/// The pins, by end point * classes + class. `rst` is high for some edges of `clk` at first and whenever
/// the simulator resets; what the module drives may follow `clk` and the inputs as rule 3 says.
class SystemCNetwork : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"}, rst{"rst"};
  sc_core::sc_vector<sc_core::sc_in<bool>> in_valid;
  sc_core::sc_vector<sc_core::sc_out<bool>> in_ready;
  sc_core::sc_vector<sc_core::sc_in<rc_flit>> in_flit;
  sc_core::sc_vector<sc_core::sc_out<bool>> out_valid;
  sc_core::sc_vector<sc_core::sc_in<bool>> out_ready;
  sc_core::sc_vector<sc_core::sc_out<rc_flit>> out_flit;

  /// The counter with this number in NetworkPromises::statistics.
  virtual std::uint64_t statistic(std::uint32_t /*number*/) { return 0; }

 protected:
  /// `setup` is there for as long as the constructor.
  SystemCNetwork(const sc_core::sc_module_name& name, const rc_network_setup& setup)
      : sc_module(name),
        in_valid("in_valid", pins(setup)),
        in_ready("in_ready", pins(setup)),
        in_flit("in_flit", pins(setup)),
        out_valid("out_valid", pins(setup)),
        out_ready("out_ready", pins(setup)),
        out_flit("out_flit", pins(setup)) {}

 private:
  static std::size_t pins(const rc_network_setup& setup) {
    return std::size_t{setup.end_points} * setup.classes;
  }
};

namespace systemc_network {

constexpr std::size_t kErrorBytes = 500;
constexpr unsigned kResetEdges = 20;
constexpr unsigned kMostDeltas = 100'000;  // of one instant

enum class Request : std::uint8_t { evaluate, edge, reset, statistic };

// Memory that both processes see: what the pins carry, and one answer.
class Shared {
 public:
  explicit Shared(std::size_t pins) : pins_(pins) {
    memory_ = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory for the pins");
  }
  ~Shared() { ::munmap(memory_, bytes()); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  struct Head {
    char error[kErrorBytes];
    std::uint32_t number;
    std::uint64_t value;
  };
  Head& head() { return *static_cast<Head*>(memory_); }
  rc_flit* in_flit() { return reinterpret_cast<rc_flit*>(static_cast<char*>(memory_) + kFlits); }
  rc_flit* out_flit() { return in_flit() + pins_; }
  std::uint8_t* in_valid() { return reinterpret_cast<std::uint8_t*>(out_flit() + pins_); }
  std::uint8_t* out_ready() { return in_valid() + pins_; }
  std::uint8_t* in_ready() { return in_valid() + 2 * pins_; }
  std::uint8_t* out_valid() { return in_valid() + 3 * pins_; }
  std::size_t pins() const { return pins_; }

 private:
  static constexpr std::size_t kFlits = 1024;
  static_assert(sizeof(Head) <= kFlits);
  std::size_t bytes() const { return kFlits + pins_ * (2 * sizeof(rc_flit) + 4); }

  std::size_t pins_;
  void* memory_;
};

// In the network's own process: the module, its wires and its clock.
template <class Module>
class Bench {
 public:
  Bench(const rc_network_setup& setup, Shared& shared)
      : shared_(shared),
        in_valid_("w_in_valid", shared.pins()),
        in_ready_("w_in_ready", shared.pins()),
        out_valid_("w_out_valid", shared.pins()),
        out_ready_("w_out_ready", shared.pins()),
        in_flit_("w_in_flit", shared.pins()),
        out_flit_("w_out_flit", shared.pins()),
        network_("network", setup) {
    network_.clk(clk_);
    network_.rst(rst_);
    network_.in_valid(in_valid_);
    network_.in_ready(in_ready_);
    network_.in_flit(in_flit_);
    network_.out_valid(out_valid_);
    network_.out_ready(out_ready_);
    network_.out_flit(out_flit_);
  }

  void serve(Request request) {
    if (request == Request::evaluate) evaluate();
    if (request == Request::edge) edge();
    if (request == Request::reset) reset();
    if (request == Request::statistic)
      shared_.head().value = network_.statistic(shared_.head().number);
  }

 private:
  void evaluate() {
    for (std::size_t pin = 0; pin < shared_.pins(); ++pin) {
      in_valid_[pin].write(shared_.in_valid()[pin] != 0);
      out_ready_[pin].write(shared_.out_ready()[pin] != 0);
      if (shared_.in_valid()[pin] != 0) in_flit_[pin].write(shared_.in_flit()[pin]);
    }
    settle();
    for (std::size_t pin = 0; pin < shared_.pins(); ++pin) {
      shared_.in_ready()[pin] = in_ready_[pin].read();
      shared_.out_valid()[pin] = out_valid_[pin].read();
      if (out_valid_[pin].read()) shared_.out_flit()[pin] = out_flit_[pin].read();
    }
  }

  void edge() {
    for (const bool level : {true, false}) {
      clk_.write(level);
      settle();
      sc_core::sc_start(sc_core::sc_time(500, sc_core::SC_PS));
    }
  }

  void reset() {
    for (std::size_t pin = 0; pin < shared_.pins(); ++pin) in_valid_[pin].write(false);
    rst_.write(true);
    for (unsigned i = 0; i < kResetEdges; ++i) edge();
    rst_.write(false);
    settle();
  }

  // Until nothing more happens at this instant.
  void settle() {
    for (unsigned delta = 0; delta < kMostDeltas; ++delta) {
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      if (sc_core::sc_get_status() == sc_core::SC_STOPPED)
        throw std::runtime_error("it called sc_stop()");
      if (!sc_core::sc_pending_activity_at_current_time()) return;
    }
    throw std::runtime_error("its signals do not come to rest within a cycle");
  }

  Shared& shared_;
  sc_core::sc_signal<bool> clk_{"w_clk"}, rst_{"w_rst"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> in_valid_, in_ready_, out_valid_, out_ready_;
  sc_core::sc_vector<sc_core::sc_signal<rc_flit>> in_flit_, out_flit_;
  Module network_;
};

inline void tell(char* to, std::size_t bytes, const std::string& text) {
  std::snprintf(to, bytes, "%s", text.c_str());
}

inline std::string message_of(const std::exception& error) {
  const auto* report = dynamic_cast<const sc_core::sc_report*>(&error);
  std::string text = report != nullptr
                         ? std::string(report->get_msg_type()) + ": " + report->get_msg()
                         : error.what();
  for (char& letter : text)
    if (letter == '\n') letter = ' ';
  return text;
}

// The network's process: one request after the other, until the simulator's end of the line is gone.
template <class Module>
[[noreturn]] void be_network(const rc_network_setup& setup, Shared& shared, int line) {
  std::signal(SIGINT, SIG_IGN);  // the simulator's to decide
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  std::atexit([] { ::_exit(0); });  // before what the simulator has to say at its own end
  const auto attempt = [&](auto&& what) {
    std::uint8_t good = 1;
    try {
      what();
    } catch (const std::exception& error) {
      tell(shared.head().error, kErrorBytes, message_of(error));
      good = 0;
    } catch (...) {
      tell(shared.head().error, kErrorBytes, "it threw an exception");
      good = 0;
    }
    std::cerr.flush();
    std::fflush(nullptr);
    return ::write(line, &good, 1) == 1 && good != 0;
  };
  // The simulator's own simulation is a copy here, which nobody runs.
  sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = new sc_core::sc_simcontext;
  std::unique_ptr<Bench<Module>> bench;
  bool good = attempt([&] { bench = std::make_unique<Bench<Module>>(setup, shared); });
  Request request{};
  while (good && ::read(line, &request, 1) == 1) {
    if (request == Request::edge) {  // its answer is that of the next request
      try {
        bench->serve(request);
        continue;
      } catch (...) {
        const std::exception_ptr thrown = std::current_exception();
        good = ::read(line, &request, 1) == 1 && attempt([&] { std::rethrow_exception(thrown); });
        break;
      }
    }
    good = attempt([&] { bench->serve(request); });
  }
  ::_exit(0);
}

// In the simulator's process.
class Line {
 public:
  template <class Module>
  static std::unique_ptr<Line> begin(const rc_network_setup& setup) {
    auto line = std::make_unique<Line>(std::size_t{setup.end_points} * setup.classes);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("no channel to its process");
    std::fflush(nullptr);
    line->process_ = ::fork();
    if (line->process_ == 0) {
      ::close(ends[0]);
      be_network<Module>(setup, line->shared_, ends[1]);
    }
    ::close(ends[1]);
    line->socket_ = ends[0];
    if (line->process_ < 0) throw std::runtime_error("no process for it");
    line->answer();
    return line;
  }

  explicit Line(std::size_t pins) : shared_(pins) {}
  ~Line() {
    if (socket_ >= 0) ::close(socket_);
    if (process_ > 0 && owner_ == ::getpid()) ::waitpid(process_, nullptr, 0);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  void ask(Request request) {
    send(request);
    answer();
  }
  void send(Request request) {
    if (owner_ != ::getpid())
      throw std::runtime_error("a network in SystemC stays with the process that made it");
    if (::send(socket_, &request, 1, MSG_NOSIGNAL) != 1) fail_of_end();
  }
  Shared& shared() { return shared_; }

 private:
  void answer() {
    std::uint8_t good = 0;
    ssize_t got = 0;
    do got = ::read(socket_, &good, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1) fail_of_end();
    if (good == 0) throw std::runtime_error(shared_.head().error);
  }
  [[noreturn]] void fail_of_end() {
    int status = 0;
    const bool known = ::waitpid(process_, &status, 0) == process_;
    process_ = -1;
    if (known && WIFSIGNALED(status))
      throw std::runtime_error(std::string("its process died: ") + ::strsignal(WTERMSIG(status)));
    throw std::runtime_error("its process ended");
  }

  Shared shared_;
  int socket_ = -1;
  pid_t process_ = -1, owner_ = ::getpid();
};

template <class F>
int guarded(char* error, std::size_t bytes, F&& f) {
  try {
    f();
    return 0;
  } catch (const std::exception& thrown) {
    tell(error, bytes, thrown.what());
    return 1;
  }
}

inline Line& line_of(void* network) { return *static_cast<Line*>(network); }

inline int evaluate(void* network, const rc_network_pins* pins, char* error, std::size_t bytes) {
  return guarded(error, bytes, [&] {
    Shared& shared = line_of(network).shared();
    const std::size_t count = shared.pins();
    std::memcpy(shared.in_valid(), pins->in_valid, count);
    std::memcpy(shared.out_ready(), pins->out_ready, count);
    for (std::size_t pin = 0; pin < count; ++pin)
      if (pins->in_valid[pin] != 0) shared.in_flit()[pin] = pins->in_flit[pin];
    line_of(network).ask(Request::evaluate);
    std::memcpy(pins->in_ready, shared.in_ready(), count);
    std::memcpy(pins->out_valid, shared.out_valid(), count);
    for (std::size_t pin = 0; pin < count; ++pin)
      if (pins->out_valid[pin] != 0) pins->out_flit[pin] = shared.out_flit()[pin];
  });
}

inline std::uint64_t statistic(void* network, std::uint32_t number) {
  Line& line = line_of(network);
  line.shared().head().number = number;
  char error[kErrorBytes];
  return guarded(error, sizeof error, [&] { line.ask(Request::statistic); }) == 0
             ? line.shared().head().value
             : 0;
}

template <class Module>
rc_network_api table() {
  static const NetworkPromises promises = Module::promises();
  rc_network_api settings{};
  settings.abi = RC_NETWORK_ABI;
  settings.name = promises.name;
  settings.flit_bits = promises.flit_bits;
  settings.max_flits = promises.max_flits;
  settings.min_latency = promises.min_latency;
  settings.drain_cycles = promises.drain_cycles;
  settings.quiet_cycles = promises.quiet_cycles;
  settings.max_end_points = promises.max_end_points;
  settings.reorder_packets = promises.reorder_packets;
  settings.order = promises.order;
  settings.interleave = promises.interleave;
  settings.self = promises.self;
  settings.free_running = promises.free_running;
  settings.statistics = static_cast<std::uint32_t>(promises.statistics.size());
  settings.statistic_names = promises.statistics.data();
  settings.create = [](const rc_network_setup* setup, char* error, std::size_t bytes) -> void* {
    std::unique_ptr<Line> line;
    const int failed = guarded(error, bytes, [&] {
      line = Line::begin<Module>(*setup);
      line->ask(Request::reset);
    });
    return failed == 0 ? line.release() : nullptr;
  };
  settings.reset = [](void* network, char* error, std::size_t bytes) {
    return guarded(error, bytes, [&] { line_of(network).ask(Request::reset); });
  };
  settings.evaluate = evaluate;
  settings.edge = [](void* network, char* error, std::size_t bytes) {
    return guarded(error, bytes, [&] { line_of(network).send(Request::edge); });
  };
  settings.destroy = [](void* network) { delete static_cast<Line*>(network); };
  settings.statistic = statistic;
  return settings;
}

}  // namespace systemc_network
}  // namespace rc

#define RC_SYSTEMC_NETWORK(Module)                                          \
  extern "C" const rc_network_api* rc_network(void) {                       \
    static const rc_network_api api = rc::systemc_network::table<Module>(); \
    return &api;                                                            \
  }

#endif
