// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>
struct Base {
  virtual ~Base() { std::cout << "~Base\n"; }
};
struct Derived : Base {};
int main() {
  std::unique_ptr<Base> one = std::make_unique<Derived>();
  const auto two = std::make_shared<int>(7);
  const std::weak_ptr<int> weak = two;
  std::cout << (dynamic_cast<Derived*>(one.get()) != nullptr) << *two << weak.use_count() << '\n';
  return 0;
}
