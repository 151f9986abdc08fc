// SPDX-License-Identifier: Apache-2.0
#include <codecvt>
#include <iostream>
#include <locale>

int main() {
  std::wstring_convert<std::codecvt_utf8<char32_t>, char32_t> convert;
  const std::string bytes = convert.to_bytes(U"\u00e9\u20ac");
  std::cout << bytes.size() << ' ' << convert.from_bytes(bytes).size() << '\n';
  return 0;
}
