// A driver program made of a seed: random steps over a few datasets, now and then an action, whose result is printed as
// a digest. One seed is one program, wherever it runs. For the driver's main thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dataset.h"
#include "dice.h"

namespace chaos {

class RandomProgram {
 public:
  RandomProgram(const ferro::Session& session, uint64_t seed) : session_(session), dice_(seed) {}

  // Prints a line for each step and each action.
  void run();

 private:
  void addSource();
  void step();
  void numberStep(Dataset<int64_t> data);
  void textStep(const Dataset<std::string>& data);
  // The steps of both kinds; false when the dice chose another.
  template <class V>
  bool commonStep(int64_t choice, Dataset<V>& data, std::vector<Dataset<V>>& pool);
  template <class V>
  void persist(Dataset<V>& data);
  template <class V>
  void act(Dataset<V>& data);
  template <class V>
  uint64_t resultOf(const std::string& action, const Dataset<V>& data);

  template <class V>
  void keep(const char* name, Dataset<V> data, std::vector<Dataset<V>>& pool);
  void keep(const char* name, Dataset<int64_t> data) { keep(name, std::move(data), numbers_); }
  void keep(const char* name, Dataset<std::string> data) { keep(name, std::move(data), texts_); }
  int partitions() { return static_cast<int>(dice_.between(1, 8)); }

  const ferro::Session& session_;
  Dice dice_;
  std::vector<Dataset<int64_t>> numbers_;
  std::vector<Dataset<std::string>> texts_;
  int steps_ = 0;
  int actions_ = 0;
};

}  // namespace chaos
