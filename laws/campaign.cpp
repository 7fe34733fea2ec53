// Splitting, running, merging.
#include "laws/campaign.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "laws/generate.h"

namespace ipvsim::laws {

namespace {

bool fragmented(const Reading& reading) {
  std::array<int, kServices> messages{};
  for (const Datagram& datagram : reading.datagrams)
    for (const Entry& entry : datagram.entries)
      if (!entry.is_dest && !entry.strange && ++messages[entry.service] > 1) return true;
  return false;
}

void classify(const Reading& reading, Classes& classes) {
  ++classes.cases;
  const bool resumed = reading.data_datagrams() > 1;
  classes.resumed += resumed ? 1 : 0;
  classes.edited_under_cursor += resumed && reading.edits > 0 ? 1 : 0;
  classes.fragmented += fragmented(reading) ? 1 : 0;
}

void keep_smaller(std::optional<Counterexample>& kept, Counterexample found) {
  if (!kept || found.size < kept->size) kept = std::move(found);
}

void run_case(const Plan& plan, DumpVariant variant, uint64_t index, Outcome& outcome) {
  Rng rng(case_seed(plan.seed, variant, index));
  const Case which = generate(variant, rng);
  const auto world = run(which, plan.prepare);
  const Evidence evidence = gather(*world);
  classify(evidence.reading, outcome.classes[variant]);
  auto& verdicts = outcome.verdicts[variant];
  for (const Law law : plan.laws) {
    Verdict& verdict = verdicts[law];
    auto complaint = check(law, evidence);
    if (!complaint) continue;
    ++verdict.broken;
    keep_smaller(verdict.smallest, {law, which, std::move(*complaint), measure(which, evidence.reading)});
  }
}

// The cases of one job: every jobs-th of the shard's.
void run_job(const Plan& plan, unsigned job, Outcome& outcome, std::atomic<uint64_t>& done) {
  for (const DumpVariant variant : plan.variants) {
    const uint64_t stride = plan.shards * plan.jobs;
    for (uint64_t i = plan.shard + job * plan.shards; i < plan.cases; i += stride) {
      run_case(plan, variant, i, outcome);
      done.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

}  // namespace

Classes& Classes::operator+=(const Classes& other) {
  cases += other.cases;
  resumed += other.resumed;
  edited_under_cursor += other.edited_under_cursor;
  fragmented += other.fragmented;
  return *this;
}

void Outcome::merge(const Outcome& other) {
  for (const auto& [variant, more] : other.classes) classes[variant] += more;
  for (const auto& [variant, laws] : other.verdicts)
    for (const auto& [law, verdict] : laws) {
      Verdict& mine = verdicts[variant][law];
      mine.broken += verdict.broken;
      if (verdict.smallest) keep_smaller(mine.smallest, *verdict.smallest);
    }
}

uint64_t case_seed(uint64_t seed, DumpVariant variant, uint64_t index) {
  Rng rng(seed);
  const uint64_t of_variant = rng.next() ^ (static_cast<uint64_t>(variant) << 56);
  return Rng(of_variant + index).next();
}

uint64_t shard_cases(const Plan& plan) {
  const uint64_t of_variant = (plan.cases + plan.shards - 1 - plan.shard) / plan.shards;
  return of_variant * plan.variants.size();
}

Outcome run_campaign(const Plan& plan, const std::function<void(uint64_t)>& progress) {
  IPVSIM_CHECK(plan.jobs > 0 && plan.shards > 0 && plan.shard < plan.shards);
  std::vector<Outcome> outcomes(plan.jobs);
  std::atomic<uint64_t> done{0};
  std::mutex mutex;
  std::condition_variable finished;
  unsigned running = plan.jobs;
  std::vector<std::thread> threads;
  for (unsigned job = 0; job < plan.jobs; ++job)
    threads.emplace_back([&, job] {
      run_job(plan, job, outcomes[job], done);
      const std::lock_guard lock(mutex);
      --running;
      finished.notify_one();
    });
  {
    constexpr auto kTick = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, kTick, [&] { return running == 0; }))
      if (progress) progress(done.load(std::memory_order_relaxed));
  }
  for (std::thread& thread : threads) thread.join();
  if (progress) progress(done.load());
  Outcome total;
  for (const Outcome& outcome : outcomes) total.merge(outcome);
  return total;
}

}  // namespace ipvsim::laws
