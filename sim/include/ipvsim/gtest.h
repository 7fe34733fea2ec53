// For tests with GoogleTest: how values of the face are printed, and matchers that say what differs. Needs
// GoogleMock where it is included, and nowhere else.
//
//   EXPECT_THAT(door.receive(), ipvsim::Tells("tcp:10.0.0.1:80"));
//   EXPECT_THAT(door.receive_all(), ipvsim::TellsExactly({"tcp:10.0.0.1:80", "fwm:7"}));
//   EXPECT_THAT(table, ipvsim::IsTable({"tcp:10.0.0.1:80 -> 10.1.0.1:80, 10.1.0.2:80", "fwm:7"}));
//   EXPECT_THAT(door.requests(), ipvsim::Asks({"GET_SERVICE_DEST dump"}));  // one dump, not N+1
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "ipvsim/answer.h"
#include "ipvsim/door.h"
#include "ipvsim/request.h"

namespace ipvsim {

inline void PrintTo(const ServiceKey& key, std::ostream* out) { *out << key.name(); }
inline void PrintTo(const DestKey& key, std::ostream* out) { *out << key.name(); }
inline void PrintTo(const DumpBufferRule& rule, std::ostream* out) { *out << rule.text(); }
inline void PrintTo(const Message& message, std::ostream* out) { *out << message.text(); }
inline void PrintTo(const Datagram& datagram, std::ostream* out) {
  *out << "a datagram of " << datagram.length << " bytes: " << datagram.text();
}

namespace gtest_kit {

using Lines = std::vector<std::string>;

inline std::string one_line(const ToldService& service) {
  std::string line = service.key.name();
  const char* separator = " -> ";
  for (const ToldDest& dest : service.dests) {
    line += separator + dest.key.name();
    separator = ", ";
  }
  return line;
}

inline Lines lines_of(const std::vector<ToldService>& table) {
  Lines lines;
  for (const ToldService& service : table) lines.push_back(one_line(service));
  return lines;
}

inline Lines services_of(const std::vector<Datagram>& reading) {
  Lines names;
  for (const ToldService& service : told_table(reading)) names.push_back(service.key.name());
  return names;
}

// What one list has and the other has not, one entry a line: "- wanted", "+ unexpected".
inline std::string difference(Lines wanted, Lines found) {
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  Lines missing;
  Lines extra;
  std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  std::string text;
  for (const std::string& line : missing) text += "\n  - " + line;
  for (const std::string& line : extra) text += "\n  + " + line;
  return text.empty() ? "\n  the same entries in another order" : text;
}

inline bool matches(const Lines& wanted, const Lines& found, testing::MatchResultListener* listener) {
  if (wanted == found) return true;
  *listener << "which differs (- wanted, + found):" << difference(wanted, found);
  return false;
}

// "GET_SERVICE dump", "NEW_DEST"; "type 16 command 3" for what is no request of IPVS.
inline std::string request_text(const Data& datagram) {
  static constexpr const char* kNames[] = {
      "",         "NEW_SERVICE", "SET_SERVICE", "DEL_SERVICE", "GET_SERVICE",     "NEW_DEST",   "SET_DEST",
      "DEL_DEST", "GET_DEST",    "NEW_DAEMON",  "DEL_DAEMON",  "GET_DAEMON",      "SET_CONFIG", "GET_CONFIG",
      "SET_INFO", "GET_INFO",    "ZERO",        "FLUSH",       "GET_SERVICE_DEST"};
  constexpr uint16_t kController = 16;
  std::string text;
  for (const Message& message : read_messages(datagram)) {
    if (!text.empty()) text += ", ";
    const uint8_t command = message.command();
    if (message.type == kController)
      text += command == 3 ? "GETFAMILY" : "controller command " + std::to_string(command);
    else
      text += command < std::size(kNames) ? kNames[command] : "command " + std::to_string(command);
    if ((message.flags & kDump) == kDump) text += " dump";
  }
  return text;
}

}  // namespace gtest_kit

// The datagram tells this service.
MATCHER_P(TellsService, key, "tells " + ServiceKey(key).name()) {
  const gtest_kit::Lines told = gtest_kit::services_of({arg});
  *result_listener << "which tells " << testing::PrintToString(told);
  return std::find(told.begin(), told.end(), ServiceKey(key).name()) != told.end();
}
inline auto Tells(const ServiceKey& service) { return TellsService(service); }

// A reading tells these services in this order, each once, and no other.
MATCHER_P(TellsServices, wanted, "tells " + testing::PrintToString(wanted)) {
  return gtest_kit::matches(wanted, gtest_kit::services_of(arg), result_listener);
}
inline auto TellsExactly(std::vector<std::string> services) { return TellsServices(std::move(services)); }

// A table (told_table()) has these services with these destinations, in this order.
MATCHER_P(IsTableOf, wanted, "is the table " + testing::PrintToString(wanted)) {
  return gtest_kit::matches(wanted, gtest_kit::lines_of(arg), result_listener);
}
inline auto IsTable(std::vector<std::string> lines) { return IsTableOf(std::move(lines)); }

// A request log (Door::requests()) asks for just this: "GET_SERVICE dump", "GET_DEST dump", "NEW_SERVICE".
MATCHER_P(AsksFor, wanted, "asks for " + testing::PrintToString(wanted)) {
  gtest_kit::Lines asked;
  for (const Data& datagram : arg) asked.push_back(gtest_kit::request_text(datagram));
  if (asked == wanted) return true;
  *result_listener << "which asks " << asked.size() << " times where " << wanted.size()
                   << " were expected:" << gtest_kit::difference(wanted, asked);
  return false;
}
inline auto Asks(std::vector<std::string> requests) { return AsksFor(std::move(requests)); }

}  // namespace ipvsim
