// SPDX-License-Identifier: Apache-2.0
// NX on the host of an iPSC/860: carries out the requests of a program's process (host_process.h)
// on the simulated machine.
//
// Time: what the program computes takes none. A call acts at the instant at which the one before it
// was done. One that sends, or asks for what is not there yet, takes software.host_call_us; one
// that waits is done when what it waits for has come. So the simulated time of everything is a
// function of the programs, whatever the host's process takes.
//
// Errors: kernel::MachineError or InputError with the name of the program's call, unless the call
// is of those that return errors.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/ipsc/systemc/ipsc_system.h"
#include "sim/hypercube/host/host_mail.h"
#include "sim/hypercube/host/host_process.h"
#include "sim/machine/elf_image.h"

namespace rc::sim::hypercube {

class NxHost : public ipsc::HostProgram {
 public:
  // Reads an image, for a node; kernel::InputError for one that the machine cannot run.
  using ReadImage = std::function<machine::ElfImage(const std::string& path)>;

  NxHost(HostProcess& process, ReadImage read_image, kernel::Picos call_time)
      : process_(process), read_image_(std::move(read_image)), call_time_(call_time) {}

  // Lets the program go on until it needs a cube; returns of how many nodes. `most`: what there is,
  // and what a cube has whose size is not said. Nothing if it ends before that.
  std::optional<unsigned> wanted_nodes(unsigned most);
  // Before the run.
  void attach(ipsc::IpscSystem& system, unsigned nodes);

  kernel::Picos act(kernel::Picos now) override;
  kernel::Picos arrived(const ipsc::Message& message, kernel::Picos time) override;
  kernel::Picos ended(unsigned node, int status, kernel::Picos time) override;
  bool over() const override { return over_; }
  std::string waiting_on() const override;

  // The program of a node; nullptr for none yet.
  const machine::ElfImage* image_of(unsigned node) const;

 private:
  struct EndedProgram {
    unsigned node;
    int status;
  };

  // Carries the request out if it can be at `now`: then there is a reply.
  bool attempt(kernel::Picos now);
  bool attempt_message(kernel::Picos now);
  bool done(kernel::Picos now, std::int32_t result = 0);
  bool done_later(kernel::Picos now, std::int32_t result = 0);
  // True, with an error for the reply.
  bool fail(std::int32_t code, const std::string& text);
  kernel::Picos progress(kernel::Picos time);

  bool get_cube(kernel::Picos now);
  bool load(kernel::Picos now);
  bool kill(kernel::Picos now);
  bool wait_one(kernel::Picos now);
  bool send(kernel::Picos now);
  bool post(kernel::Picos now);
  bool receive(kernel::Picos now);
  bool probe(kernel::Picos now);

  std::int32_t argument(unsigned index) const { return request_->head.argument[index]; }
  // What a node or -1 stands for; nothing, with an error for the reply, if there is no such node.
  std::optional<std::vector<unsigned>> nodes_of(std::int32_t node);
  bool any_running(const std::vector<unsigned>& nodes) const;
  void note(const Mail& mail);
  // The image of a file, which is read once.
  const machine::ElfImage& image(const std::string& path);

  HostProcess& process_;
  ReadImage read_image_;
  kernel::Picos call_time_;
  ipsc::IpscSystem* system_ = nullptr;
  unsigned nodes_ = 0;

  std::optional<HostProcess::Request> request_;
  bool replied_ = false;  // to request_, at next_
  NxHostReply reply_{};
  std::vector<std::uint8_t> reply_data_;
  kernel::Picos next_ = kernel::Picos::never();
  kernel::Picos retry_ =
      kernel::Picos::never();  // when to attempt again, beside when something comes
  kernel::Picos acted_;        // the last time
  std::string waits_for_;
  bool killing_ = false;
  bool over_ = false;

  std::int32_t pid_ = 0;
  HostMail mail_;
  std::map<std::string, std::unique_ptr<machine::ElfImage>> images_;
  std::map<unsigned, const machine::ElfImage*> image_of_;  // by node
  std::map<unsigned, std::int32_t> pid_of_;
  std::deque<EndedProgram> ended_;  // that waitone has not reported
};

}  // namespace rc::sim::hypercube
