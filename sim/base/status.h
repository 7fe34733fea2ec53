// Success or a positive errno. Handlers only report; one layer (genl/request_loop) turns it into an answer.
#pragma once

#include <utility>
#include <variant>

#include "sim/base/check.h"

namespace ipvsim {

class [[nodiscard]] Status {
 public:
  constexpr Status() = default;
  // `err` is 0 or a positive errno.
  constexpr Status(int err)
      : err_(err) {}  // NOLINT(google-explicit-constructor): `return EINVAL;` is the point.

  constexpr int err() const { return err_; }
  constexpr bool ok() const { return err_ == 0; }
  friend constexpr bool operator==(Status, Status) = default;

 private:
  int err_ = 0;
};

// A value or a positive errno.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: as Status
  Result(Status failed) : state_(std::in_place_index<1>, failed) {       // NOLINT: as Status
    IPVSIM_CHECK(!failed.ok());
  }

  bool ok() const { return state_.index() == 0; }
  int err() const { return ok() ? 0 : std::get<1>(state_).err(); }
  T& value() {
    IPVSIM_CHECK(ok());
    return std::get<0>(state_);
  }
  const T& value() const {
    IPVSIM_CHECK(ok());
    return std::get<0>(state_);
  }

 private:
  std::variant<T, Status> state_;
};

}  // namespace ipvsim
