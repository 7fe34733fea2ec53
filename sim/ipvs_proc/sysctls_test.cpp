// The files under /proc/sys/net/ipv4/vs: what a real kernel had (Linux 6.1.176), and how they are written.
#include <gtest/gtest.h>

#include <cerrno>
#include <sstream>

#include "sim/ipvs_proc/sysctls.h"

namespace ipvsim::ipvs_proc {
namespace {

// Name, mode, value: the recording.
constexpr char kRecorded[] =
    "am_droprate 644 10\n"
    "amemthresh 644 1024\n"
    "backup_only 644 0\n"
    "cache_bypass 644 0\n"
    "conn_reuse_mode 644 1\n"
    "conntrack 644 0\n"
    "debug_level 644 0\n"
    "drop_entry 644 0\n"
    "drop_packet 644 0\n"
    "expire_nodest_conn 644 0\n"
    "expire_quiescent_template 644 0\n"
    "ignore_tunneled 644 0\n"
    "lblc_expiration 644 86400\n"
    "lblcr_expiration 644 86400\n"
    "nat_icmp_send 644 0\n"
    "pmtu_disc 644 1\n"
    "run_estimation 644 1\n"
    "schedule_icmp 644 0\n"
    "secure_tcp 644 0\n"
    "sloppy_sctp 644 0\n"
    "sloppy_tcp 644 0\n"
    "snat_reroute 644 1\n"
    "sync_persist_mode 644 0\n"
    "sync_ports 644 1\n"
    "sync_qlen_max 644 3772\n"
    "sync_refresh_period 644 0\n"
    "sync_retries 644 0\n"
    "sync_sock_size 644 0\n"
    "sync_threshold 644 3\t50\n"
    "sync_version 644 1\n";

class SysctlsTest : public testing::Test {
 protected:
  static ipvs::IpvsConfig config(std::vector<std::string> schedulers) {
    ipvs::IpvsConfig out;
    out.schedulers = std::move(schedulers);
    out.hz = 100;
    return out;
  }
  SysctlsTest() {
    ipvs_.add_netns(0, {});
    ipvs_.add_netns(0, {});
  }

  std::string read(std::string_view name, uint32_t netns = 0) {
    const Result<std::string> text = sysctls_.read(netns, name);
    return text.ok() ? text.value() : "errno " + std::to_string(text.err());
  }
  int write(std::string_view name, std::string_view text, uint32_t netns = 0) {
    return sysctls_.write(netns, name, text).err();
  }

