// SPDX-License-Identifier: Apache-2.0
// Every routine on random shapes and contexts, held against a sequential interpreter that knows
// positions but no nodes.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "firmware/cstar/cstar.h"
#include "tests/unit/firmware/cstar/thread_transport.h"

namespace cstar {
namespace {

using Values = std::vector<int>;  // by position, the last axis fastest

// A shape, values and context as the interpreter has them.
struct Case {
  std::vector<int> lengths;
  Values source, destination;
  std::vector<unsigned char> context;
  std::vector<Values> index;  // by axis
  CS__Shift shift{};
  CS__Style style = CS__MESH;

  std::size_t size() const { return source.size(); }
  int rank() const { return static_cast<int>(lengths.size()); }
  std::vector<int> position(std::size_t at) const {
    std::vector<int> found(lengths.size());
    for (std::size_t axis = lengths.size(); axis-- > 0;) {
      found[axis] = static_cast<int>(at) % lengths[axis];
      at /= static_cast<std::size_t>(lengths[axis]);
    }
    return found;
  }
  std::size_t number(const std::vector<int>& position) const {
    int at = 0;
    for (std::size_t axis = 0; axis < lengths.size(); ++axis)
      at = at * lengths[axis] + position[axis];
    return static_cast<std::size_t>(at);
  }
  // Where a position's shift or index leads; nothing: out of the shape.
  std::optional<std::size_t> shifted(std::size_t at) const {
    std::vector<int> to = position(at);
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
      to[axis] += shift.offset[axis];
      if (shift.wrap[axis]) to[axis] = (to[axis] % lengths[axis] + lengths[axis]) % lengths[axis];
      if (to[axis] < 0 || to[axis] >= lengths[axis]) return std::nullopt;
    }
    return number(to);
  }
  std::size_t indexed(std::size_t at) const {
    std::vector<int> to;
    for (const Values& of_axis : index) to.push_back(of_axis[at]);
    return number(to);
  }
};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int roll(int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine_); }

 private:
  std::mt19937 engine_;
};

// Shapes with and without remainders, contexts all on, all off and random.
Case random_case(Dice& dice) {
  Case c;
  const int rank = dice.roll(1, 3), longest = rank == 1 ? 300 : rank == 2 ? 25 : 9;
  std::size_t size = 1;
  for (int axis = 0; axis < rank; ++axis) {
    c.lengths.push_back(dice.roll(1, longest));
    size *= static_cast<std::size_t>(c.lengths.back());
  }
  const int kind = dice.roll(0, 3);
  c.style = dice.roll(0, 1) == 0 ? CS__MESH : CS__HYPERCUBE;
  for (std::size_t i = 0; i < size; ++i) {
    c.source.push_back(dice.roll(-1000, 1000));
    c.destination.push_back(dice.roll(-1000, 1000));
    c.context.push_back(kind == 0   ? 0
                        : kind == 1 ? 1
                                    : static_cast<unsigned char>(dice.roll(0, 1)));
  }
  for (const int length : c.lengths) {
    Values& of_axis = c.index.emplace_back();
    for (std::size_t i = 0; i < size; ++i) of_axis.push_back(dice.roll(0, length - 1));
  }
  for (std::size_t axis = 0; axis < c.lengths.size(); ++axis) {
    c.shift.offset[axis] = dice.roll(-3, 3);
    c.shift.wrap[axis] = dice.roll(0, 1);
  }
  return c;
}

// One node's part of a case.
class Node {
 public:
  explicit Node(const Case& c) : shape_(CS__allocate_shape_array_1(c.rank(), c.lengths.data())) {
    CS__options.reduce = CS__options.broadcast = CS__options.scatter = c.style;
    for (int axis = 0; axis < c.rank(); ++axis) CS__Coordinates(shape_, axis);
    for (long i = 0; i < shape_->local_positions; ++i) {
      std::vector<int> at;
      for (int axis = 0; axis < c.rank(); ++axis) at.push_back(shape_->coordinates[axis][i]);
      EXPECT_EQ(CS__Owner(shape_, at.data()), CS__self.node);
      EXPECT_EQ(CS__Offset(shape_, at.data()), i);
      numbers_.push_back(c.number(at));
    }
    source = filled(c.source);
    destination = filled(c.destination);
    for (const Values& of_axis : c.index) index.push_back(filled(of_axis));
    for (const std::size_t number : numbers_) context_.push_back(c.context[number]);
    context_.push_back(0);
    CS__current = shape_;
    CS__context = context_.data();
  }
  ~Node() {
    for (std::size_t i = index.size(); i-- > 0;) CS__PvarFree(index[i]);
    CS__PvarFree(destination);
    CS__PvarFree(source);
    CS__FreeShape(shape_);
  }

