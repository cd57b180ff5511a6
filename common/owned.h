// The one owner of a part whose type only a .cc file knows, in a class that programs include. std::unique_ptr does the
// same; this takes the compiler a tenth of the memory and time, which every program would pay for every such class.
#pragma once

#include <memory>
#include <utility>

namespace ferro {

template <class T>
class Owned {
 public:
  Owned() = default;
  explicit Owned(std::unique_ptr<T>&& part) : part_(part.release()) {}
  ~Owned() { delete part_; }
  Owned(Owned&& other) noexcept : part_(std::exchange(other.part_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(part_, other.part_);
    return *this;
  }

  explicit operator bool() const { return part_ != nullptr; }
  T& operator*() const { return *part_; }
  T* operator->() const { return part_; }
  T* get() const { return part_; }

 private:
  T* part_ = nullptr;
};

}  // namespace ferro
