// How rows flow inside a stage: each operator pulls from the one before it, one row at a time, and no row is stored on
// the way. An iterator belongs to one task and is used by its thread alone.
#pragma once

#include <memory>

namespace ferro {

class UntypedIterator {
 public:
  virtual ~UntypedIterator() = default;
};

template <class T>
class Iterator : public UntypedIterator {
 public:
  // The next row, valid until the next call, or null at the end. Not called again after null.
  virtual const T* next() = 0;
};

template <class T>
using IteratorPtr = std::unique_ptr<Iterator<T>>;

// The rows of a partition as user functions see them: `for (const T& row : rows)`, or rows.next() by hand.
template <class T>
class Rows {
 public:
  explicit Rows(Iterator<T>& source) : source_(&source) {}

  const T* next() {
    if (ended_) return nullptr;
    const T* row = source_->next();
    ended_ = row == nullptr;
    return row;
  }

  class Cursor {
   public:
    explicit Cursor(Rows* rows) : rows_(rows), row_(rows ? rows->next() : nullptr) {}
    const T& operator*() const { return *row_; }
    const T* operator->() const { return row_; }
    Cursor& operator++() {
      row_ = rows_->next();
      return *this;
    }
    bool operator!=(const Cursor& other) const { return row_ != other.row_; }
    bool operator==(const Cursor& other) const { return row_ == other.row_; }

   private:
    Rows* rows_;
    const T* row_;
  };
  Cursor begin() { return Cursor(this); }
  Cursor end() { return Cursor(nullptr); }

 private:
  Iterator<T>* source_;
  bool ended_ = false;
};

}  // namespace ferro