  CS__Shape shape() const { return shape_; }
  // The destination's values to their positions.
  void leave(Values& all) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      all[numbers_[i]] = reinterpret_cast<int*>(destination->start)[i];
  }
  template <class Visit>
  void for_each_active(Visit visit) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (context_[i]) visit(reinterpret_cast<int*>(source->start)[i]);
  }

  CS__Pvar source, destination;
  std::vector<CS__Pvar> index;

 private:
  CS__Pvar filled(const Values& all) {
    const CS__Pvar pvar = CS__PvarAlloc(shape_, sizeof(int), CS__USERMEM_POOL);
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      reinterpret_cast<int*>(pvar->start)[i] = all[numbers_[i]];
    return pvar;
  }

  CS__Shape shape_;
  std::vector<std::size_t> numbers_;  // of the local positions
  std::vector<unsigned char> context_;
};

constexpr int kCases = 12;

// Machines: cubes of every dimension, and rows and meshes that are none (mesh style only).
struct Size {
  int rows, columns;
  bool cube;
};
const Size kSizes[] = {{1, 1, true},  {1, 2, true},  {2, 2, true},  {2, 4, true},
                       {4, 4, true},  {4, 8, true},  {8, 8, true},  {8, 16, true},
                       {1, 5, false}, {1, 6, false}, {1, 7, false}, {3, 5, false}};

// Runs random cases on every machine. `on_node(node, result)` leaves what it finds in `result`;
// `interpreted` says what that must be.
void check(unsigned seed, auto adjust, auto on_node, auto interpreted) {
  for (const Size& size : kSizes) {
    Dice dice(seed + static_cast<unsigned>(size.rows * 100 + size.columns));
    std::vector<Case> cases;
    std::vector<Values> results;
    for (int k = 0; k < kCases; ++k) {
      cases.push_back(random_case(dice));
      if (!size.cube) cases.back().style = CS__MESH;
      adjust(cases.back(), dice);
      results.push_back(cases.back().destination);
    }
    run_nodes(size.rows * size.columns, [&] {
      CS__SetupMesh(size.rows, size.columns);
      CS__SetPool(1 << 18);
      for (std::size_t k = 0; k < cases.size(); ++k) {
        Node node(cases[k]);
        on_node(node, cases[k], results[k]);
      }
    });
    for (std::size_t k = 0; k < cases.size(); ++k)
      ASSERT_EQ(results[k], interpreted(cases[k]))
          << size.rows << " x " << size.columns << ", case " << k << ", style " << cases[k].style;
  }
}

// Positions that would leave the shape are not active.
constexpr auto kStayInside = [](Case& c, Dice&) {
  for (std::size_t i = 0; i < c.size(); ++i)
    if (!c.shifted(i)) c.context[i] = 0;
};
constexpr auto kAsItIs = [](Case&, Dice&) {};

TEST(CstarRoutines, GridWriteAndTheContextOfTheSource) {
  check(
      1, kStayInside,
      [](Node& node, const Case& c, Values& result) {
        CS__GridWrite(node.destination, node.source, &c.shift, sizeof(int), 0);
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[*c.shifted(i)] = c.source[i];
        return expected;
      });
}

TEST(CstarRoutines, GridReadIgnoresTheContextOfTheSource) {
  check(
      2, kStayInside,
      [](Node& node, const Case& c, Values& result) {
        CS__GridRead(node.destination, node.source, &c.shift, sizeof(int));
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[i] = c.source[*c.shifted(i)];
        return expected;
      });
}

TEST(CstarRoutines, GridReadInPlaceOverwritesNothingUnread) {
  check(
      3, kStayInside,
      [](Node& node, const Case& c, Values& result) {
        CS__GridRead(node.destination, node.destination, &c.shift, sizeof(int));
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[i] = c.destination[*c.shifted(i)];
        return expected;
      });
}

TEST(CstarRoutines, ScatterCombines) {
  check(
      4, kAsItIs,
      [](Node& node, const Case&, Values& result) {
        CS__Scatter(node.destination, node.index.data(), node.source, CS__INT, CS__ADD);
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[c.indexed(i)] += c.source[i];
        return expected;
      });
}

