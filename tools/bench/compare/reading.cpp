// One table at a time.
#include "tools/bench/compare/reading.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "client/text/format_save.h"

namespace ipvsim::tools::bench {

Reader::Reader() : null_(open("/dev/null", O_WRONLY | O_CLOEXEC)) {
  if (null_ < 0) throw std::system_error(errno, std::generic_category(), "/dev/null");
}

Reader::~Reader() { close(null_); }

client::Table Reader::timed_read(client::Client& client, client::ReadMethod method, Reading& reading) {
  client::ReadOptions options;
  options.method = method;
  const Stopwatch watch;
  client::Table table = client.read_table(options);
  reading.read = watch.elapsed();
  reading.services = table.services.size();
  for (const client::ServiceEntry& entry : table.services) reading.dests += entry.destinations.size();
  return table;
}

Reading Reader::read(client::Client& client, client::ReadMethod method) {
  Reading reading;
  (void)timed_read(client, method, reading);
  return reading;
}

Reading Reader::read_and_print(client::Client& client, client::ReadMethod method) {
  Reading reading;
  const client::Table table = timed_read(client, method, reading);
  const Stopwatch watch;
  text_.clear();
  client::append_save(text_, table.services);
  if (write(null_, text_.data(), text_.size()) < 0)
    throw std::system_error(errno, std::generic_category(), "/dev/null");
  reading.print = watch.elapsed();
  return reading;
}

}  // namespace ipvsim::tools::bench
