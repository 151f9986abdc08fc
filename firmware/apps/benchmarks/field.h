// SPDX-License-Identifier: Apache-2.0
// A field of numbers on a square grid whose rows are divided among the UEs; the wall around it is
// 0. The programs here start from the lowest mode of the square, sin(pi x) sin(pi y). Difference
// operators only scale it, by factors known beforehand, so that every number can be checked.
#pragma once

#include <math.h>
#include <stdlib.h>

#include <utility>

#include "RCCE.h"

namespace benchmarks {

inline int first_row(int size, int ue) { return size * ue / RCCE_num_ues(); }
inline int own_rows(int size) {
  return first_row(size, RCCE_ue() + 1) - first_row(size, RCCE_ue());
}

inline void* room(size_t bytes) {
  void* const memory = malloc(bytes);
  if (memory == nullptr) abort();
  return memory;
}

// sin(pi x) at the inner points of one direction.
class Mode {
 public:
  explicit Mode(int size) : size_(size), at_(static_cast<double*>(room(size * sizeof(double)))) {
    for (int i = 0; i < size; ++i) at_[i] = sin(M_PI * (i + 1) / (size + 1));
  }
  ~Mode() { free(at_); }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;

  double operator[](int i) const { return at_[i]; }
  // Between a point of the mode of the square and the mean of its four neighbours.
  double mean() const { return cos(M_PI / (size_ + 1)); }

 private:
  int size_;
  double* at_;
};

template <class T>
class Field {
 public:
  // Walls are 0; inner points are whatever they are.
  explicit Field(int size)
      : size_(size),
        rows_(own_rows(size)),
        first_(first_row(size, RCCE_ue())),
        cells_(static_cast<T*>(room((size + 2) * (rows_ + 2) * sizeof(T)))) {
    for (int c = 0; c < size + 2; ++c) row(0)[c] = row(rows_ + 1)[c] = 0;
    for (int r = 1; r <= rows_; ++r) row(r)[0] = row(r)[size + 1] = 0;
  }
  ~Field() { free(cells_); }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  // Own rows are 1 to rows(), inner columns 1 to size(). Rows 0 and rows() + 1 are the neighbours'.
  int size() const { return size_; }
  int rows() const { return rows_; }
  T* row(int r) { return cells_ + r * (size_ + 2); }

  void set(const Mode& mode, double amplitude) {
    for (int r = 1; r <= rows_; ++r) {
      for (int c = 1; c <= size_; ++c) {
        row(r)[c] = static_cast<T>(amplitude * mode[first_ + r - 1] * mode[c - 1]);
      }
    }
  }

  // The largest distance of a point from what it should be.
  double distance(const Mode& mode, double amplitude) {
    double largest = 0;
    for (int r = 1; r <= rows_; ++r) {
      for (int c = 1; c <= size_; ++c) {
        const double expected = amplitude * mode[first_ + r - 1] * mode[c - 1];
        largest = fmax(largest, fabs(row(r)[c] - expected));
      }
    }
    return largest;
  }

  void swap(Field& other) { std::swap(cells_, other.cells_); }

  // Border rows, with the UE below and the UE above. Sends are synchronous: even UEs send first.
  void exchange_borders() {
    const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
    for (int turn = 0; turn < 2; ++turn) {
      const bool below = me % 2 == turn;
      const int peer = below ? me + 1 : me - 1;
      if (peer < 0 || peer > last) continue;
      char* const mine = reinterpret_cast<char*>(row(below ? rows_ : 1));
      char* const theirs = reinterpret_cast<char*>(row(below ? rows_ + 1 : 0));
      const size_t bytes = (size_ + 2) * sizeof(T);
      if (me % 2 == 0) RCCE_send(mine, bytes, peer);
      RCCE_recv(theirs, bytes, peer);
      if (me % 2 != 0) RCCE_send(mine, bytes, peer);
    }
  }

 private:
  int size_, rows_, first_;
  T* cells_;
};

}  // namespace benchmarks
