// Reads the one shape of XML that an allocation file has: pools with their settings inside <allocations>. Anything else
// is an error that names the line.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>

#include "ferro/common/error.h"
#include "ferro/scheduler/pool_settings.h"

namespace ferro {

namespace {

class AllocationParser {
 public:
  AllocationParser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  std::vector<PoolSettings> parse() {
    skipMisc();
    expect("<allocations");
    expect(">");
    std::vector<PoolSettings> pools;
    for (skipMisc(); !accept("</allocations"); skipMisc()) {
      PoolSettings pool = parsePool();
      for (const PoolSettings& other : pools) {
        if (other.name == pool.name) fail("pool \"" + pool.name + "\" stands here a second time");
      }
      pools.push_back(std::move(pool));
    }
    expect(">");
    skipMisc();
    if (!text_.empty()) fail("nothing may follow </allocations>");
    return pools;
  }

 private:
  PoolSettings parsePool() {
    expect("<pool");
    skipSpace();
    expect("name");
    expect("=");
    PoolSettings pool;
    pool.name = parseQuoted();
    if (pool.name.empty()) fail("a pool needs a name");
    if (accept("/")) {
      expect(">");
      return pool;
    }
    expect(">");
    for (skipMisc(); !accept("</pool"); skipMisc()) parseSetting(pool);
    expect(">");
    return pool;
  }

  void parseSetting(PoolSettings& pool) {
    if (accept("<schedulingMode")) {
      pool.mode = parseMode(elementText("schedulingMode"));
    } else if (accept("<weight")) {
      pool.weight = parseNumber("weight", 1);
    } else if (accept("<minShare")) {
      pool.minShare = parseNumber("minShare", 0);
    } else {
      fail("a pool may hold <schedulingMode>, <weight> and <minShare> only");
    }
  }

  SchedulingMode parseMode(const std::string& mode) {
    if (mode == "FIFO") return SchedulingMode::kFifo;
    if (mode == "FAIR") return SchedulingMode::kFair;
    fail("schedulingMode is FIFO or FAIR, not \"" + mode + "\"");
  }

  int parseNumber(const std::string& name, int least) {
    const std::string text = elementText(name);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least) {
      fail(name + " is a whole number of at least " + std::to_string(least) + ", not \"" + text + "\"");
    }
    return value;
  }

  // What stands between the rest of an opening tag and the closing one.
  std::string elementText(const std::string& name) {
    expect(">");
    skipSpace();
    const size_t length = std::min(text_.find('<'), text_.size());
    std::string text(text_.substr(0, length));
    advance(length);
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    expect("</" + name);
    expect(">");
    return text;
  }

  std::string parseQuoted() {
    skipSpace();
    const char quote = text_.empty() ? '\0' : text_.front();
    if (quote != '"' && quote != '\'') fail("a pool's name stands in quotes");
    const size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) fail("the quote of a pool's name is never closed");
    std::string value(text_.substr(1, end - 1));
    advance(end + 1);
    return value;
  }

  void skipSpace() {
    size_t count = 0;
    while (count < text_.size() && std::isspace(static_cast<unsigned char>(text_[count]))) ++count;
    advance(count);
  }

  // Space, comments and the XML declaration.
  void skipMisc() {
    for (skipSpace();; skipSpace()) {
      if (text_.starts_with("<!--")) {
        skipThrough("-->");
      } else if (text_.starts_with("<?")) {
        skipThrough("?>");
      } else {
        return;
      }
    }
  }

  void skipThrough(std::string_view end) {
    const size_t found = text_.find(end);
    if (found == std::string_view::npos) fail("\"" + std::string(end) + "\" is missing");
    advance(found + end.size());
  }

  bool accept(std::string_view token) {
    if (!text_.starts_with(token)) return false;
    const bool isWord = std::isalpha(static_cast<unsigned char>(token.back()));
    if (isWord && text_.size() > token.size() && std::isalnum(static_cast<unsigned char>(text_[token.size()])))
      return false;
    advance(token.size());
    return true;
  }

  void expect(std::string_view token) {
    skipSpace();
    if (accept(token)) return;
    const std::string found(text_.substr(0, std::min(text_.find_first_of("\r\n"), size_t{20})));
    fail("\"" + std::string(token) + "\" is expected" +
         (found.empty() ? " before the end" : ", not \"" + found + "\""));
  }

  void advance(size_t count) {
    for (char character : text_.substr(0, count)) line_ += character == '\n';
    text_.remove_prefix(count);
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorCode::kInvalidConf, path_ + ":" + std::to_string(line_) + ": " + why);
  }

  std::string_view text_;
  const std::string& path_;
  int line_ = 1;
};

}  // namespace

std::vector<PoolSettings> parseAllocations(std::string_view text, const std::string& path) {
  return AllocationParser(text, path).parse();
}

std::vector<PoolSettings> readAllocationFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw Error(ErrorCode::kInvalidConf, "ferro.scheduler.allocation.file: cannot read " + path);
  }
  return parseAllocations(text.view(), path);
}

}  // namespace ferro
