// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <typeindex>
#include <typeinfo>
struct A {
  virtual ~A() = default;
};
struct B : A {};
struct C {};
int main() {
  B b;
  A& a = b;
  std::cout << (typeid(a) == typeid(B)) << typeid(int).name() << typeid(C).name() << '\n';
  std::cout << (std::type_index(typeid(a)) == std::type_index(typeid(A))) << '\n';
  try {
    A plain;
    A& base = plain;
    dynamic_cast<B&>(base);
  } catch (const std::bad_cast&) {
    std::cout << "bad_cast\n";
  }
  return 0;
}