TEST(CstarRoutines, ScatterAssignsAPermutation) {
  check(
      5,
      [](Case& c, Dice& dice) {
        std::vector<std::size_t> to(c.size());
        std::iota(to.begin(), to.end(), std::size_t{0});
        for (std::size_t i = to.size(); i-- > 1;)
          std::swap(to[i], to[static_cast<std::size_t>(dice.roll(0, static_cast<int>(i)))]);
        for (std::size_t i = 0; i < c.size(); ++i)
          for (std::size_t axis = 0; axis < c.index.size(); ++axis)
            c.index[axis][i] = c.position(to[i])[axis];
      },
      [](Node& node, const Case&, Values& result) {
        CS__Scatter(node.destination, node.index.data(), node.source, CS__INT, CS__ASSIGN);
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[c.indexed(i)] = c.source[i];
        return expected;
      });
}

TEST(CstarRoutines, GatherReadsWhateverTheContextOfTheSource) {
  check(
      6, kAsItIs,
      [](Node& node, const Case&, Values& result) {
        CS__Gather(node.destination, node.index.data(), node.source, sizeof(int));
        node.leave(result);
      },
      [](const Case& c) {
        Values expected = c.destination;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c.context[i]) expected[i] = c.source[c.indexed(i)];
        return expected;
      });
}

// The result of every node goes to the case's first positions.
TEST(CstarRoutines, ReduceTakesTheActivePositions) {
  for (const CS__Op op : {CS__ADD, CS__XOR, CS__MIN, CS__MAX}) {
    const auto apply = [op](int a, int b) {
      return op == CS__ADD   ? a + b
             : op == CS__XOR ? a ^ b
             : op == CS__MIN ? std::min(a, b)
                             : std::max(a, b);
    };
    const int identity = op == CS__MIN ? INT32_MAX : op == CS__MAX ? INT32_MIN : 0;
    check(
        7, [](Case& c, Dice&) { c.destination.assign(128, 0); },
        [&](Node& node, const Case&, Values& result) {
          int value = identity;
          node.for_each_active([&](int v) { value = apply(value, v); });
          CS__Reduce(&value, CS__INT, op, node.shape());
          result[static_cast<std::size_t>(CS__self.node)] = value;
          if (CS__self.node == 0)  // nodes that are not there
            for (std::size_t i = static_cast<std::size_t>(CS__self.nodes); i < result.size(); ++i)
              result[i] = value;
        },
        [&](const Case& c) {
          int value = identity;
          for (std::size_t i = 0; i < c.size(); ++i)
            if (c.context[i]) value = apply(value, c.source[i]);
          return Values(128, value);
        });
  }
}

TEST(CstarRoutines, BroadcastPointToPointAndOwnerAssign) {
  // Position 0 of the indices says which positions take part.
  const auto where = [](const Case& c, std::size_t i) { return c.position(c.indexed(i)); };
  check(
      8, [](Case& c, Dice&) { c.context.assign(c.size(), 1); },
      [&](Node& node, const Case& c, Values& result) {
        const std::vector<int> a = where(c, 0), b = where(c, c.size() - 1);
        int scalar = 0;
        CS__Broadcast(&scalar, node.source, a.data(), sizeof(int));
        CS__PointToPoint(node.destination, b.data(), node.source, a.data(), sizeof(int));
        CS__Sync();
        scalar += 5;  // the same on all nodes
        const std::vector<int> zero(c.lengths.size());
        const CS__Assignment two[] = {{node.source, b.data(), &scalar, sizeof scalar},
                                      {node.destination, zero.data(), &scalar, sizeof scalar}};
        CS__OwnerAssign(2, two);
        node.leave(result);
      },
      [&](const Case& c) {
        Values expected = c.destination;
        expected[c.indexed(c.size() - 1)] = c.source[c.indexed(0)];
        expected[0] = c.source[c.indexed(0)] + 5;
        return expected;
      });
}

TEST(CstarRoutines, ProfileCountsStepsAndMessages) {
  for (const CS__Style style : {CS__MESH, CS__HYPERCUBE})
    run_nodes(8, [style] {
      CS__Setup();
      CS__options.reduce = CS__options.scatter = style;
      const int length = 16;
      const CS__Shape shape = CS__allocate_shape_array_1(1, &length);
      int value = 1;
      CS__Reduce(&value, CS__INT, CS__ADD, shape);
      EXPECT_EQ(value, 8);
      EXPECT_EQ(CS__profile[CS__REDUCE].calls, 1);
      EXPECT_EQ(CS__profile[CS__REDUCE].steps, style == CS__MESH ? 7 : 3);
      EXPECT_EQ(CS__profile[CS__REDUCE].messages, 3);
      EXPECT_EQ(CS__profile[CS__REDUCE].bytes, 3 * 4);
      CS__FreeShape(shape);
    });
}

}  // namespace
}  // namespace cstar
