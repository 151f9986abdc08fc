// SPDX-License-Identifier: Apache-2.0
// The parts of the C++ library that firmware/cxx brings, against plain arrays: exit status 0 is
// right, until the last line does what would throw an exception.
#include <algorithm>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

void expect(bool ok, int line) {
  if (ok) return;
  std::printf("containers.cpp:%d\n", line);
  std::exit(1);
}
#define EXPECT(condition) expect((condition), __LINE__)

// Black nodes on every path below `node`; all links and colours must fit.
int black_height(const std::_Rb_tree_node_base* node) {
  if (node == nullptr) return 1;
  const bool red = node->_M_color == std::_S_red;
  for (const auto* child : {node->_M_left, node->_M_right}) {
    if (child == nullptr) continue;
    EXPECT(child->_M_parent == node);
    EXPECT(!(red && child->_M_color == std::_S_red));
  }
  const int left = black_height(node->_M_left);
  EXPECT(left == black_height(node->_M_right));
  return left + !red;
}

void compare(const std::map<int, int>& map, const std::vector<int>& values) {
  auto element = map.begin();
  for (int key = 0; key < static_cast<int>(values.size()); ++key) {
    if (values[key] < 0) continue;
    EXPECT(element != map.end() && element->first == key && element->second == values[key]);
    ++element;
  }
  EXPECT(element == map.end());
  auto backwards = map.rbegin();
  for (int key = static_cast<int>(values.size()); key-- > 0;) {
    if (values[key] >= 0) EXPECT((backwards++)->first == key);
  }
  EXPECT(backwards == map.rend());
  black_height(map.end()._M_node->_M_parent);
}

void trees() {
  std::mt19937 random(1);
  std::map<int, int> map;
  std::vector<int> values(300, -1);
  for (int step = 0; step < 20000; ++step) {
    const int key = static_cast<int>(random() % values.size());
    // Grows to nearly all keys and shrinks to nearly none, four times.
    const bool insert = random() % 8 < (step / 2500 % 2 == 0 ? 6u : 2u);
    if (insert) {
      map[key] = values[key] = step;
    } else {
      map.erase(key);
      values[key] = -1;
    }
    if (step % 100 == 0) compare(map, values);
  }
  while (!map.empty()) map.erase(map.begin());
  compare(map, std::vector<int>(300, -1));
}

void lists() {
  std::list<int> a{5, 3, 9, 1}, b{2, 8}, empty;
  a.sort();
  a.merge(b);
  a.reverse();
  a.swap(empty);
  EXPECT(a.empty() && (empty == std::list<int>{9, 8, 5, 3, 2, 1}));
  std::swap(a, b);
  EXPECT(a.empty() && b.empty());
  b.push_back(4);
  b.splice(b.begin(), empty, std::next(empty.begin()), empty.end());
  EXPECT((b == std::list<int>{8, 5, 3, 2, 1, 4}) && empty.size() == 1);
}

void hashes() {
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < 5000; ++i) map[std::to_string(i)] = i;
  for (int i = 0; i < 5000; ++i) EXPECT(map.at(std::to_string(i)) == i);
  EXPECT(map.size() == 5000 && map.load_factor() <= 1);
  for (int i = 0; i < 5000; i += 2) map.erase(std::to_string(i));
  EXPECT(map.size() == 2500 && map.count("2") == 0 && map.count("3") == 1);
}

void others() {
  std::deque<int> deque;
  for (int i = 0; i < 1000; ++i) (i % 2 ? deque.push_back(i) : deque.push_front(i));
  std::sort(deque.begin(), deque.end());
  EXPECT(deque.front() == 0 && deque[500] == 500);
  int destroyed = 0;
  {
    const std::shared_ptr<int> counted(new int(4), [&](int* p) { ++destroyed, delete p; });
    const std::shared_ptr<int> second = counted;
    EXPECT(second.use_count() == 2 && *std::make_shared<int>(5) == 5);
  }
  EXPECT(destroyed == 1);
  const std::function<double(double)> square = [](double x) { return x * x; };
  EXPECT(square(1.5) == 2.25 && std::abs(std::complex<double>(3, 4)) == 5);
  EXPECT(std::multiset<int>({3, 1, 3}).count(3) == 2);
}

struct Announces {
  ~Announces() { std::puts("destroyed at exit"); }
};
Announces announces;

}  // namespace

int main() {
  trees();
  lists();
  hashes();
  others();
  std::puts("all as expected");
  std::fflush(stdout);
  std::vector<int>{1, 2}.at(3);
}
