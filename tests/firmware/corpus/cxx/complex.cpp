// SPDX-License-Identifier: Apache-2.0
#include <complex>
#include <iostream>
int main() {
  const std::complex<double> z(1, 2);
  std::cout << z * z << ' ' << std::abs(std::complex<double>(3, 4)) << ' ' << std::exp(z).real()
            << '\n';
  return 0;
}
