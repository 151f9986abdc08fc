#include <fstream>
#include <iostream>
int main() {
  std::ifstream in("/no/such/file");
  std::cout << in.is_open() << '\n';
  return 0;
}