  VirtualClock clock_;
  ipvs::Ipvs ipvs_{config({"rr", "lblc", "lblcr"}), clock_};
  Sysctls sysctls_{ipvs_};
};

TEST_F(SysctlsTest, FilesModesAndDefaultsAreTheRecordedOnes) {
  std::ostringstream shown;
  for (const SysctlFile& file : sysctls_.files())
    shown << file.name << ' ' << std::oct << file.mode << ' ' << read(file.name);
  EXPECT_EQ(shown.str(), kRecorded);
}

TEST_F(SysctlsTest, FilesOfAnAbsentSchedulerAreAbsent) {
  ipvs::Ipvs without(config({"rr"}), clock_);
  without.add_netns(0, {});
  Sysctls sysctls(without);
  EXPECT_EQ(sysctls.files().size(), kSysctls - 2);
  EXPECT_EQ(sysctls.read(0, "lblc_expiration").err(), ENOENT);
  EXPECT_EQ(sysctls.write(0, "lblcr_expiration", "1").err(), ENOENT);
}

TEST_F(SysctlsTest, UnknownNameIsEnoent) {
  EXPECT_EQ(sysctls_.read(0, "sync_thresholds").err(), ENOENT);
  EXPECT_EQ(write("", "1"), ENOENT);
}

TEST_F(SysctlsTest, EveryFileTakesANumberAndShowsIt) {
  for (const SysctlFile& file : sysctls_.files()) {
    const Result<size_t> written = sysctls_.write(0, file.name, "1\n");
    ASSERT_TRUE(written.ok()) << file.name;
    EXPECT_EQ(written.value(), 2u);
    EXPECT_EQ(read(file.name), file.name == "sync_threshold" ? "1\t50\n" : "1\n") << file.name;
  }
}

// Each row was measured on 6.1.176 with HZ 100: what was read back, or "-" where the write was EINVAL.
TEST_F(SysctlsTest, EachTakesWhatItTakesOnARealKernel) {
  struct Row {
    std::string_view name;
    std::string_view written;
    std::string_view read;
  };
  constexpr Row kRows[] = {
      {"conntrack", "-2147483648", "-2147483648"},
      {"conntrack", "2147483648", "-"},
      {"conntrack", "3 x", "3"},
      {"debug_level", "31", "31"},
      {"run_estimation", "7x", "-"},
      {"sync_sock_size", "604800", "604800"},
      {"drop_entry", "2", "1"},
      {"drop_packet", "2", "1"},
      {"secure_tcp", "2", "1"},
      {"drop_entry", "3", "3"},
      {"drop_entry", "4", "-"},
      {"drop_packet", "-1", "-"},
      {"secure_tcp", "100", "-"},
      {"secure_tcp", "3 x", "3"},
      {"sync_retries", "2", "2"},
      {"sync_retries", "3", "3"},
      {"sync_retries", "4", "-"},
      {"sync_retries", "-1", "-"},
      {"sync_version", "0", "0"},
      {"sync_version", "2", "-"},
      {"sync_version", "-1", "-"},
      {"sync_ports", "65536", "65536"},
      {"sync_ports", "1073741824", "1073741824"},
      {"sync_ports", "0x10", "16"},
      {"sync_ports", "3", "-"},
      {"sync_ports", "0", "-"},
      {"sync_ports", "-2147483648", "-"},
      {"sync_refresh_period", "21474836", "21474836"},
      {"sync_refresh_period", "21474837", "-"},
      {"sync_refresh_period", "-21474836", "-21474836"},
      {"sync_refresh_period", "-21474837", "-"},
      {"lblc_expiration", "-1", "-1"},
      {"lblcr_expiration", "2147483647", "-"},
      {"sync_qlen_max", "18446744073709551615", "18446744073709551615"},
      {"sync_qlen_max", "18446744073709551616", "-"},
      {"sync_qlen_max", "4294967296", "4294967296"},
      {"sync_qlen_max", "-1", "-"},
      {"sync_qlen_max", "-0", "-"},
      {"sync_threshold", "49", "49\t50"},
      {"sync_threshold", "50", "-"},
      {"sync_threshold", "-1", "-"},
      {"sync_threshold", "-0 5", "0\t5"},
      {"sync_threshold", "3 0", "3\t0"},
      {"sync_threshold", "3 3", "-"},
      {"sync_threshold", "3 -1", "-"},
      {"sync_threshold", "3 x", "-"},
      {"sync_threshold", "7\t8", "7\t8"},
      {"sync_threshold", "2147483647 0", "2147483647\t0"},
      {"sync_threshold", "3 2147483648", "-"},
  };
  for (const Row& row : kRows) {
    Sysctls sysctls(ipvs_);
    const std::string before = sysctls.read(0, row.name).value();
    const int error = sysctls.write(0, row.name, row.written).err();
    EXPECT_EQ(error, row.read == "-" ? EINVAL : 0) << row.name << " " << row.written;
    EXPECT_EQ(sysctls.read(0, row.name).value(), row.read == "-" ? before : std::string(row.read) + "\n")
        << row.name << " " << row.written;
  }
}

TEST_F(SysctlsTest, ThresholdTakesNoMoreThanTwoNumbers) {
  EXPECT_EQ(sysctls_.write(0, "sync_threshold", "3 5 7").value(), 4u);
  EXPECT_EQ(sysctls_.write(0, "sync_threshold", "1\n2\n").value(), 4u);
  EXPECT_EQ(read("sync_threshold"), "1\t2\n");
}

TEST_F(SysctlsTest, NonsenseIsEinvalAndChangesNothing) {
  for (const SysctlFile& file : sysctls_.files()) {
    const std::string before = read(file.name);
    EXPECT_EQ(write(file.name, "nonsense"), EINVAL) << file.name;
    EXPECT_EQ(read(file.name), before);
  }
}

TEST_F(SysctlsTest, ThresholdHasTwoValues) {
  EXPECT_EQ(write("sync_threshold", "5 100\n"), 0);
  EXPECT_EQ(read("sync_threshold"), "5\t100\n");
  EXPECT_EQ(write("sync_threshold", "6 x"), EINVAL);
  EXPECT_EQ(read("sync_threshold"), "5\t100\n");
}

TEST_F(SysctlsTest, ValuesBelongToTheirNamespace) {
  EXPECT_EQ(write("conntrack", "1", 1), 0);
  EXPECT_EQ(read("conntrack", 1), "1\n");
  EXPECT_EQ(read("conntrack", 0), "0\n");
}

TEST_F(SysctlsTest, OnlyAWriteAtTheBeginningCounts) {
  const Result<size_t> later = sysctls_.write(0, "conntrack", "1", 1);
  ASSERT_TRUE(later.ok());
  EXPECT_EQ(later.value(), 1u);
  EXPECT_EQ(read("conntrack"), "0\n");
}

TEST_F(SysctlsTest, RestOfTheTextIsLeftToTheNextWrite) {
  const Result<size_t> written = sysctls_.write(0, "conntrack", "1 2");
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(written.value(), 2u);
}

TEST_F(SysctlsTest, RunEstimationStopsAndStartsTheSamplerOfItsNamespace) {
  EXPECT_EQ(write("run_estimation", "0"), 0);
  for (const uint32_t netns : {0u, 1u}) ipvs_.netns(netns).totals.set_raw({1, 0, 0, 0, 0});
  clock_.advance(ipvs::kSamplePeriodMs);
  EXPECT_EQ(ipvs_.netns(0).totals.counter(ipvs::kConns), 0u);
  EXPECT_EQ(ipvs_.netns(1).totals.counter(ipvs::kConns), 1u);
  EXPECT_EQ(write("run_estimation", "1"), 0);
  clock_.advance(ipvs::kSamplePeriodMs);
  EXPECT_EQ(ipvs_.netns(0).totals.counter(ipvs::kConns), 1u);
}

TEST_F(SysctlsTest, RunEstimationShowsASwitchThrownElsewhere) {
  EXPECT_EQ(write("run_estimation", "2"), 0);
  EXPECT_EQ(read("run_estimation"), "2\n");
  ipvs_.netns(0).run_estimation = false;
  EXPECT_EQ(read("run_estimation"), "0\n");
  EXPECT_EQ(write("conntrack", "1"), 0);
  EXPECT_FALSE(ipvs_.netns(0).run_estimation);
}

}  // namespace
}  // namespace ipvsim::ipvs_proc
