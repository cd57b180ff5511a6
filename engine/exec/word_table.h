// Numbers for keys of a fixed number of 64-bit words: each different key gets the next number when it is first seen.
// Keys lie one after another by number; slots of an open-addressing table hold 32 bits of the hash and the number.
// Belongs to one thread while it grows; find() is any thread's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ferro {

class WordTable {
 public:
  explicit WordTable(size_t wordsPerKey) : words_(wordsPerKey) {}

  // rows has wordsPerKey words for each place of numbers.
  void insert(const uint64_t* rows, std::span<uint32_t> numbers);
  // kNoKey where the key is not there.
  void find(const uint64_t* rows, std::span<uint32_t> numbers) const;

  // The same where keys are one number each, which is taken as a word. False when it cannot be done, because not all
  // keys are small: then nothing was done.
  template <class Number>
  bool insertSmall(const Number* keys, std::span<uint32_t> numbers);
  template <class Number>
  bool findSmall(const Number* keys, std::span<uint32_t> numbers) const;

  // Every key gets `more` words of zero at its end.
  void widen(size_t more);

  size_t wordsPerKey() const { return words_; }
  uint32_t size() const { return size_; }
  const uint64_t* key(uint32_t number) const { return keys_.data() + number * words_; }
  int64_t bytes() const;
  void clear();

 private:
  template <size_t kWords>
  void insertRows(const uint64_t* rows, std::span<uint32_t> numbers);
  template <size_t kWords>
  void findRows(const uint64_t* rows, std::span<uint32_t> numbers) const;
  template <size_t kWords>
  bool equals(uint32_t number, const uint64_t* key) const;
  void leaveDirect();
  void growSlots();
  void rebuildSlots(size_t count);

  size_t words_;
  uint32_t size_ = 0;
  std::vector<uint64_t> slots_;
  std::vector<uint64_t> keys_;
  // Keys of one word that are all small are looked up by their value; without slots, until a larger one comes.
  bool isDirect_ = true;
  std::vector<uint32_t> direct_;
};

}  // namespace ferro
