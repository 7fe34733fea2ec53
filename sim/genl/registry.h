// The generic netlink families of a kernel and their ids (genetlink.md 2).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "sim/genl/family.h"

namespace ipvsim::genl {

class Registry {
 public:
  // Adds a family and gives it an id if it has none: the next free one at or after the last handed out,
  // wrapping. A name or fixed id already there is our mistake and aborts.
  const Family& add(std::unique_ptr<Family> family);
  // Takes a family out; its id is not reused before the range wraps.
  void remove(uint16_t id);
  // The next dynamic id to be handed out, if free.
  void set_next_id(uint16_t id) { next_id_ = id; }

  const Family* by_id(uint16_t id) const;
  const Family* by_name(std::string_view name) const;
  // In ascending id order.
  const std::map<uint16_t, std::unique_ptr<Family>>& all() const { return families_; }

 private:
  uint16_t allocate_id();

  std::map<uint16_t, std::unique_ptr<Family>> families_;
  uint16_t next_id_ = uapi::kGenlIdFirstDynamic;
};

}  // namespace ipvsim::genl
