// SPDX-License-Identifier: Apache-2.0
// Whose figures and words a row holds ours against: documents by their short names in
// docs/sources.md. sim/experiments/reference/documents.csv names the rows of each; where one table
// of figures has several documents (many-cores.csv), its own column does.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/result.h"

namespace rc::sim::report {

// These are repeated as a whole; of all others only single figures are taken.
inline constexpr std::array<std::string_view, 4> kWholeDocuments{"Pichler 2013", "Bokhari 1991",
                                                                 "Ramos 2013", "Uberoy"};
bool is_whole(const std::string& document);

struct DocumentRows {
  std::string experiment;
  std::string rows;  // a case; * stands for any text
  std::string document;
};

// The first that names a row decides.
std::vector<DocumentRows> known_documents();
// Not a row of ours alone.
bool is_of_publication(const Row& row);
inline constexpr const char* kNoDocument = "no document";
// kNoDocument if none names it; a test keeps the record free of such rows.
std::string document_of(const std::string& experiment, const Row& row,
                        const std::vector<DocumentRows>& documents);

}  // namespace rc::sim::report
