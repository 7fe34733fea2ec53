// Saved tables, their way into a kernel, and JSON.
#include <gtest/gtest.h>

#include <fstream>

#include "tools/door/endpoint_transport.h"
#include "tools/table/restore.h"
#include "tools/table/table_json.h"

namespace ipvsim::tools {
namespace {

std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

client::Client client_of(sim::Kernel& kernel) {
  return client::Client(client::Transport::custom(std::make_unique<EndpointTransport>(kernel)));
}

TEST(Restore, PutsASavedTableIntoAKernel) {
  sim::Kernel kernel;
  client::Client client = client_of(kernel);
  restore(client, read_saved_table(write_file("table.txt",
                                              "-A -t 10.0.0.1:80 -s wlc -p 60\n"
                                              "-a -t 10.0.0.1:80 -r 192.168.0.1:80 -m -w 3\n"
                                              "-A -f 7 -6 -s rr\n")));
  const client::Table table = client.read_table();
  ASSERT_EQ(table.services.size(), 2u);
  const auto json = table_json(table);
  const auto& normal = json["services"][0].contains("address") ? json["services"][0] : json["services"][1];
  EXPECT_EQ(normal["address"], "10.0.0.1");
  EXPECT_EQ(normal["timeout"], 60);
  EXPECT_EQ(normal["destinations"][0]["address"], "192.168.0.1");
  EXPECT_EQ(normal["destinations"][0]["weight"], 3);
  EXPECT_EQ(normal["destinations"][0]["stats"]["conns"], 0);
}

TEST(Restore, BadLineNamesFileLineAndReason) {
  const std::string path = write_file("bad.txt", "-A -t 10.0.0.1:80 -s wlc\n-A -t nonsense -s wlc\n");
  try {
    read_saved_table(path);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(path + ":2: "), std::string::npos) << error.what();
  }
}

TEST(Restore, MissingFileIsOneLine) {
  try {
    read_saved_table("/nonexistent/table");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/table: No such file or directory");
  }
}

}  // namespace
}  // namespace ipvsim::tools
