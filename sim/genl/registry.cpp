// Handing out family ids cyclically, and finding families.
#include "sim/genl/registry.h"

#include <utility>

namespace ipvsim::genl {

uint16_t Registry::allocate_id() {
  constexpr int kIds = uapi::kGenlIdMax - uapi::kGenlIdFirstDynamic + 1;
  for (int tried = 0; tried < kIds; ++tried) {
    const uint16_t id = next_id_;
    next_id_ = id == uapi::kGenlIdMax ? uapi::kGenlIdFirstDynamic : static_cast<uint16_t>(id + 1);
    if (!families_.contains(id)) return id;
  }
  IPVSIM_CHECK(false && "free family ids left");
  return 0;
}

const Family& Registry::add(std::unique_ptr<Family> family) {
  IPVSIM_CHECK(family->name.size() <= uapi::kGenlNameMax && by_name(family->name) == nullptr);
  if (family->id == 0) family->id = allocate_id();
  const uint16_t id = family->id;
  const auto [at, inserted] = families_.emplace(id, std::move(family));
  IPVSIM_CHECK(inserted);
  return *at->second;
}

void Registry::remove(uint16_t id) { IPVSIM_CHECK(families_.erase(id) == 1); }

const Family* Registry::by_id(uint16_t id) const {
  const auto at = families_.find(id);
  return at == families_.end() ? nullptr : at->second.get();
}

const Family* Registry::by_name(std::string_view name) const {
  for (const auto& [id, family] : families_)
    if (family->name == name) return family.get();
  return nullptr;
}

}  // namespace ipvsim::genl
