// Sorting as ipvsadm sorts.
//
// It compares numbers by the sign of their 32-bit difference: 10.0.0.1 comes before 138.0.0.1 but after
// 139.0.0.1. That is no order on the whole address space, so the result depends on the sorting algorithm too:
// a top-down merge sort, as qsort of its C library. Tables within half the address space, thus nearly all,
// sort as one would expect.
#include "client/text/order.h"

#include <arpa/inet.h>

#include <numeric>

#include "client/values/load.h"

namespace ipvsim::client {
namespace {

int32_t difference(uint32_t a, uint32_t b) { return static_cast<int32_t>(a - b); }

uint32_t word(const Address& address, size_t i) {
  return ntohl(load<uint32_t>(reinterpret_cast<const std::byte*>(address.bytes.data()) + 4 * i));
}

// The first one's family says how much of both is compared.
int32_t compare(const Address& a, const Address& b) {
  const size_t words = a.is_v6() ? 4 : 1;
  for (size_t i = 0; i < words; ++i)
    if (const int32_t d = difference(word(a, i), word(b, i)); d != 0) return d;
  return 0;
}

int32_t compare(const ServiceEntry& left, const ServiceEntry& right) {
  const ServiceId& a = left.service.id;
  const ServiceId& b = right.service.id;
  if (const int32_t d = difference(a.fwmark, b.fwmark); d != 0) return d;
  if (const int32_t d = difference(a.family(), b.family()); d != 0) return d;
  if (const int32_t d = difference(a.protocol, b.protocol); d != 0) return d;
  if (const int32_t d = compare(a.address, b.address); d != 0) return d;
  return difference(a.port, b.port);
}

int32_t compare(const Destination& a, const Destination& b) {
  if (const int32_t d = compare(a.id.address, b.id.address); d != 0) return d;
  return difference(a.id.port, b.id.port);
}

// Sorts order[0, n) with room for as many in `spare`.
template <typename T>
void merge_sort(const std::vector<T>& values, uint32_t* order, size_t n, uint32_t* spare) {
  if (n < 2) return;
  const size_t half = n / 2;
  merge_sort(values, order, half, spare);
  merge_sort(values, order + half, n - half, spare);
  size_t left = 0;
  size_t right = half;
  size_t out = 0;
  while (left < half && right < n)
    spare[out++] = compare(values[order[left]], values[order[right]]) <= 0 ? order[left++] : order[right++];
  while (left < half) spare[out++] = order[left++];
  for (size_t i = 0; i < out; ++i) order[i] = spare[i];
}

template <typename T>
void sort_into(const std::vector<T>& values, std::vector<uint32_t>& order) {
  const size_t n = values.size();
  order.resize(2 * n);
  std::iota(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), 0U);
  merge_sort(values, order.data(), n, order.data() + n);
  order.resize(n);
}

}  // namespace

std::vector<uint32_t> print_order(const std::vector<ServiceEntry>& services) {
  std::vector<uint32_t> order;
  sort_into(services, order);
  return order;
}

void print_order(const std::vector<Destination>& destinations, std::vector<uint32_t>& order) {
  sort_into(destinations, order);
}

}  // namespace ipvsim::client
