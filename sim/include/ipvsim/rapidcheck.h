// For properties with RapidCheck: generators of names, chunk sizes, tables and schedules, which shrink, and
// how they are shown. Needs RapidCheck where it is included, and nowhere else.
//
//   rc::check("my reader tells what nobody touched", [](const ipvsim::Schedule& schedule) { ... });
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>
#include <vector>

#include "ipvsim/schedule.h"

namespace ipvsim {

inline void showValue(const ServiceKey& key, std::ostream& out) { out << key.name(); }
inline void showValue(const DestKey& key, std::ostream& out) { out << key.name(); }
inline void showValue(const DumpBufferRule& rule, std::ostream& out) { out << rule.text(); }
inline void showValue(const Edit& edit, std::ostream& out) { out << edit.text(); }
inline void showValue(const Schedule& schedule, std::ostream& out) { out << schedule.text(); }

namespace rapidcheck_kit {

// A number in [lo, hi], the ends included, towards lo in shrinking.
template <class Number>
rc::Gen<Number> between(Number lo, Number hi) {
  return rc::gen::inRange<Number>(lo, static_cast<Number>(hi + 1));
}

// Of the few services of a schedule, towards the first in shrinking.
inline rc::Gen<ServiceKey> few_services() {
  return rc::gen::map(between<size_t>(0, Schedule::kServices - 1), &Schedule::some_service);
}
inline rc::Gen<size_t> few_dests() { return between<size_t>(0, Schedule::kDests - 1); }

}  // namespace rapidcheck_kit

}  // namespace ipvsim

namespace rc {

// Any service there can be: an address and a port of TCP, UDP or SCTP, or a firewall mark, for either family.
template <>
struct Arbitrary<ipvsim::ServiceKey> {
  static Gen<ipvsim::ServiceKey> arbitrary() {
    using namespace ipvsim;
    return gen::apply(
        [](bool ipv6, bool marked, uint16_t protocol, const std::array<uint8_t, 16>& bytes, uint16_t port,
           uint32_t mark) {
          const uint16_t af = ipv6 ? kInet6 : kInet;
          if (marked) return ServiceKey::of_fwmark(mark, af);
          return ServiceKey(af, protocol, Address{bytes}.of_family(af), port);
        },
        gen::arbitrary<bool>(), gen::arbitrary<bool>(),
        gen::elementOf(std::vector<uint16_t>{kTcp, kUdp, kSctp}), gen::arbitrary<std::array<uint8_t, 16>>(),
        rapidcheck_kit::between<uint16_t>(1, 65534), rapidcheck_kit::between<uint32_t>(1, 0xfffffffe));
  }
};

// Any destination, of either family.
template <>
struct Arbitrary<ipvsim::DestKey> {
  static Gen<ipvsim::DestKey> arbitrary() {
    using namespace ipvsim;
    return gen::apply(
        [](bool ipv6, const std::array<uint8_t, 16>& bytes, uint16_t port) {
          const uint16_t af = ipv6 ? kInet6 : kInet;
          return DestKey(af, Address{bytes}.of_family(af), port);
        },
        gen::arbitrary<bool>(), gen::arbitrary<std::array<uint8_t, 16>>(),
        rapidcheck_kit::between<uint16_t>(1, 65534));
  }
};

// All four kinds of rules; sizes around those of a few entries.
template <>
struct Arbitrary<ipvsim::DumpBufferRule> {
  static Gen<ipvsim::DumpBufferRule> arbitrary() {
    using ipvsim::DumpBufferRule;
    const auto size = ipvsim::rapidcheck_kit::between<size_t>(DumpBufferRule::kSmallest, 8000);
    return gen::oneOf(
        gen::just(DumpBufferRule::kernel()), gen::map(size, &DumpBufferRule::fixed),
        gen::map(gen::nonEmpty(gen::container<std::vector<size_t>>(size)), &DumpBufferRule::script),
        gen::map(gen::pair(size, size), [](const std::pair<size_t, size_t>& ends) {
          return DumpBufferRule::random(std::min(ends.first, ends.second), std::max(ends.first, ends.second));
        }));
  }
};

// An edit of few services and destinations, before one of the first eight receives.
template <>
struct Arbitrary<ipvsim::Edit> {
  static Gen<ipvsim::Edit> arbitrary() {
    using namespace ipvsim;
    return gen::apply(
        [](size_t receive, int kind, const ServiceKey& service, size_t dest, uint32_t value) {
          return Edit{receive, static_cast<Edit::Kind>(kind), service, Schedule::some_dest(service, dest),
                      value};
        },
        rapidcheck_kit::between<size_t>(1, 8),
        rapidcheck_kit::between<int>(0, static_cast<int>(Edit::Kind::flush)), rapidcheck_kit::few_services(),
        rapidcheck_kit::few_dests(), rapidcheck_kit::between<uint32_t>(0, 3));
  }
};

template <>
struct Arbitrary<ipvsim::Schedule::Service> {
  static Gen<ipvsim::Schedule::Service> arbitrary() {
    using namespace ipvsim;
    return gen::apply(
        [](const ServiceKey& key, const std::vector<size_t>& dests) {
          Schedule::Service service{key};
          for (const size_t dest : dests) service.dests.push_back(Schedule::some_dest(key, dest));
          return service;
        },
        rapidcheck_kit::few_services(), gen::container<std::vector<size_t>>(rapidcheck_kit::few_dests()));
  }
};

// A table is its `table` alone: gen::arbitrary<std::vector<ipvsim::Schedule::Service>>().
template <>
struct Arbitrary<ipvsim::Schedule> {
  static Gen<ipvsim::Schedule> arbitrary() {
    using ipvsim::Schedule;
    return gen::build<Schedule>(gen::set(&Schedule::table), gen::set(&Schedule::dump_buffer),
                                gen::set(&Schedule::edits));
  }
};

}  // namespace rc
