// What the generators draw, and that a property which fails shrinks to a schedule one can read.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "ipvsim/door.h"
#include "ipvsim/rapidcheck.h"
#include "proptests/client_laws/rapidcheck_defaults.h"

namespace ipvsim {
namespace {

const bool kDefaults = client_laws::rapidcheck_defaults(200, 100);

RC_GTEST_PROP(RapidcheckKit, NamesAreReadBack, (const ServiceKey& service, const DestKey& dest)) {
  RC_ASSERT(ServiceKey(service.name()) == service);
  RC_ASSERT(DestKey(dest.name()) == dest);
}

RC_GTEST_PROP(RapidcheckKit, ChunkSizesAreReadBack, (const DumpBufferRule& rule)) {
  RC_TAG(static_cast<int>(rule.kind()));
  RC_ASSERT(DumpBufferRule(rule.text()).text() == rule.text());
}

RC_GTEST_PROP(RapidcheckKit, AKernelTakesEachService, (const ServiceKey& service)) {
  Kernel kernel;
  RC_ASSERT(kernel.add_service(service) == 0);
}

RC_GTEST_PROP(RapidcheckKit, SerialReadsEachScheduleToItsEnd, (const Schedule& schedule)) {
  Profile profile;
  profile.variant = DumpVariant::serial;
  Kernel kernel = schedule.kernel(profile);
  Door door(kernel);
  schedule.attach(door, kernel);
  door.send(request::dump(Command::get_service_dest));
  RC_ASSERT(door.receive_all().back().messages().back().is_done());
}

TEST(RapidcheckKit, AFailureShrinksToOneServiceAndOneEdit) {
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = 1000;
  const auto result = rc::detail::checkTestable(
      [](const Schedule& schedule) {
        Kernel kernel = schedule.kernel();
        for (const Edit& edit : schedule.edits)
          RC_ASSERT(edit.kind != Edit::Kind::del_service || edit.make(kernel) != 0);
      },
      rc::detail::TestMetadata{}, params);
  ASSERT_TRUE(result.template is<rc::detail::FailureResult>());
  const std::string text = result.template get<rc::detail::FailureResult>().counterExample.back().second;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;  // a service, the sizes, an edit
  EXPECT_NE(text.find("before receive 1: del_service"), std::string::npos) << text;
}

}  // namespace
}  // namespace ipvsim
