// Applying edits to the model.
#include "laws/model.h"

#include <algorithm>

namespace ipvsim::laws {

bool Model::ServiceState::has(DestIndex dest) const {
  return std::find(dests.begin(), dests.end(), dest) != dests.end();
}

void Model::note(ServiceIndex index) {
  const ServiceState& state = services_[index];
  if (!state.present) return;
  service_values_[index] = static_cast<uint8_t>(service_values_[index] | 1u << state.timeout);
  for (const DestIndex dest : state.dests)
    dest_values_[index][dest] = static_cast<uint8_t>(dest_values_[index][dest] | 1u << state.weights[dest]);
}

void Model::remove(ServiceIndex index) {
  touched_[index] = true;
  services_[index] = {};
}

bool Model::apply(const Edit& edit) {
  ServiceState& state = services_[edit.service];
  switch (edit.kind) {
    case EditKind::add_service:
      if (state.present) return false;
      state.present = true;
      touched_[edit.service] = true;
      break;
    case EditKind::del_service:
      if (!state.present) return false;
      remove(edit.service);
      break;
    case EditKind::set_service:
      if (!state.present) return false;
      state.timeout = edit.value;
      touched_[edit.service] = true;
      break;
    case EditKind::add_dest:
      if (!state.present || state.has(edit.dest)) return false;
      state.dests.insert(state.dests.begin(), edit.dest);
      state.weights[edit.dest] = 1;
      dest_touched_[edit.service][edit.dest] = true;
      break;
    case EditKind::del_dest:
      if (!state.present || !state.has(edit.dest)) return false;
      std::erase(state.dests, edit.dest);
      dest_touched_[edit.service][edit.dest] = true;
      break;
    case EditKind::set_dest:
      if (!state.present || !state.has(edit.dest)) return false;
      state.weights[edit.dest] = edit.value;
      dest_touched_[edit.service][edit.dest] = true;
      break;
    case EditKind::flush:
      for (size_t i = 0; i < kServices; ++i)
        if (services_[i].present) remove(static_cast<ServiceIndex>(i));
      break;
    case EditKind::add_foreign:
      if (foreign_[edit.service]) return false;
      foreign_[edit.service] = true;
      ++foreign_ever_;
      ++edits_;
      return true;
    case EditKind::del_foreign:
      if (!foreign_[edit.service]) return false;
      foreign_[edit.service] = false;
      ++edits_;
      return true;
  }
  ++edits_;
  note(edit.service);
  return true;
}

void Model::begin_dump() {
  initial_ = services_;
  service_values_ = {};
  dest_values_ = {};
  touched_ = {};
  dest_touched_ = {};
  edits_ = 0;
  for (size_t i = 0; i < kServices; ++i) note(static_cast<ServiceIndex>(i));
}

size_t Model::entries_ever() const {
  size_t entries = foreign_ever_;
  for (size_t s = 0; s < kServices; ++s) {
    entries += service_values_[s] != 0 ? 1 : 0;
    for (size_t d = 0; d < kDests; ++d) entries += dest_values_[s][d] != 0 ? 1 : 0;
  }
  return entries;
}

}  // namespace ipvsim::laws
