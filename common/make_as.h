// Objects that are known only by their base once they are made: operators, iterators, task values. A program has many
// such types and few bases, and a smart pointer to each type would be compiled for each of them.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace ferro {

template <class Base, class Made, class... Arguments>
std::unique_ptr<Base> makeAs(Arguments&&... arguments) {
  static_assert(std::has_virtual_destructor_v<Base>, "what is made is destroyed through its base");
  return std::unique_ptr<Base>(new Made(std::forward<Arguments>(arguments)...));
}

}  // namespace ferro
