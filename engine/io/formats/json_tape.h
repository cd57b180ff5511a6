// One JSON value, parsed into a flat list of nodes: a container is followed by what it holds. Strings are views into
// the parsed text, or into the tape where they had escapes; both must stay as they are while the tape is used. Belongs
// to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

enum class JsonKind : uint8_t { kNull, kTrue, kFalse, kInteger, kReal, kString, kArray, kObject };

struct JsonNode {
  JsonKind kind = JsonKind::kNull;
  uint32_t next = 0;        // index of the node behind this one and all it holds
  std::string_view text{};  // a string without its escapes; of all others the source
};

// What is allowed beyond the standard, with Spark's defaults.
struct JsonSyntax {
  bool comments = false;
  bool unquotedNames = false;
  bool singleQuotes = true;
  bool leadingZeros = false;
  bool anyEscape = false;
  bool controlCharacters = false;
  bool nonNumbers = true;  // NaN, Infinity, -INF
};

struct JsonError {
  size_t offset = 0;
  const char* what = "";
};

class JsonTape {
 public:
  // A text that is one value, or nothing but spaces: then the tape is empty.
  std::optional<JsonError> parse(std::string_view text, const JsonSyntax& syntax);
  // The value at the position, which is moved behind it and the spaces that follow.
  std::optional<JsonError> parseNext(std::string_view text, size_t& position, const JsonSyntax& syntax);

  bool empty() const { return nodes_.empty(); }
  // An object's nodes are a name (kString) and a value by turns.
  const JsonNode& operator[](size_t node) const { return nodes_[node]; }
  // The value of an object's member; of several with that name, the last.
  std::optional<size_t> member(size_t object, std::string_view name) const;

 private:
  class Parser;

  std::vector<JsonNode> nodes_;
  std::string unescaped_;
};

}  // namespace ferro
