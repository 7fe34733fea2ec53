// Which kernel it was.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "tools/options/values.h"
#include "tools/state/json_object.h"
#include "tools/state/state_json.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

// As the option --dump-buffer takes it.
std::string dump_buffer_text(const DumpBufferRule& rule) {
  const std::string sizes = fmt::format("{}", fmt::join(rule.sizes(), ","));
  switch (rule.kind()) {
    case DumpBufferRule::Kind::kernel:
      return "kernel";
    case DumpBufferRule::Kind::fixed:
      return "fixed:" + sizes;
    case DumpBufferRule::Kind::script:
      return "script:" + sizes;
    case DumpBufferRule::Kind::random:
      return "random:" + sizes;
  }
  return {};
}

// For functions that complain with std::invalid_argument.
template <class Parse>
auto parsed(JsonObject& object, const char* key, Parse parse) {
  try {
    return parse(object.text(key));
  } catch (const std::invalid_argument& error) {
    object.refuse(key, error.what());
  }
}

}  // namespace

json profile_json(const Profile& profile) {
  return {{"name", profile.name},
          {"variant", dump_variant_name(profile.variant)},
          {"family_id", profile.family_id},
          {"hz", profile.hz},
          {"page_size", profile.page_size},
          {"pad64", profile.pad64 == wire::Pad64::yes},
          {"ipv6", profile.ipv6},
          {"u_thresh_limit", profile.u_thresh_limit},
          {"conn_tab_size", profile.conn_tab_size},
          {"schedulers", profile.schedulers},
          {"persistence_engines", profile.persistence_engines},
          {"privileged", profile.privileged},
          {"dump_buffer", dump_buffer_text(profile.dump_buffer)}};
}

Profile profile_from_json(const json& value, const std::string& path) {
  JsonObject object(value, path);
  Profile profile;
  profile.name = object.text("name");
  profile.variant = parsed(object, "variant", dump_variant);
  profile.family_id = object.number<uint16_t>("family_id", uapi::kGenlIdMax, uapi::kGenlIdFirstDynamic);
  profile.hz = object.number<uint32_t>("hz", 1000, 1);
  profile.page_size = object.number<uint32_t>("page_size", 1 << 20, 4096);
  profile.pad64 = object.boolean("pad64") ? wire::Pad64::yes : wire::Pad64::no;
  profile.ipv6 = object.boolean("ipv6");
  profile.u_thresh_limit = object.boolean("u_thresh_limit");
  profile.conn_tab_size = object.number<uint32_t>("conn_tab_size");
  profile.schedulers = object.texts("schedulers");
  profile.persistence_engines = object.texts("persistence_engines");
  profile.privileged = object.boolean("privileged");
  profile.dump_buffer = parsed(object, "dump_buffer", parse_dump_buffer);
  object.finish();
  return profile;
}

}  // namespace ipvsim::tools
