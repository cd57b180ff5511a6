#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

using TypePtr = std::shared_ptr<arrow::DataType>;

struct NamedType {
  std::string_view name;
  TypePtr (*make)();
};

TypePtr utcTimestamp() { return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"); }
TypePtr plainTimestamp() { return arrow::timestamp(arrow::TimeUnit::MICRO); }
TypePtr defaultDecimal() { return arrow::decimal128(10, 0); }
template <TypePtr const& (*kMake)()>
TypePtr copyOf() {
  return kMake();
}

constexpr NamedType kNamedTypes[] = {
    {"boolean", copyOf<arrow::boolean>},
    {"tinyint", copyOf<arrow::int8>},
    {"byte", copyOf<arrow::int8>},
    {"smallint", copyOf<arrow::int16>},
    {"short", copyOf<arrow::int16>},
    {"int", copyOf<arrow::int32>},
    {"integer", copyOf<arrow::int32>},
    {"bigint", copyOf<arrow::int64>},
    {"long", copyOf<arrow::int64>},
    {"float", copyOf<arrow::float32>},
    {"real", copyOf<arrow::float32>},
    {"double", copyOf<arrow::float64>},
    {"string", copyOf<arrow::utf8>},
    {"binary", copyOf<arrow::binary>},
    {"date", copyOf<arrow::date32>},
    {"timestamp", utcTimestamp},
    {"timestamp_ltz", utcTimestamp},
    {"timestamp_ntz", plainTimestamp},
    {"decimal", defaultDecimal},
    {"dec", defaultDecimal},
    {"numeric", defaultDecimal},
    {"void", copyOf<arrow::null>},
    {"vector", vectorType},
};

class DdlParser {
 public:
  explicit DdlParser(std::string_view text) : text_(text) {}

  TypePtr wholeType() {
    TypePtr parsed = type();
    expectEnd();
    return parsed;
  }

  // `a INT, b STRING NOT NULL`, or a struct type's text.
  std::shared_ptr<arrow::Schema> wholeSchema() {
    if (lowerCase(text_.substr(0, 7)) == "struct<") return arrow::schema(wholeType()->fields());
    std::vector<std::shared_ptr<arrow::Field>> fields;
    if (!atEnd()) {
      do fields.push_back(field());
      while (take(','));
    }
    expectEnd();
    return arrow::schema(std::move(fields));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::kInvalidArgument, "[PARSE_SYNTAX_ERROR] " + what + " at position " +
                                                 std::to_string(position_) + " of the schema \"" + std::string(text_) +
                                                 "\"; write it as in \"name STRING, age INT NOT NULL\"");
  }

  void skipSpace() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) != 0) ++position_;
  }
  bool atEnd() {
    skipSpace();
    return position_ == text_.size();
  }
  bool take(char wanted) {
    skipSpace();
    if (position_ == text_.size() || text_[position_] != wanted) return false;
    ++position_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) fail(std::string("'") + wanted + "' is missing");
  }
  void expectEnd() {
    if (!atEnd()) fail("there is more than a type");
  }

  std::string quotedName() {
    std::string name;
    for (++position_; position_ < text_.size(); ++position_) {
      if (text_[position_] == '`') {
        if (position_ + 1 == text_.size() || text_[position_ + 1] != '`') {
          ++position_;
          return name;
        }
        ++position_;
      }
      name += text_[position_];
    }
    fail("a name's closing ` is missing");
  }

  // A column may be called anything that has no meaning here.
  std::string name() {
    skipSpace();
    if (position_ < text_.size() && text_[position_] == '`') return quotedName();
    const size_t begin = position_;
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) == 0 &&
           std::string_view(",:<>()").find(text_[position_]) == std::string_view::npos) {
      ++position_;
    }
    if (begin == position_) fail("a name is missing");
    return std::string(text_.substr(begin, position_ - begin));
  }

  bool takeWord(std::string_view wanted) {
    skipSpace();
    if (lowerCase(text_.substr(position_, wanted.size())) != wanted) return false;
    position_ += wanted.size();
    return true;
  }

  std::shared_ptr<arrow::Field> field() {
    std::string fieldName = name();
    take(':');
    TypePtr fieldType = type();
    bool nullable = true;
    if (takeWord("not")) {
      if (!takeWord("null")) fail("NULL is missing after NOT");
      nullable = false;
    }
    if (takeWord("comment")) skipComment();
    return arrow::field(std::move(fieldName), std::move(fieldType), nullable);
  }

  void skipComment() {
    skipSpace();
    const char quote = position_ < text_.size() ? text_[position_] : '\0';
    const size_t end = quote == '\'' || quote == '"' ? text_.find(quote, position_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail("a comment in quotes is missing");
    position_ = end + 1;
  }

  int number() {
    skipSpace();
    int value = 0;
    const size_t begin = position_;
    while (position_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[position_])) != 0 &&
           position_ - begin < 4) {
      value = value * 10 + (text_[position_++] - '0');
    }
    if (begin == position_) fail("a number is missing");
    return value;
  }

  TypePtr decimal() {
    const int precision = number();
    const int scale = take(',') ? number() : 0;
    expect(')');
    if (precision < 1 || precision > 38 || scale > precision) fail("a decimal has 1 to 38 digits, and no larger scale");
    return arrow::decimal128(precision, scale);
  }

  TypePtr structType() {
    std::vector<std::shared_ptr<arrow::Field>> fields;
    if (!take('>')) {
      do fields.push_back(field());
      while (take(','));
      expect('>');
    }
    return arrow::struct_(std::move(fields));
  }

  TypePtr mapType() {
    TypePtr key = type();
    expect(',');
    TypePtr value = type();
    expect('>');
    return arrow::map(std::move(key), std::move(value));
  }

  TypePtr arrayType() {
    TypePtr item = type();
    expect('>');
    return arrow::list(arrow::field("element", std::move(item)));
  }

  TypePtr type() {
    const std::string word = lowerCase(name());
    if (word == "array" && take('<')) return arrayType();
    if (word == "map" && take('<')) return mapType();
    if (word == "struct" && take('<')) return structType();
    const bool sized = word == "varchar" || word == "char";
    if (sized && take('(')) {
      number();
      expect(')');
      return arrow::utf8();
    }
    for (const NamedType& known : kNamedTypes) {
      if (known.name != word) continue;
      if (known.make == defaultDecimal && take('(')) return decimal();
      return known.make();
    }
    failUnknown(word);
  }

  [[noreturn]] void failUnknown(const std::string& word) const {
    std::vector<std::string_view> names{"array", "map", "struct"};
    for (const NamedType& known : kNamedTypes) names.push_back(known.name);
    fail("[UNSUPPORTED_DATATYPE] \"" + word + "\" is no type; did you mean " + std::string(*nearestName(word, names)) +
         "? It stands");
  }

  std::string_view text_;
  size_t position_ = 0;
};

}  // namespace

TypePtr parseType(std::string_view text) { return DdlParser(text).wholeType(); }

std::shared_ptr<arrow::Schema> parseSchema(std::string_view ddl) { return DdlParser(ddl).wholeSchema(); }

}  // namespace ferro
