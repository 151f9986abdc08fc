// SPDX-License-Identifier: Apache-2.0
// TimeLine: GDB's monitor commands.
#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/debug/time_line.h"

namespace rc::sim::debug {

using kernel::InputError;
using nlohmann::json;

std::string TimeLine::monitor(const std::vector<std::string>& words, unsigned rank,
                              const std::function<bool()>& interrupted) {
  if (!words.empty() && words[0] == "ue") {
    const auto chosen = base::parse_whole(words.size() > 1 ? words[1] : "", count() - 1);
    if (!chosen || words.size() < 3)
      throw InputError(
          fmt::format("ue: expected 0 to {} and a command, as in ue 0 time", count() - 1));
    return monitor({words.begin() + 2, words.end()}, static_cast<unsigned>(*chosen), interrupted);
  }
  if (words.empty() || words[0] == "help") {
    std::string text =
        "ue UE COMMAND               of that UE; without it of the thread that GDB has asked for "
        "last\n"
        "time                        simulated time, and the cycle of the thread's core\n"
        "cores                       where every core is, and what it waits for\n"
        "goto TIME                   to before what happens then: 20us, 1.5ms, or a cycle of the "
        "core\n"
        "watch UE|all                whose memory the watches on private memory are for\n"
        "marks                       instants from which the past is simulated again\n";
    text += now_.ask({{"do", "monitor"}, {"rank", rank}, {"words", {"help"}}})
                .value("text", std::string());
    return text;
  }
  if (words[0] == "time") {
    const json cycle = seen_by(rank).ask({{"do", "time of"}, {"rank", rank}, {"cycle", 0}});
    // A stop is shown at the time of its hit: to go there is to stand before it.
    return fmt::format("{} ps, cycle {} of {}\n",
                       ahead_.contains(rank) ? seen_by(rank).time() : time(),
                       cycle["cycle"].get<std::uint64_t>(), name(rank));
  }
  if (words[0] == "marks") {
    std::string text;
    for (const Simulation& mark : marks_) text += fmt::format("{} ps\n", mark.time());
    return text.empty() ? "none yet\n" : text;
  }
  if (words[0] == "goto") return go_to(words, rank, interrupted);
  if (words[0] == "watch") return bind_watches(words);
  try {
    const std::string text =
        seen_by(rank).ask({{"do", "monitor"}, {"rank", rank}, {"words", words}}).at("text");
    const bool of_one_core = words[0] == "lut" || words[0] == "caches";
    return of_one_core ? fmt::format("{}:\n{}", name(rank), text) : text;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", kernel::shown(words[0]), error.what()));
  }
}

std::string TimeLine::bind_watches(const std::vector<std::string>& words) {
  const std::string word = words.size() == 2 ? words[1] : "";
  const auto rank = base::parse_whole(word, count() - 1);
  if (!rank && word != "all")
    throw InputError(fmt::format("watch: expected 0 to {}, or all", count() - 1));
  std::string text;
  for (auto& [key, bound] : watched_of_) {
    bound = rank ? static_cast<int>(*rank) : -1;
    text += fmt::format("{:#x}: the memory of {}\n", std::get<1>(key),
                        rank ? name(static_cast<unsigned>(*rank)) : "all cores");
  }
  return text.empty() ? "no watch on private memory was set yet\n" : text;
}

std::string TimeLine::go_to(const std::vector<std::string>& words, unsigned rank,
                            const std::function<bool()>& interrupted) {
  join(rank);
  const std::string word = words.size() == 2 ? words[1] : "";
  std::uint64_t time = kNoLimit;
  if (const auto cycle = base::parse_whole(word)) {
    time = now_.ask({{"do", "time of"}, {"rank", rank}, {"cycle", *cycle}}).at("time");
  } else {
    time = base::parse_picos(word).value_or(kNoLimit);
  }
  if (time == kNoLimit)
    throw InputError("goto: expected a time, as 20us or 1.5ms, or a cycle of the thread's core");
  // What happens at that time is still to come, whoever does it; but nothing is before the beginning.
  if (time > 0) --time;
  if (!marks_.empty()) time = std::max(time, marks_.front().time());
  keep_present_if_changed();
  if (time < now_.time()) {
    try {
      go_to_time(time, interrupted);
    } catch (const Interrupted&) {  // it stands where it stood
    }
  } else {
    leave_steps();
    RunRequest request = armed();
    request.from = kNoLimit;
    run(time, request, interrupted);
  }
  return fmt::format("{} ps. GDB must forget what it knows: maintenance flush register-cache\n",
                     now_.time());
}

}  // namespace rc::sim::debug
