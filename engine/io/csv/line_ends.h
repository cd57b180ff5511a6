// Where lines of CSV text end: at LF, CR LF or CR, or at a separator of the user's. A small immutable value; any thread
// may use it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ferro {

class LineEnds {
 public:
  static constexpr size_t kNone = std::string_view::npos;

  // Without a separator all three usual line ends count.
  explicit LineEnds(std::string separator) : separator_(std::move(separator)) {}

  bool isCustom() const { return !separator_.empty(); }
  // How many bytes before a position may belong to a line end that goes on behind it.
  size_t overlap() const { return separator_.size() > 1 ? 1 : 0; }

  // Where the line after the first line end that reaches beyond `position` begins; kNone when there is none, or when
  // only text behind this one can tell.
  size_t firstStartBehind(std::string_view text, size_t position, bool moreFollows) const;
  // Where the line after the last line end begins.
  size_t lastStart(std::string_view text, bool moreFollows) const;

 private:
  size_t afterReturnOrFeed(std::string_view text, size_t found, bool moreFollows) const;

  std::string separator_;
};

}  // namespace ferro
