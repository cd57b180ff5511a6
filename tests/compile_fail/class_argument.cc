#include <ferro/ferro.h>

class Secret {
 public:
  explicit Secret(int value) : value_(value) {}
  int value() const { return value_; }

 private:
  int value_;
};

// expect: or specialise ferro::Codec<T>
auto add(const ferro::Rdd<int>& rows, const Secret& secret) {
  return rows.map([](int x, const Secret& s) { return x + s.value(); }, secret);
}
