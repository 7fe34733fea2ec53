// The benchmarks that the budget of ARCHITECTURE.md 8 looks at: their names, and how they are declared.
#pragma once

#include <cstdint>
#include <string>

namespace ipvsim::tools::bench {

// What a service and a destination take in a dump (ARCHITECTURE.md 8): IPv4, scheduler of two letters.
inline constexpr int64_t kServiceBytes = 320;
inline constexpr int64_t kDestBytes = 356;

// Arguments: entries in the table, and for copies the bytes of each. Items are entries.
inline constexpr int64_t kTableSizes[] = {1000, 16'000, 1'000'000};
inline const std::string kSerialiseService = "serialise/service";
inline const std::string kSerialiseDest = "serialise/destination";
inline const std::string kWithTraffic = "/traffic";
inline constexpr const char* kCopy = "memcpy";
inline constexpr const char* kCopyInDumpOrder = "memcpy/dump_order";

inline constexpr const char* kSmallTest = "small_test";
// Through the socketpair, for comparison: its system calls are not ours to save.
inline constexpr const char* kSmallTestByDoor = "small_test/socketpair";

// Bytes an entry are the counter "bytes".
inline constexpr const char* kMemoryService = "memory/service";
inline constexpr const char* kMemoryDest = "memory/destination";
inline constexpr const char* kBytesCounter = "bytes";

// One dump of a table of range(0) services; table steps are the counter "steps".
inline const std::string kDump = "dump/";
inline constexpr const char* kStepsCounter = "steps";

// Tables from this size on take a second to build: their benchmarks run a fixed number of rounds, so that
// they are built once a repetition, and few repetitions.
inline constexpr int64_t kLargeTable = 100'000;
inline constexpr int kRepetitionsOfLarge = 3;

// Register the benchmarks, for tables of at most so many entries.
void declare_serialise(int64_t most_entries);
void declare_table(int64_t most_entries);
void declare_small_test();
void declare_memory(int64_t entries);
void declare_dumps(int64_t most_entries);

}  // namespace ipvsim::tools::bench
