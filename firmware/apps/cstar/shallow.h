// SPDX-License-Identifier: Apache-2.0
// The shallow-water equations on a torus, after Sadourny: the sequential version that both programs
// are held against. One time step of simple Euler form, with u, v and p on one grid.
#pragma once

#include <stdlib.h>
#include <string.h>

namespace shallow {

constexpr double kStep = 0.01;

inline double first_u(int i, int j) { return ((i * 3 + j) % 7 - 3) * 0.1; }
inline double first_v(int i, int j) { return ((i + j * 5) % 11 - 5) * 0.1; }
inline double first_p(int i, int j) { return 50.0 + (i * j) % 5; }

// Of an n x n grid.
class Sequential {
 public:
  explicit Sequential(int n) : n_(n) {
    for (double*& field : fields_)
      field = static_cast<double*>(malloc(sizeof(double) * static_cast<size_t>(n) * n));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        at(u, i, j) = first_u(i, j);
        at(v, i, j) = first_v(i, j);
        at(p, i, j) = first_p(i, j);
      }
  }
  Sequential(const Sequential&) = delete;
  Sequential& operator=(const Sequential&) = delete;
  ~Sequential() {
    for (double* field : fields_) free(field);
  }

  enum Field { u, v, p, cu, cv, z, h, fresh_u, fresh_v, fresh_p, kFields };
  double& at(Field field, int i, int j) const {
    return fields_[field][(i + n_) % n_ * n_ + (j + n_) % n_];
  }

  void step() {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        at(cu, i, j) = 0.5 * (at(p, i, j) + at(p, i - 1, j)) * at(u, i, j);
        at(cv, i, j) = 0.5 * (at(p, i, j) + at(p, i, j - 1)) * at(v, i, j);
        at(z, i, j) = (at(v, i, j) - at(v, i - 1, j) - at(u, i, j) + at(u, i, j - 1)) /
                      (at(p, i, j) + at(p, i - 1, j));
        at(h, i, j) = at(p, i, j) + 0.25 * (at(u, i + 1, j) * at(u, i + 1, j) +
                                            at(v, i, j + 1) * at(v, i, j + 1));
      }
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        at(fresh_u, i, j) = at(u, i, j) + kStep * (at(z, i, j + 1) * at(cv, i, j + 1) -
                                                   (at(h, i, j) - at(h, i - 1, j)));
        at(fresh_v, i, j) = at(v, i, j) - kStep * (at(z, i + 1, j) * at(cu, i + 1, j) +
                                                   (at(h, i, j) - at(h, i, j - 1)));
        at(fresh_p, i, j) = at(p, i, j) - kStep * (at(cu, i + 1, j) - at(cu, i, j) +
                                                   at(cv, i, j + 1) - at(cv, i, j));
      }
    const size_t bytes = sizeof(double) * static_cast<size_t>(n_) * n_;
    memcpy(fields_[u], fields_[fresh_u], bytes);
    memcpy(fields_[v], fields_[fresh_v], bytes);
    memcpy(fields_[p], fields_[fresh_p], bytes);
  }

 private:
  int n_;
  double* fields_[kFields] = {};
};

}  // namespace shallow
