// SPDX-License-Identifier: Apache-2.0
// C++ with streams, containers and exceptions.
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Shortage : std::runtime_error {
  explicit Shortage(const std::string& item) : std::runtime_error("not enough of " + item) {}
};

class Inventory {
 public:
  void add(const std::string& line) {
    std::istringstream words(line);
    std::string item;
    int count = 0;
    if (!(words >> item >> count)) throw std::invalid_argument("not an item and a number: " + line);
    stock_[item] += count;
  }

  void take(const std::string& item, int count) {
    int& left = stock_.at(item);  // std::out_of_range for what was never there
    if (left < count) throw Shortage(item);
    left -= count;
  }

  void print(std::ostream& out) const {
    for (const auto& [item, count] : stock_)
      out << std::left << std::setw(8) << item << std::right << std::setw(4) << count << '\n';
  }

 private:
  std::map<std::string, int> stock_;
};

}  // namespace

int main() {
  Inventory inventory;
  int failures = 0;
  for (const char* line : {"bolts 20", "nuts 30", "bolts 5", "washers many"}) {
    try {
      inventory.add(line);
    } catch (const std::invalid_argument& error) {
      std::cout << error.what() << '\n';
      ++failures;
    }
  }
  const std::vector<std::pair<std::string, int>> orders{{"bolts", 10}, {"nuts", 31}, {"gears", 1}};
  for (const auto& [item, count] : orders) {
    try {
      inventory.take(item, count);
    } catch (const Shortage& error) {
      std::cout << error.what() << '\n';
      ++failures;
    } catch (const std::out_of_range&) {
      std::cout << "no " << item << '\n';
      ++failures;
    }
  }
  inventory.print(std::cout);
  return failures == 3 ? 0 : 1;
}
