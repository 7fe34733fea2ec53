// A small world, step by step: a simulated kernel with a table from the universe, the model beside it, and
// one reading of the whole table with edits in between.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "laws/case.h"
#include "laws/model.h"
#include "laws/reading.h"
#include "sim/kernel.h"

namespace ipvsim::laws {

// What is done to each new kernel of a run before its table is filled: how a test plants a mistake in it.
using PrepareKernel = std::function<void(sim::Kernel&)>;

class CaseRun {
 public:
  // `sizes`: of chunk 0, 1, ... of every dump, the last for all later ones.
  CaseRun(DumpVariant variant, std::vector<uint32_t> sizes, const PrepareKernel& prepare = {});
  CaseRun(const CaseRun&) = delete;
  CaseRun& operator=(const CaseRun&) = delete;

  // Before start_reading() this fills the table; afterwards it is an edit under the running dump. Whether the
  // kernel took it.
  bool apply(const Edit& edit);
  // Sends the first request for the whole table, or for one service.
  void start_reading(std::optional<ServiceIndex> single = std::nullopt);
  // Stock: the same for the services without their destinations.
  void start_reading_services_only();
  // Receives one datagram, sending the next request of an N+1 reading first when it is due. False: the
  // reading has ended, or has gone on for longer than any sound one could.
  bool receive();
  // Receives to the end.
  const Reading& finish();

  // A dump is running: the next datagram has been cut already.
  bool dumping() const { return socket_->head() != nullptr; }
  const Reading& reading() const { return reading_; }
  const Model& model() const { return model_; }
  DumpVariant variant() const { return variant_; }
  std::optional<ServiceIndex> single() const { return single_; }
  bool services_only() const { return services_only_; }
  const std::vector<uint32_t>& sizes() const { return sizes_; }
  sim::Kernel& kernel() { return kernel_; }

 private:
  void send(uint8_t cmd, uint16_t flags, std::optional<ServiceIndex> service);
  void next_request();
  void close_answer(const Datagram& datagram);
  size_t datagram_limit() const;

  const DumpVariant variant_;
  const std::vector<uint32_t> sizes_;
  sim::Kernel kernel_;
  genl::NetnsId foreign_;
  std::unique_ptr<genl::Socket> socket_;
  Model model_;
  Reading reading_;
  std::optional<ServiceIndex> single_;
  bool services_only_ = false;
  Answer answer_ = Answer::get_service;
  bool waiting_ = false;               // a request is being answered
  std::optional<ServiceIndex> owner_;  // see decode()
  std::vector<ServiceIndex> to_ask_;   // N+1: services whose destinations are still to be read
  size_t asked_ = 0;
  uint32_t seq_ = 0;
};

// Fills the table of a world as the case says.
void fill_table(CaseRun& world, const Case& which);
// Sends its first request.
void start_reading(CaseRun& world, const Case& which);
// Runs a case from beginning to end; edits at boundaries that never come are not made.
std::unique_ptr<CaseRun> run(const Case& which, const PrepareKernel& prepare = {});

}  // namespace ipvsim::laws
