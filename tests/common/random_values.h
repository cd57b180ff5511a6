// Random values of every element type, from a seed that a failing test prints.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ferro/common/codec.h"

namespace ferro::test {

enum class Colour : uint8_t { kRed, kGreen, kBlue };
enum class Answer : bool { kNo, kYes };

struct Point {
  double x, y;
  int64_t id;
  bool operator==(const Point&) const = default;
};

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

struct Person {
  std::string name;
  std::optional<int32_t> age;
  std::vector<std::string> tags;
  Point home;
  Colour colour;
  std::map<std::string, std::vector<double>> scores;
  bool operator==(const Person&) const = default;
};

// A type of the user's that is no plain struct, and so has a Codec.
class Money {
 public:
  Money() = default;
  explicit Money(int64_t cents) : cents_(cents) {}
  int64_t cents() const { return cents_; }
  bool operator==(const Money&) const = default;
  auto operator<=>(const Money&) const = default;

 private:
  int64_t cents_ = 0;
};

// Encodes to no bytes at all.
class Token {
 public:
  Token() {}
  bool operator==(const Token&) const = default;
};

// Types of which each test makes random values: every kind, alone and inside others.
using ElementTypes =
    std::tuple<bool, char, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, float, double,
               Colour, Answer, std::string, Point, Person, Nothing, Money, Token, std::tuple<>,
               std::pair<std::string, int64_t>, std::pair<int32_t, std::pair<double, bool>>,
               std::tuple<int8_t, std::string, double>, std::array<double, 3>, std::array<std::string, 2>,
               std::array<bool, 5>, std::vector<int64_t>, std::vector<bool>, std::vector<std::string>,
               std::vector<std::vector<float>>, std::vector<Point>, std::vector<Money>, std::vector<Nothing>,
               std::vector<Token>, std::optional<int32_t>, std::optional<bool>, std::optional<std::string>,
               std::optional<Point>, std::optional<std::optional<int16_t>>, std::optional<std::vector<std::string>>,
               std::optional<std::array<int32_t, 2>>, std::optional<Money>, std::vector<std::optional<Person>>,
               std::map<std::string, int64_t>, std::unordered_map<int32_t, std::string>,
               std::map<std::pair<int32_t, std::string>, std::optional<double>>, std::optional<std::map<char, bool>>,
               std::pair<Person, std::vector<std::map<std::string, std::array<Money, 2>>>>>;

class RandomValues {
 public:
  explicit RandomValues(uint64_t seed) : engine_(seed) {}

  template <class T>
  T make() {
    T value{};
    fill(value);
    return value;
  }

  template <class T>
  std::vector<T> rows(size_t count) {
    std::vector<T> result;
    for (size_t i = 0; i < count; ++i) result.push_back(make<T>());
    return result;
  }

  uint64_t upTo(uint64_t bound) { return engine_() % (bound + 1); }

 private:
  template <class T>
  void fill(T& value) {
    if constexpr (std::is_same_v<T, Money>) {
      value = Money(static_cast<int64_t>(engine_()));
    } else if constexpr (std::is_same_v<T, Token>) {
      return;
    } else if constexpr (std::is_same_v<T, Colour>) {
      value = static_cast<Colour>(upTo(2));
    } else if constexpr (BoolElement<T>) {
      value = static_cast<T>(upTo(1) == 1);
    } else if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(std::normal_distribution<double>(0, 1e6)(engine_));
    } else if constexpr (ScalarElement<T>) {
      value = static_cast<T>(engine_());
    } else if constexpr (std::is_same_v<T, std::string>) {
      value.resize(upTo(9) == 0 ? upTo(300) : upTo(20));
      for (char& character : value) character = static_cast<char>(engine_());
    } else if constexpr (ProductElement<T>) {
      visitFields(value, [this](auto&... fields) { (fill(fields), ...); });
    } else if constexpr (ArrayElement<T>) {
      for (auto& element : value) fill(element);
    } else if constexpr (VectorElement<T>) {
      for (size_t i = upTo(5); i > 0; --i) value.push_back(make<typename T::value_type>());
    } else if constexpr (OptionalElement<T>) {
      if (upTo(2) > 0) value.emplace(make<typename T::value_type>());
    } else {
      for (size_t i = upTo(5); i > 0; --i) {
        value.emplace(make<typename T::key_type>(), make<typename T::mapped_type>());
      }
    }
  }

  std::mt19937_64 engine_;
};

// A new seed for each run, or the one in FERRO_TEST_SEED to run a failure again.
inline uint64_t testSeed() {
  const char* fixed = std::getenv("FERRO_TEST_SEED");
  return fixed != nullptr ? std::strtoull(fixed, nullptr, 10) : std::random_device()();
}

}  // namespace ferro::test

template <>
struct ferro::Codec<ferro::test::Money> {
  static void encode(Encoder& encoder, const test::Money& value) { encoder.write(value.cents()); }
  static test::Money decode(Decoder& decoder) { return test::Money(decoder.read<int64_t>()); }
};

template <>
struct ferro::Codec<ferro::test::Token> {
  static void encode(Encoder&, const test::Token&) {}
  static test::Token decode(Decoder&) { return {}; }
};
