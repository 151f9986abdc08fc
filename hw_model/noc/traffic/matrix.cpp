// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/matrix.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/kernel/text_mark.h"

namespace rc::noc {
namespace {

constexpr std::string_view kBlank = " \t\r,";
constexpr std::size_t kPairFields = 3;
constexpr const char* kPairHeader = "; before pairs, a line 'source,destination,flits'";
constexpr double kRounding = 1e-9;  // by which the sum of a row may exceed 1

class MatrixReader {
 public:
  MatrixReader(std::uint32_t nodes, const std::string& file) : file_(file) {
    matrix_.nodes = nodes;
    matrix_.rates.resize(std::size_t{nodes} * nodes);
  }

  RateMatrix read(std::string_view text) {
    std::uint32_t row = 0;
    bool pairs = false, first = true;
    text = kernel::without_mark(text);
    for (line_ = 1; !text.empty(); ++line_) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      const std::vector<std::string_view> words = split(line.substr(0, line.find('#')));
      if (words.empty()) continue;
      if (first && words.front() == "source") {
        pairs = true;
      } else if (pairs) {
        read_pair(words);
      } else {
        read_row(row++, words);
      }
      first = false;
    }
    if (!pairs && row != matrix_.nodes)
      refuse(std::to_string(row) + " rows, expected " + std::to_string(matrix_.nodes));
    check();
    return std::move(matrix_);
  }

 private:
  static std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> words;
    for (;;) {
      const auto start = line.find_first_not_of(kBlank);
      if (start == std::string_view::npos) return words;
      line.remove_prefix(start);
      words.push_back(line.substr(0, line.find_first_of(kBlank)));
      line.remove_prefix(words.back().size());
    }
  }

  template <class Number>
  Number number(std::string_view word, Number most) const {
    Number value{};
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stopped != end || !(value >= Number{0} && value <= most))
      refuse(std::string("'").append(kernel::shown(word)) + "': expected a number from 0 to " +
             std::to_string(static_cast<std::uint32_t>(most)));
    return value;
  }

  void read_row(std::uint32_t row, const std::vector<std::string_view>& words) {
    if (row >= matrix_.nodes) refuse("more than " + std::to_string(matrix_.nodes) + " rows");
    if (words.size() != matrix_.nodes)
      refuse(std::to_string(words.size()) + " numbers, expected " + std::to_string(matrix_.nodes) +
             ", one a destination" + (words.size() == kPairFields && row == 0 ? kPairHeader : ""));
    for (std::uint32_t to = 0; to < matrix_.nodes; ++to)
      matrix_.rates[std::size_t{row} * matrix_.nodes + to] = number(words[to], 1.0);
  }

  void read_pair(const std::vector<std::string_view>& words) {
    if (words.size() != kPairFields)
      refuse(std::to_string(words.size()) + " fields, expected source, destination, flits");
    const auto source = number<std::uint32_t>(words[0], matrix_.nodes - 1);
    const auto to = number<std::uint32_t>(words[1], matrix_.nodes - 1);
    matrix_.rates[std::size_t{source} * matrix_.nodes + to] += number(words[2], 1.0);
  }

  void check() const {
    double all = 0;
    for (std::uint32_t source = 0; source < matrix_.nodes; ++source) {
      const auto row = matrix_.rates.begin() + std::ptrdiff_t{source} * matrix_.nodes;
      const double sum = std::accumulate(row, row + matrix_.nodes, 0.0);
      if (sum > 1 + kRounding)
        throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ": source " +
                                 std::to_string(source) + " sends " + std::to_string(sum) +
                                 " flits a cycle, expected at most 1");
      all += sum;
    }
    if (all == 0)
      throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ": no flit in it");
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    throw kernel::InputError(kernel::shown(file_, kernel::kMaxPathShown) + ":" +
                             std::to_string(line_) + ": " + reason);
  }

  std::string file_;
  std::uint64_t line_ = 0;
  RateMatrix matrix_;
};

}  // namespace

double RateMatrix::mean() const { return std::accumulate(rates.begin(), rates.end(), 0.0) / nodes; }

RateMatrix read_matrix(std::uint32_t nodes, std::string_view text, const std::string& file) {
  return MatrixReader(nodes, file).read(text);
}

}  // namespace rc::noc
