// /proc/net/ip_vs_stats and ip_vs_stats_percpu. All recordings show zeros; that the numbers are hexadecimal
// was seen on 6.1.176 with traffic.
#include <fmt/format.h>

#include "sim/ipvs_proc/proc_net.h"

namespace ipvsim::ipvs_proc {

namespace {

std::string row(const ipvs::CounterValues& values) {
  return fmt::format("{:8X} {:8X} {:8X} {:16X} {:16X}\n", values[ipvs::kConns], values[ipvs::kInPkts],
                     values[ipvs::kOutPkts], values[ipvs::kInBytes], values[ipvs::kOutBytes]);
}

std::string counters_row(const ipvs::Stats& stats) {
  ipvs::CounterValues values;
  for (size_t i = 0; i < values.size(); ++i) values[i] = stats.counter(static_cast<ipvs::Counter>(i));
  return row(values);
}

std::string rates_row(const ipvs::Stats& stats) {
  ipvs::CounterValues values;
  for (size_t i = 0; i < values.size(); ++i) values[i] = stats.rate(static_cast<ipvs::Counter>(i));
  return row(values);
}

}  // namespace

std::string stats_text(const ipvs::Netns& netns) {
  return "   Total Incoming Outgoing         Incoming         Outgoing\n"
         "   Conns  Packets  Packets            Bytes            Bytes\n" +
         counters_row(netns.totals) +
         "\n"
         " Conns/s   Pkts/s   Pkts/s          Bytes/s          Bytes/s\n" +
         rates_row(netns.totals);
}

// A CPU's row is what has passed there, neither sampled nor re-based by ZERO; the row "~" is what is reported
// of all together (measured on 6.1.176).
std::string stats_percpu_text(const ipvs::Netns& netns) {
  return "       Total Incoming Outgoing         Incoming         Outgoing\n"
         "CPU    Conns  Packets  Packets            Bytes            Bytes\n"
         "  0 " +
         row(netns.totals.raw()) + "  ~ " + counters_row(netns.totals) +
         "\n"
         "     Conns/s   Pkts/s   Pkts/s          Bytes/s          Bytes/s\n"
         "    " +
         rates_row(netns.totals);
}

}  // namespace ipvsim::ipvs_proc
