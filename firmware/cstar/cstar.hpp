// SPDX-License-Identifier: Apache-2.0
// C* as a thin layer of C++: shapes, parallel variables, `with`, `where` and `else`, reductions,
// left indices. Statements are those of the language where C++ lets them be:
//
//   C*                                   here
//   shape [64]a; int:a p, q;             Shape a{64}; Pvar<int> p{a}, q{a};
//   double:a r[8]; ... r[j]              Pvar<double[8]> r{a}; ... r[j]
//   struct s:a t; ... t.x                Pvar<s> t{a}; ... t.member(&s::x)
//   with (a) { ... }                     with (a) { ... }
//   where (p > 3) { ... } else { ... }   where (p > 3) { ... } else { ... }
//   s += p; s &= p; ...                  the same; -= ^= |= *= too
//   s = (<?= p); s = (>?= p)             s = minimum(p); s = maximum(p); also sum(p), any(p)
//   p <?= q;                             p = lesser(p, q); greater(p, q)
//   a %% b                               mod(a, b)
//   [2]p = s; s = [2]p; [2]p = [3]q      p.at(2) = s; s = p.at(2); p.at(2) = q.at(3)
//   [pcoord(0) + 1]p = q; (and read)     p.at(pcoord(0) + 1) = q
//   [(pcoord(0) - 1) %% 8]p = q          p.at(mod(pcoord(0) - 1, 8)) = q
//   [p8]p7 += p8; q = [p8]p7             p7.at(p8) += p8; q = p7.at(p8)
//   (int)p, to a scalar                  any_value(p)
//   positionsof(a), rankof, dimof(a, 0)  the same
//   boolsizeof(p)                        boolsizeof(p)
//
// An expression is computed position by position, in one pass over the active local positions, when
// it is assigned, reduced, or selects a context; what it reads from other positions is fetched
// before. Not there: pointers to parallel variables, the communication functions of the language's
// library, scalar `p = s` without a Pvar on the left.
#pragma once

#include "firmware/cstar/layer/communication.h"
#include "firmware/cstar/layer/context.h"
#include "firmware/cstar/layer/reduction.h"
