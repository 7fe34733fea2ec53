// Tables of the model.
#include "proptests/client_laws/model_table.h"

#include <algorithm>

#include "proptests/client_laws/compare.h"

namespace ipvsim::client_laws {

namespace {

bool is_service(const std::vector<laws::Entry>& told, const laws::Model::ServiceState& state) {
  if (told.size() != state.dests.size() + 1 || told[0].value != state.timeout) return false;
  for (size_t i = 0; i < state.dests.size(); ++i) {
    const laws::Entry& entry = told[i + 1];
    if (entry.dest != state.dests[i] || entry.value != state.weights[entry.dest]) return false;
  }
  return true;
}

}  // namespace

bool is_table(const Outcome& outcome, const laws::Model& model) {
  if (outcome.threw()) return false;
  std::array<std::vector<laws::Entry>, laws::kServices> told;
  for (const laws::Datagram& datagram : as_reading(outcome).datagrams)
    for (const laws::Entry& entry : datagram.entries) {
      if (entry.strange) return false;
      told[entry.service].push_back(entry);
    }
  for (size_t s = 0; s < laws::kServices; ++s) {
    const laws::Model::ServiceState& state = model.service(static_cast<laws::ServiceIndex>(s));
    if (state.present ? !is_service(told[s], state) : !told[s].empty()) return false;
  }
  return true;
}

std::vector<laws::Model> moments(const laws::Case& which) {
  laws::Model model;
  for (const laws::TableService& entry : which.table) {
    (void)model.apply({laws::EditKind::add_service, entry.service, 0, 0});
    for (const laws::DestIndex dest : entry.dests)
      (void)model.apply({laws::EditKind::add_dest, entry.service, dest, 1});
  }
  std::vector<laws::Model> out{model};
  for (const laws::TimedEdit& timed : which.edits)
    if (model.apply(timed.edit)) out.push_back(model);
  return out;
}

}  // namespace ipvsim::client_laws
