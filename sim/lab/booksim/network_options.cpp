// SPDX-License-Identifier: Apache-2.0
// Topology, lengths of channels and routing function.
#include <cmath>
#include <filesystem>

#include "hw_model/kernel/text.h"
#include "sim/lab/booksim/names.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

class NetworkOptions {
 public:
  explicit NetworkOptions(BooksimReading& reading) : reading_(reading) {}

  void run() {
    std::string topology = reading_.text("topology");
    if (topology == "dragonfly") topology = "dragonflynew";
    if (topology == "mesh" || topology == "torus") {
      grid(topology);
    } else if (topology == "cmesh") {
      concentrated();
    } else if (topology == "flatfly") {
      flattened();
    } else if (topology == "fly" || topology == "fattree") {
      const unsigned k = reading_.whole("k", 2, 64), n = reading_.whole("n", 1, 12);
      reading_.option("--topology", topology == "fly" ? "fly" : "tree");
      reading_.option("--radix", fmt::format("{}", k));
      reading_.option("--stages", fmt::format("{}", n));
      wires(1);
      set_ends(k, n);
    } else if (topology == "qtree") {
      reading_.option("--topology", "thin-tree");
      reading_.option("--radix", fmt::format("{}", reading_.whole("k", 4, 4)));
      reading_.option("--stages", fmt::format("{}", reading_.whole("n", 3, 3)));
      wires(1);
      set_ends(4, 3);
    } else if (topology == "tree4") {
      reading_.option("--topology", "tree4");
      wires(1);
      set_ends(reading_.whole("k", 4, 4), reading_.whole("n", 3, 3));
    } else if (topology == "dragonflynew") {
      dragonfly();
    } else if (topology == "anynet") {
      anynet();
    } else {
      reading_.refuse("topology",
                      "expected mesh, torus, cmesh, fly, fattree, qtree, tree4, flatfly, "
                      "dragonflynew or anynet");
      return;
    }
    routing(topology);
    // BookSim runs what can deadlock; here a circle is printed first.
    reading_.flag("--allow-deadlock");
  }

 private:
  // BookSim's patterns by digits see n digits to this base.
  void set_ends(unsigned base, unsigned digits) {
    reading_.base = base;
    reading_.digits = digits;
  }

  void wires(unsigned between, unsigned to_ends = 1) {
    reading_.option("--wire", fmt::format("{}", between));
    reading_.option("--end-wire", fmt::format("{}", to_ends));
  }

  void grid(const std::string& topology) {
    const unsigned k = reading_.whole("k", 1, 4096), n = reading_.whole("n", 1, 4);
    reading_.option("--topology", topology);
    reading_.option("--sizes", booksim_sizes(k, n));
    wires(topology == "torus" && reading_.is_set("use_noc_latency") ? 2 : 1);
    set_ends(k, n);
  }

  // Blocks of xr x yr end points.
  unsigned blocks() {
    const unsigned c = reading_.whole("c", 1, 64), xr = reading_.whole("xr", 1, 8),
                   yr = reading_.whole("yr", 1, 8);
    if (xr * yr != c) reading_.refuse("c", "expected xr x yr");
    if (xr != yr) reading_.refuse("xr", "expected yr");
    return xr;
  }

  void concentrated() {
    const unsigned k = reading_.whole("k", 2, 32);
    if (reading_.whole("n", 1, 4) != 2) reading_.refuse("n", "expected 2 for a cmesh");
    const unsigned xr = blocks();  // x and y say nothing there but that they are equal
    if (reading_.whole("x", 1, 4096) != reading_.whole("y", 1, 4096))
      reading_.refuse("x", "expected y");
    if (reading_.whole("c", 1, 64) != 4) reading_.refuse("c", "expected 4 for a cmesh");
    reading_.option("--topology", "cmesh");
    reading_.option("--sizes", booksim_sizes(k, 2));
    wires(1);
    if (reading_.is_set("use_noc_latency")) reading_.option("--wire-per-pitch", "1");
    if (reading_.text("routing_function") == "dor") reading_.flag("--express");
    set_ends(xr * k, 2);
  }

