// SPDX-License-Identifier: Apache-2.0
// What a folder of results holds, as a page: the pages below it with what they say, the command and
// the date of each, and all other files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rc::sim::report {

struct ResultsFolder {
  struct MadePage {
    std::string file;  // from the folder
    // HTML without tags; empty where it has none. `failure`: what went wrong.
    std::string title, failure, said, command, date;
  };
  struct Other {
    std::string file;
    std::uint64_t bytes = 0;
    std::string failure;  // of a run, as run.json and --stats have it; empty: none
  };
  std::vector<MadePage> pages;  // by date, the newest first, then by file
  std::vector<Other> others;    // by file
};

/// The index itself and links to elsewhere are left out. kernel::InputError for what is no folder.
ResultsFolder find_results(const std::string& directory);

std::string results_page(const std::string& directory, const ResultsFolder& found);

}  // namespace rc::sim::report
