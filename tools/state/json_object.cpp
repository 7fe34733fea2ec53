// Looking at members, with a complaint for everything unexpected.
#include "tools/state/json_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ipvsim::tools {
namespace {

[[noreturn]] void refuse_at(const std::string& path, const std::string& reason) {
  throw std::runtime_error(path.empty() ? reason : fmt::format("{}: {}", path, reason));
}

}  // namespace

JsonObject::JsonObject(const Json& value, std::string path) : value_(value), path_(std::move(path)) {
  if (!value_.is_object()) refuse_at(path_, "must be an object");
}

void JsonObject::refuse(const char* key, const std::string& reason) const { refuse_at(path(key), reason); }

const JsonObject::Json* JsonObject::optional(const char* key) {
  read_.emplace_back(key);
  const auto at = value_.find(key);
  return at == value_.end() || at->is_null() ? nullptr : &*at;
}

const JsonObject::Json& JsonObject::at(const char* key) {
  const Json* const value = optional(key);
  if (value == nullptr) refuse(key, "is missing");
  return *value;
}

bool JsonObject::boolean(const char* key) {
  const Json& value = at(key);
  if (!value.is_boolean()) refuse(key, "must be true or false");
  return value.get<bool>();
}

std::string JsonObject::text(const char* key) {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "must be text");
  return value.get<std::string>();
}

uint64_t JsonObject::unsigned_number(const Json& value, const std::string& path, uint64_t low,
                                     uint64_t high) {
  const bool is = value.is_number_unsigned() || (value.is_number_integer() && value.get<int64_t>() >= 0);
  if (!is || value.get<uint64_t>() < low || value.get<uint64_t>() > high)
    refuse_at(path, fmt::format("must be a number from {} to {}", low, high));
  return value.get<uint64_t>();
}

int64_t JsonObject::signed_number(const Json& value, const std::string& path, int64_t low, int64_t high) {
  const bool is = value.is_number_integer() &&
                  (!value.is_number_unsigned() || value.get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX));
  if (!is || value.get<int64_t>() < low || value.get<int64_t>() > high)
    refuse_at(path, fmt::format("must be a number from {} to {}", low, high));
  return value.get<int64_t>();
}

const JsonObject::Json& JsonObject::array(const char* key) {
  const Json& value = at(key);
  if (!value.is_array()) refuse(key, "must be a list");
  return value;
}

std::vector<std::string> JsonObject::texts(const char* key) {
  std::vector<std::string> out;
  for_each(key, [&](const Json& element, const std::string& where) {
    if (!element.is_string()) refuse_at(where, "must be text");
    out.push_back(element.get<std::string>());
  });
  return out;
}

std::map<std::string, std::string> JsonObject::texts_by_name(const char* key) {
  std::map<std::string, std::string> out;
  const Json* const members = optional(key);
  if (members == nullptr) return out;
  if (!members->is_object()) refuse(key, "must be an object");
  for (const auto& [name, value] : members->items()) {
    if (!value.is_string()) refuse(key, fmt::format("'{}' must be text", name));
    out.emplace(name, value.get<std::string>());
  }
  return out;
}

void JsonObject::finish() const {
  for (const auto& member : value_.items())
    if (std::find(read_.begin(), read_.end(), member.key()) == read_.end())
      refuse(member.key().c_str(), "is not known here");
}

}  // namespace ipvsim::tools