  void flattened() {
    const unsigned k = reading_.whole("k", 2, 64), n = reading_.whole("n", 1, 4);
    const unsigned xr = blocks();
    for (const char* key : {"x", "y"})
      if (reading_.whole(key, 1, 4096) != k) reading_.refuse(key, "expected k");
    const bool by_length = reading_.is_set("use_noc_latency");
    if (n > 2 && by_length)
      reading_.refuse("n", "expected 1 or 2 for a flatfly, or use_noc_latency = 0");
    reading_.option("--topology", "flattened");
    reading_.option("--sizes", booksim_sizes(k, n));
    reading_.option("--concentration", reading_.text("c"));
    const unsigned to_ends = by_length ? cycles_to_ends(xr) : 1;
    wires(1, to_ends);
    if (by_length) reading_.option("--wire-per-pitch", "1");
    if (n == 2 && xr > 1) reading_.flag("--end-blocks");
    if (by_length && xr > 3)
      reading_.note("xr", fmt::format("{} cycles to each end point, the mean", to_ends));
    set_ends(xr * k, n);
  }

  // The mean over a block of xr x xr end points around their router: a cycle, and one more for each
  // pitch beyond the first in either direction.
  static unsigned cycles_to_ends(unsigned xr) {
    double beyond = 0;  // in one direction, of the end points on one side
    for (unsigned place = 2; place <= xr / 2; ++place) beyond += place - 1;
    return static_cast<unsigned>(std::lround(1 + 2 * 2 * beyond / xr));
  }

  void dragonfly() {
    const unsigned p = reading_.whole("k", 1, 16);
    if (reading_.whole("n", 1, 4) != 1) reading_.refuse("n", "expected 1 for a dragonfly");
    reading_.option("--topology", "dragonfly");
    reading_.option("--dragonfly", fmt::format("{},{},{}", 2 * p, p, p));
    reading_.option("--wire", "10");
    reading_.option("--global-wire", "100");
    reading_.option("--end-wire", "1");
    const bool ugal = reading_.text("routing_function") == "ugal";
    reading_.vcs = ugal ? 4 : 2;
    // There a way round has to save 30 flits; here 30 on each of the three channels of a direct way.
    if (ugal) reading_.option("--ugal-threshold", "90");
  }

  void anynet() {
    const std::string name = reading_.text("network_file");
    if (name.empty()) {
      reading_.refuse("network_file", "expected the file of the network");
      return;
    }
    namespace fs = std::filesystem;
    const fs::path beside = fs::path(reading_.folder()) / name;
    std::error_code ignored;
    const fs::path file = fs::exists(beside, ignored) ? beside : fs::path(name);
    if (!fs::exists(file, ignored)) {
      reading_.refuse(
          "network_file",
          fmt::format("no such file in {} or here",
                      reading_.folder().empty() ? "." : kernel::shown(reading_.folder())));
      return;
    }
    // What has a slash in it is a file.
    reading_.option("--topology", file.has_parent_path() ? file.string() : "./" + file.string());
  }

  void routing(const std::string& topology) {
    const std::string name = reading_.text("routing_function");
    std::string known;
    for (const BooksimRouting& entry : booksim_routings()) {
      if (entry.topology != topology) continue;
      if (entry.name == name) {
        reading_.option("--routing", fmt::format("{}{}", entry.ours, by_next_output()));
        reading_.halves = entry.ours == "dor-kept-half" || entry.ours.starts_with("o1turn");
        if (!entry.note.empty()) reading_.note("routing_function", entry.note);
        return;
      }
      known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
    }
    reading_.refuse("routing_function", fmt::format("expected for {} one of {}", topology, known));
  }

  const char* by_next_output() {
    if (!reading_.is_set("noq")) return "";
    if (reading_.whole("routing_delay", 0, 16) != 0)
      reading_.refuse("noq", "expected routing_delay = 0, as BookSim does");
    return "+noq";
  }

  BooksimReading& reading_;
};

}  // namespace

void network_options(BooksimReading& reading) { NetworkOptions(reading).run(); }

}  // namespace rc::sim::lab
