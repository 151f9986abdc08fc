// Memory of the process in large pages (2 MB): a run on 48 cores touches 75 MB, and in pages of
// 4 KB a third of the time of a short run goes into page faults.
#pragma once

namespace rc::sim {

// From now on malloc() takes the first 256 MB from large pages. For the start of main(). Does
// nothing where the C library or the system has none.
void use_large_pages();

}  // namespace rc::sim
