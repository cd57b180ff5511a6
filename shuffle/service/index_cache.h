// The indexes of map outputs that were asked for lately, up to a number of bytes: every reducer wants a part of every
// index. One thread at a time.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "ferro/shuffle/map_output_index.h"

namespace ferro {

class IndexCache {
 public:
  explicit IndexCache(int64_t mostBytes) : mostBytes_(mostBytes) {}

  // From the file, which is read and verified unless it is here. Throws what opening it and MapOutputIndex::decode
  // throw.
  std::shared_ptr<const MapOutputIndex> get(const std::string& path);
  void forget(const std::string& path);
  void clear();
  int64_t bytes() const { return bytes_; }

 private:
  struct Entry {
    std::string path;
    std::shared_ptr<const MapOutputIndex> index;
    int64_t bytes;
  };

  const int64_t mostBytes_;
  std::list<Entry> entries_;  // the latest first
  std::unordered_map<std::string, std::list<Entry>::iterator> byPath_;
  int64_t bytes_ = 0;
};

}  // namespace ferro
