// Reading JSON strictly: a member that is missing, unknown, of another kind or out of range is told with its
// path ("namespaces[0].services[2].port").
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ipvsim::tools {

// One object. Every function throws std::runtime_error, "PATH: REASON", for what it cannot accept. The JSON
// must outlive it.
class JsonObject {
 public:
  using Json = nlohmann::json;

  JsonObject(const Json& value, std::string path);

  const Json& at(const char* key);
  // Absent or null: nothing.
  const Json* optional(const char* key);
  bool boolean(const char* key);
  std::string text(const char* key);
  JsonObject object(const char* key) { return {at(key), path(key)}; }
  // 0 (or `low`) to what T holds (or `high`).
  template <class T>
  T number(const char* key, T high = std::numeric_limits<T>::max(), T low = 0) {
    if constexpr (std::is_signed_v<T>)
      return static_cast<T>(signed_number(at(key), path(key), low, high));
    else
      return static_cast<T>(unsigned_number(at(key), path(key), low, high));
  }
  // Calls visit(element, its path) for each element of an array.
  template <class Visit>
  void for_each(const char* key, Visit visit) {
    const Json& list = array(key);
    for (size_t i = 0; i < list.size(); ++i) visit(list[i], path(key) + "[" + std::to_string(i) + "]");
  }
  std::vector<std::string> texts(const char* key);
  // An object whose members are all texts; absent: empty.
  std::map<std::string, std::string> texts_by_name(const char* key);

  // To be called when everything wanted was read: what is left over is refused.
  void finish() const;

  std::string path(const char* key) const { return path_.empty() ? key : path_ + "." + key; }
  [[noreturn]] void refuse(const char* key, const std::string& reason) const;

  static uint64_t unsigned_number(const Json& value, const std::string& path, uint64_t low, uint64_t high);

 private:
  static int64_t signed_number(const Json& value, const std::string& path, int64_t low, int64_t high);
  const Json& array(const char* key);

  const Json& value_;
  std::string path_;
  std::vector<std::string> read_;
};

}  // namespace ipvsim::tools
