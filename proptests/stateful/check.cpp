// Drawing commands and running them.
#include "proptests/stateful/check.h"

#include "proptests/stateful/generators.h"
#include "proptests/stateful/pick.h"

namespace ipvsim::stateful {

namespace {

void do_step(const CommandPtr& command, Model& model, KernelUnderTest& world) {
  command->checkPreconditions(model);
  command->run(model, world);
  command->apply(model);
}

// Everybody can look again, so that nothing hides behind a missing privilege at the end.
void repair(Model& model, KernelUnderTest& world) {
  do_step(step(SetPrivilege{true}), model, world);
  do_step(step(SetAutoload{Autoload::late, 0}), model, world);
  for (Netns ns = 0; ns < kNamespaces; ++ns)
    if (model.shut_out(ns)) do_step(step(Reconnect{ns}), model, world);
}

}  // namespace

void check_commands(DumpVariant variant, const std::vector<CommandPtr>& commands, Model model,
                    Shares& shares) {
  KernelUnderTest world(variant);
  for (const CommandPtr& command : commands) do_step(command, model, world);
  for (const auto& [command, errnos] : world.tally())
    for (const auto& [error, count] : errnos) shares.tally[command][error] += count;
  repair(model, world);
  check_same(world, model);
  ++shares.cases;
  const ModelNetns& home = model.netns(0);
  shares.with_table += home.services.size() > 1 && model.dest_count(0) > 1 ? 1 : 0;
  RC_CLASSIFY(home.services.size() > 1 && model.dest_count(0) > 1, "a table at the end");
  RC_CLASSIFY(!home.trash.empty(), "something in the trash at the end");
  shares.trashed += home.trash.empty() ? 0 : 1;
}

void check_any_commands(DumpVariant variant, Fault fault, Shares& shares) {
  const Model start(fault);
  const Mix mix = *pick<Mix>({Mix::all, Mix::building});
  const auto commands =
      *rc::state::gen::commands(start, [mix](const Model& model) { return any_command(model, mix); });
  check_commands(variant, commands, start, shares);
}

}  // namespace ipvsim::stateful
