#include "ferro/engine/io/csv/line_ends.h"

#include <algorithm>

namespace ferro {

size_t LineEnds::firstStartBehind(std::string_view text, size_t position, bool moreFollows) const {
  if (isCustom()) {
    const size_t found = text.find(separator_, position - std::min(position, separator_.size() - 1));
    return found == kNone ? kNone : found + separator_.size();
  }
  const size_t feed = text.find('\n', position);
  const size_t found = std::min(feed, text.substr(0, feed).find('\r', position));
  return found == kNone ? kNone : afterReturnOrFeed(text, found, moreFollows);
}

size_t LineEnds::lastStart(std::string_view text, bool moreFollows) const {
  if (isCustom()) {
    const size_t found = text.rfind(separator_);
    return found == kNone ? kNone : found + separator_.size();
  }
  const size_t feed = text.rfind('\n');
  if (feed != kNone) return feed + 1;
  // A CR at the very end may be half of a line end.
  const size_t found = text.substr(0, text.size() - (moreFollows && !text.empty() ? 1 : 0)).rfind('\r');
  return found == kNone ? kNone : found + 1;
}

size_t LineEnds::afterReturnOrFeed(std::string_view text, size_t found, bool moreFollows) const {
  if (text[found] == '\n') return found + 1;
  if (found + 1 == text.size()) return moreFollows ? kNone : found + 1;
  return text[found + 1] == '\n' ? found + 2 : found + 1;
}

}  // namespace ferro
