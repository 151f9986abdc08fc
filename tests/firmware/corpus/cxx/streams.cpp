// SPDX-License-Identifier: Apache-2.0
#include <ios>
#include <iosfwd>
#include <iostream>
#include <istream>
#include <ostream>
#include <streambuf>

namespace {

// What is written comes back in capitals.
class Capitals : public std::streambuf {
 public:
  explicit Capitals(std::streambuf* to) : to_(to) {}

 protected:
  int overflow(int c) override { return to_->sputc(c >= 'a' && c <= 'z' ? c - 32 : c); }

 private:
  std::streambuf* to_;
};

std::ostream& twice(std::ostream& out) { return out << "2x"; }

}  // namespace

int main() {
  Capitals capitals(std::cout.rdbuf());
  std::ostream out(&capitals);
  out << "letters " << std::hex << std::showbase << 255 << ' ' << twice << ' ' << std::boolalpha
      << true << '\n';
  std::istream nothing(nullptr);
  int number = 5;
  nothing >> number;
  std::cout << nothing.fail() << ' ' << number << std::endl;
  return 0;
}
