// SPDX-License-Identifier: Apache-2.0
// Memory of the process in large pages (2 MB). A run on 48 cores touches some 40 MB of it; in pages
// of 4 KB the faults took two thirds of a short run (docs/performance.md, Start-up).
#pragma once

namespace rc::sim::base {

// From now on malloc() takes the first 256 MB from large pages. For the start of main(). Does
// nothing where the C library or the system has none.
void use_large_pages();

}  // namespace rc::sim::base
