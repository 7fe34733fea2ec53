// Look-up in the tables.
#include "tools/decode/spec.h"

namespace ipvsim::tools {

const AttrSpec* find_spec(const AttrSet& set, uint16_t type) {
  for (const AttrSpec& spec : set.attrs) {
    if (spec.type == type) return &spec;
  }
  return nullptr;
}

const CommandSpec* find_command(const FamilySpec& family, uint8_t cmd) {
  for (const CommandSpec& spec : family.commands) {
    if (spec.cmd == cmd) return &spec;
  }
  return nullptr;
}

}  // namespace ipvsim::tools
