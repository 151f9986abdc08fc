// SPDX-License-Identifier: Apache-2.0
// Messages through ports and mesh: what arrives, and when, does not depend on whether the network
// keeps packets or carries their bytes, nor on the slices in which SystemC's time passes, nor on
// whether messages pass TLM-2.0 sockets, also while the mesh's clock changes. SystemC elaborates
// once per process, so there is one test.
#include "hw_model/scc/systemc/mesh_module.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <stdexcept>
#include <tuple>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/scc/systemc/agent_module.h"
#include "hw_model/scc/systemc/tlm_adapter.h"

namespace rc::scc {
namespace {

using kernel::Picos;

const std::vector<noc::EndPoint> kPoints{
    {0, 0, noc::kLocal}, {5, 3, noc::kLocal}, {5, 2, noc::kEast}};

using Seen = std::tuple<std::uint64_t, Command, std::uint64_t, std::array<std::uint8_t, 32>>;

// Sends a message to another end point every now and then; answers requests.
class Talker final : public MessagePort, public systemc::CalendarAgent {
 public:
  Talker(systemc::CalendarModule& calendar, MeshModule& mesh, unsigned number)
      : mesh_(mesh),
        port_(&mesh.port(number)),
        calendar_(calendar.calendar()),
        agent_(calendar.join(*this)),
        number_(number),
        random_(number) {
    calendar_.schedule(agent_, Picos{1});
  }
  void act() override {
    Message message;
    message.command = random_() % 2 == 0 ? Command::read_line : Command::write_combined;
    message.source = kPoints[number_];
    message.destination = kPoints[(number_ + 1 + random_() % 2) % 3];
    message.unit = 1;
    message.bytes = 32;
    message.address = random_() & 0x3FFFFFFFF;
    if (is_write(message.command)) {
      for (std::uint8_t& byte : message.data) byte = static_cast<std::uint8_t>(random_());
    }
    const Picos present = calendar_.present();
    port_->receive(message, present + Picos{random_() % 20'000});
    // One in eight has the mesh change its clock while messages wait for it.
    if (random_() % 8 == 0) {
      mesh_.change_clock(present + Picos{1 + random_() % 60'000}, number_,
                         Picos{625 * (1 + random_() % 16)});
    }
    const Picos next = present + Picos{1 + random_() % 30'000};
    calendar_.schedule(agent_, next);
  }
  bool receive(const Message& message, Picos arrival) override {
    EXPECT_EQ(arrival, calendar_.present());
    EXPECT_EQ(message.destination, kPoints[number_]);
    seen.emplace_back(arrival.value, message.command, message.address, message.data);
    if (is_response(message.command)) return true;
    const bool write = is_write(message.command);
    return port_->receive(response_to(message, write ? Command::acknowledge : Command::data_line),
                          arrival + Picos{arrival.value % 7'000});
  }
  // From now on it sends there.
  void send_to(MessagePort& port) { port_ = &port; }
  bool post(const Message& message, Picos ready) { return port_->receive(message, ready); }

  std::vector<Seen> seen;

 private:
  MeshModule& mesh_;
  MessagePort* port_;
  kernel::Calendar& calendar_;
  unsigned agent_;
  unsigned number_;
  std::mt19937_64 random_;
};

// A module of the user's with sockets, through which a talker talks.
class Sockets : public AgentModule {
 public:
  Sockets(const std::string& name, MeshModule& mesh, unsigned number, Talker& talker)
      : AgentModule(name.c_str()),
        adapter_((name + "tlm").c_str(), mesh.port(number)),
        talker_(talker),
        way_out_(*this) {
    out.bind(adapter_.in);
    adapter_.out.bind(in);
    mesh.attach(number, adapter_);
    talker.send_to(way_out_);
  }

 private:
  struct WayOut : MessagePort {
    explicit WayOut(Sockets& sockets) : from(sockets) {}
    bool receive(const Message& message, Picos ready) override { return from.send(message, ready); }
    Sockets& from;
  };
  void receive(const Message& message, Picos arrival) override {
    talker_.receive(message, arrival);
  }

  TlmAdapter adapter_;
  Talker& talker_;
  WayOut way_out_;
};

// Delivers source and id alone, as its contract allows.
class Keeping : public noc::NetworkIf {
 public:
  explicit Keeping(std::unique_ptr<NetworkIf> network) : network_(std::move(network)) {}
  void inject(const noc::Packet& packet) override {
    noc::Packet carried = packet;  // the ids of this network's packets are in their flits
    std::memcpy(carried.payload[0].data(), &packet.id, sizeof packet.id);
    network_->inject(carried);
  }
  void on_delivery(Delivery delivery) override {
    network_->on_delivery([delivery](const noc::Packet& packet) {
      noc::Packet bare;
      bare.source = packet.source;
      std::memcpy(&bare.id, packet.payload[0].data(), sizeof bare.id);
      delivery(bare);
    });
  }
  void tick(std::uint64_t cycle) override { network_->tick(cycle); }
  bool idle() const override { return network_->idle(); }
  std::uint64_t min_latency() const override { return network_->min_latency(); }
  bool keeps_packets() const override { return true; }

 private:
  std::unique_ptr<NetworkIf> network_;
};

struct Talk {
  systemc::CalendarModule calendar;
  MeshModule mesh;
  std::vector<std::unique_ptr<Talker>> talkers;
  std::vector<std::unique_ptr<Sockets>> sockets;

  Talk(const std::string& name, std::unique_ptr<noc::NetworkIf> network, bool tlm = false)
      : calendar((name + "calendar").c_str(), 8),
        mesh((name + "mesh").c_str(), calendar, kernel::ChangingClock(Picos{1'250}),
             EndMap(kPoints), std::move(network)) {
    for (unsigned i = 0; i < kPoints.size(); ++i) {
      talkers.push_back(std::make_unique<Talker>(calendar, mesh, i));
      mesh.attach(i, *talkers[i]);
      if (tlm)
        sockets.push_back(
            std::make_unique<Sockets>(name + std::to_string(i), mesh, i, *talkers[i]));
    }
  }
};

std::unique_ptr<noc::NetworkIf> network() {
  return std::make_unique<noc::MeshNetwork>(noc::NocParams{}, kPoints);
}

// A mesh between agents that say nothing.
struct Silent : systemc::CalendarAgent {
  systemc::CalendarModule calendar{"silent_calendar", 8};
  MeshModule mesh{"silent_mesh", calendar, kernel::ChangingClock(Picos{1'250}), EndMap(kPoints),
                  network()};

  Silent() {
    for (std::size_t i = 0; i < kPoints.size(); ++i) calendar.join(*this);
  }
  void act() override {}
};

TEST(MeshModule, MessagesArriveWholeAndAtTheirTime) {
  Talk bytes("bytes", network()), kept("kept", std::make_unique<Keeping>(network()));
  Talk sliced("sliced", network()), tlm("tlm", network(), true);
  Silent restored;
  constexpr Picos kEnd{40'000'000};
  bytes.calendar.run_to(kEnd);
  restored.calendar.run_to(kEnd);
  kept.calendar.run_to(kEnd);
  tlm.calendar.run_to(kEnd);
  std::mt19937_64 random(3);
  while (systemc::now() < kEnd) {
    const Picos step = std::min(Picos{1 + random() % 100'000}, kEnd - systemc::now());
    sliced.calendar.run_to(systemc::now() + step);
    sc_core::sc_start(systemc::to_sc(step));
    EXPECT_EQ(sliced.calendar.calendar().present(), systemc::now());
  }
  for (unsigned i = 0; i < kPoints.size(); ++i) {
    EXPECT_GT(bytes.talkers[i]->seen.size(), 1'000u);
    EXPECT_TRUE(bytes.talkers[i]->seen == kept.talkers[i]->seen) << i;
    EXPECT_TRUE(bytes.talkers[i]->seen == sliced.talkers[i]->seen) << i;
    EXPECT_TRUE(bytes.talkers[i]->seen == tlm.talkers[i]->seen) << i;
  }

  // Loaded into a new one, the mesh says as before how far ahead agents may go.
  bytes.mesh.change_clock(kEnd + Picos{1}, 0, Picos{625});
  kernel::Archive saved;
  bytes.mesh.archive(saved);
  saved.finish();
  kernel::Archive loaded(saved.bytes());
  kernel::Calendar &before = bytes.calendar.calendar(), &after = restored.calendar.calendar();
  restored.mesh.archive(loaded);
  for (kernel::Calendar* calendar : {&before, &after}) {
    calendar->schedule(1, kEnd + Picos{1});
    for (const unsigned other : {2u, 3u}) calendar->schedule(other, Picos::never());
    EXPECT_EQ(calendar->horizon(2), kEnd + Picos{1} + bytes.mesh.lookahead());
  }

  // An answer after the fact, and a route to nowhere.
  Message late;
  for (Talk* talk : {&bytes, &tlm}) {
    late.destination = kPoints[1];
    EXPECT_THROW(talk->talkers[0]->post(late, Picos{systemc::now().value - 2'500}),
                 std::logic_error);
    late.destination = {2, 2, noc::kLocal};
    EXPECT_FALSE(talk->talkers[0]->post(late, systemc::now()));
  }
}

}  // namespace
}  // namespace rc::scc
