// The commands by name.
#include "tools/run/serve/control.h"

#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/options/values.h"
#include "tools/run/serve/control_counters.h"
#include "tools/state/state.h"
#include "tools/text/errno_name.h"

namespace ipvsim::run {
namespace {

using json = nlohmann::json;

struct Context {
  LocalKernel& world;
  sim::Kernel& kernel;
  genl::NetnsId netns;
  const Arguments& arguments;
};

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

const std::string& only_argument(const Context& context, const char* wanted) {
  if (context.arguments.size() != 1) refuse(fmt::format("one argument is wanted: {}", wanted));
  return context.arguments[0];
}

void need_module(const Context& context) {
  if (!context.kernel.module_loaded()) refuse("the module is not loaded");
}

json advance(const Context& context) {
  // About 35 years; a mistyped number should not take as long.
  constexpr uint64_t kMostMs = uint64_t{1} << 40;
  context.kernel.advance(static_cast<Millis>(number_argument("MS", only_argument(context, "MS"), kMostMs)));
  return {{"text", fmt::format("it is {} ms since the kernel began\n", context.kernel.now())}};
}

json module(const Context& context) {
  const std::string& wanted = only_argument(context, "load, unload, present, absent or late:N");
  if (wanted == "load" || wanted == "unload") {
    const Status status = wanted == "load" ? context.kernel.load_module() : context.kernel.unload_module();
    if (!status.ok()) refuse(fmt::format("module {}: {}", wanted, tools::errno_name(status.err())));
    return json::object();
  }
  const tools::ModuleValue value = tools::parse_module(wanted);
  context.kernel.set_module_state(value.state, value.late_lookups);
  return json::object();
}

json dump_buffer(const Context& context) {
  context.kernel.set_dump_buffer(tools::parse_dump_buffer(only_argument(context, "RULE")));
  return json::object();
}

json privileged(const Context& context) {
  const std::string& wanted = only_argument(context, "yes or no");
  if (wanted != "yes" && wanted != "no") refuse(fmt::format("privileged '{}': must be yes or no", wanted));
  context.kernel.set_privileged(wanted == "yes");
  return json::object();
}

json fault(const Context& context) {
  const Arguments& given = context.arguments;
  genl::Faults& faults = context.kernel.netlink().faults();
  if (given.size() == 2 && given[0] == "lose-answers") {
    faults.lost_answers = static_cast<unsigned>(number_argument("N", given[1], UINT32_MAX));
  } else if (given.size() == 3 && given[0] == "fail-requests") {
    const auto err = tools::errno_number(given[2]);
    if (!err) refuse(fmt::format("'{}' is no errno", given[2]));
    faults.failing_requests = static_cast<unsigned>(number_argument("N", given[1], UINT32_MAX));
    faults.failing_errno = *err;
  } else if (given.size() == 1 && given[0] == "overrun") {
    context.world.overrun();
  } else {
    refuse("a fault is one of: lose-answers N, fail-requests N ERRNO, overrun");
  }
  return json::object();
}

json show(const Context& context) {
  const sim::Kernel& kernel = context.kernel;
  const genl::Counters& counters = kernel.counters();
  json out = {{"profile", kernel.profile().name},
              {"seed", kernel.seed()},
              {"now_ms", kernel.now()},
              {"module_loaded", kernel.module_loaded()},
              {"family_id", kernel.family_id()},
              {"namespaces", kernel.namespaces().size()},
              {"sockets", context.world.sockets()},
              {"requests", counters.requests},
              {"datagrams", counters.datagrams},
              {"dump_chunks", counters.chunks},
              {"table_steps", counters.table_steps}};
  if (kernel.module_loaded()) out["services"] = context.kernel.ipvs_netns(context.netns).services;
  return {{"text", out.dump(1) + "\n"}};
}

json save(const Context& context) {
  const std::string& format = only_argument(context, "text or json");
  if (format == "json") return {{"text", tools::save_json(context.kernel).dump(1) + "\n"}};
  return {{"text", tools::save_text(context.kernel, context.netns)}};
}

json restore(const Context& context) {
  if (context.arguments.size() != 2) refuse("a file is wanted");
  tools::restore_contents(context.kernel, context.netns, context.arguments[1], context.arguments[0]);
  return json::object();
}

template <void (*change)(sim::Kernel&, genl::NetnsId, const Arguments&)>
json entries(const Context& context) {
  need_module(context);
  change(context.kernel, context.netns, context.arguments);
  return json::object();
}

const std::map<std::string, json (*)(const Context&)>& commands() {
  static const std::map<std::string, json (*)(const Context&)> all = {
      {"advance", advance},
      {"connections", entries<control_connections>},
      {"dump-buffer", dump_buffer},
      {"fault", fault},
      {"module", module},
      {"privileged", privileged},
      {"restore", restore},
      {"save", save},
      {"show", show},
      {"stats", entries<control_stats>},
      {"traffic", entries<control_traffic>},
  };
  return all;
}

}  // namespace

nlohmann::json control(LocalKernel& world, const nlohmann::json& message) {
  // What programs did before, they did before.
  world.serve();
  const auto name = message.at("command").get<std::string>();
  const auto arguments = message.at("arguments").get<Arguments>();
  const auto netns = message.at("netns").get<genl::NetnsId>();
  const auto found = commands().find(name);
  if (found == commands().end()) refuse(fmt::format("unknown command '{}'", name));
  if (netns >= world.kernel().namespaces().size()) refuse(fmt::format("there is no namespace {}", netns));
  return found->second({world, world.kernel(), netns, arguments});
}

}  // namespace ipvsim::run
