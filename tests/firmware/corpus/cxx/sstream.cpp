// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>
#include <string>
int main() {
  std::stringstream s("12 3.5 word");
  int i = 0;
  double d = 0;
  std::string w;
  s >> i >> d >> w;
  std::ostringstream out;
  out << i + 1 << '|' << d * 2 << '|' << w;
  std::cout << out.str() << '\n';
  return 0;
}
