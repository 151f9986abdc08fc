// SPDX-License-Identifier: Apache-2.0
// A clock whose changes are known before they happen: it converts between times and cycles on both
// sides of them.
//
// A change that is asked for at some instant begins with the first edge, of the period before, that
// is not earlier. Edges are counted through. Changes may be announced in any order: each is known
// by its instant and, at equal instants, by its number, of which the highest stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::kernel {

class ChangingClock {
 public:
  // From `begin`, which is edge number `first`, edges are `period` apart.
  struct Piece {
    Picos begin;
    Cycle first;
    Picos period;
    Picos asked;
    unsigned number;

    template <class Archive>
    void archive(Archive& archive) {
      archive(begin, first, period, asked, number);
    }
  };

  explicit ChangingClock(Picos period) : pieces_{{Picos{0}, 0, period, Picos{0}, 0}} {}

  Picos time_of(Cycle cycle) const {
    const Piece* piece = &pieces_.back();
    while (piece->first > cycle) --piece;
    return {piece->begin.value + (cycle - piece->first) * piece->period.value};
  }
  // The last edge at or before `time`.
  Cycle cycle_at(Picos time) const {
    const Piece& piece = piece_at(time);
    return piece.first + (time - piece.begin).value / piece.period.value;
  }
  // The first edge strictly after `time`, as of a ClockDomain.
  Cycle cycle_after(Picos time) const { return cycle_at(time) + 1; }
  // Cycles passed up to `time`, with the fraction of the last one.
  double cycles(Picos time) const {
    const Piece& piece = piece_at(time);
    return static_cast<double>(piece.first) + static_cast<double>((time - piece.begin).value) /
                                                  static_cast<double>(piece.period.value);
  }

  Picos period_at(Picos time) const { return piece_at(time).period; }
  // The shortest at or after `time`.
  Picos least_period(Picos time) const {
    Picos least = pieces_.back().period;
    for (const Piece* piece = &piece_at(time); piece != &pieces_.back(); ++piece)
      least = std::min(least, piece->period);
    return least;
  }
  // From here on no change is known.
  Picos settled() const { return pieces_.back().begin; }
  // In order of time, the first from 0 on.
  const std::vector<Piece>& pieces() const { return pieces_; }

  void change(Picos asked, unsigned number, Picos period) {
    const auto later = [](const Piece& a, const Piece& b) {
      return a.asked != b.asked ? a.asked < b.asked : a.number < b.number;
    };
    const Piece piece{Picos{0}, 0, period, asked, number};
    const auto at = std::upper_bound(pieces_.begin() + 1, pieces_.end(), piece, later);
    const auto from = static_cast<std::size_t>(at - pieces_.begin());
    pieces_.insert(at, piece);
    for (std::size_t i = from; i < pieces_.size(); ++i) begin_after(pieces_[i - 1], pieces_[i]);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(pieces_);
    archive.expect(!pieces_.empty() && pieces_.front().begin == Picos{0} &&
                   pieces_.front().first == 0);
    for (const Piece& piece : pieces_) archive.expect(piece.period != Picos{0});
  }

 private:
  const Piece& piece_at(Picos time) const {
    const Piece* piece = &pieces_.back();
    while (piece->begin > time) --piece;
    return *piece;
  }
  static void begin_after(const Piece& before, Piece& piece) {
    const std::uint64_t wait =
        piece.asked > before.begin ? (piece.asked - before.begin).value : std::uint64_t{0};
    const std::uint64_t edges = (wait + before.period.value - 1) / before.period.value;
    piece.begin = {before.begin.value + edges * before.period.value};
    piece.first = before.first + edges;
  }

  std::vector<Piece> pieces_;
};

}  // namespace rc::kernel
