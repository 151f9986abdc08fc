// SPDX-License-Identifier: Apache-2.0
// Each row of a publication belongs to one document, and the documents are those of sources.md.
#include "sim/report/documents.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace rc::sim::report {
namespace {

TEST(Documents, TheFirstLineThatNamesARowDecides) {
  const std::vector<DocumentRows> known{
      {"e", "read/far", "A 2001"}, {"e", "read/*", "B 2002"}, {"f", "*", "C 2003"}};
  const auto of = [&](const char* experiment, const char* row) {
    return document_of(experiment, compared_row(row, 1, 1, "us"), known);
  };
  EXPECT_EQ(of("e", "read/far"), "A 2001");
  EXPECT_EQ(of("e", "read/near"), "B 2002");
  EXPECT_EQ(of("f", "read/far"), "C 2003");
  EXPECT_EQ(of("e", "write/far"), kNoDocument);
}

TEST(Documents, WhatIsOursAloneIsOfNone) {
  EXPECT_TRUE(is_of_publication(compared_row("r", 1, 1, "us")));
  EXPECT_TRUE(is_of_publication(claim_row("c", 1, "", std::nullopt, true)));
  EXPECT_FALSE(is_of_publication(plain_row("p", 1, "us")));
  EXPECT_FALSE(is_of_publication(check_row("k", 0, "", 0, true)));
}

TEST(Documents, EachRowOfTheRecordHasOneThatSourcesNames) {
  std::ostringstream sources;
  sources << std::ifstream(RECORD "/../sources.md").rdbuf();
  const std::vector<DocumentRows> known = known_documents();
  std::set<std::string> found;
  for (const char* directory : {RECORD, QUICK_RESULTS})
    for (const auto& file : std::filesystem::directory_iterator(directory)) {
      if (file.path().extension() != ".json") continue;
      nlohmann::json json;
      std::ifstream(file.path()) >> json;
      if (!json.contains("experiment")) continue;
      const Result result = from_json(json, file.path());
      for (const Row& row : result.rows) {
        if (!is_of_publication(row) || row.role == Role::unjudged ||
            row.role == Role::by_construction)
          continue;
        const std::string document = document_of(result.experiment, row, known);
        EXPECT_NE(document, kNoDocument) << result.experiment << ": " << row.name;
        found.insert(document);
      }
    }
  for (const std::string_view whole : kWholeDocuments)
    EXPECT_EQ(found.count(std::string(whole)), 1u) << whole;
  for (const std::string& document : found)
    EXPECT_NE(sources.str().find(document), std::string::npos) << document;
}

}  // namespace
}  // namespace rc::sim::report
