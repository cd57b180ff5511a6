// Blocks and places for this room's tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/block.h"

namespace ferro::test {

constexpr int64_t kKilobyte = 1024;

// One batch with a column of 64-bit numbers, counting up from `first`; null pool means the default one.
std::shared_ptr<arrow::RecordBatch> numbers(int64_t rows, int64_t first = 0, arrow::MemoryPool* pool = nullptr);

// One batch of strings, among them empty and long ones.
std::shared_ptr<arrow::RecordBatch> words(int64_t rows, uint64_t seed);

// One batch of lists of pairs of a number and a word, with nulls at every level.
std::shared_ptr<arrow::RecordBatch> nested(int64_t rows, uint64_t seed);

// A block of numbers whose buffers take exactly `bytes`, a multiple of 64.
std::shared_ptr<const Block> blockOf(int64_t bytes, int64_t first = 0, arrow::MemoryPool* pool = nullptr);

// The numbers in a block made by blockOf.
std::vector<int64_t> valuesOf(const Block& block);

// How many files and directories there are in `directory`, at any depth; 0 when it does not exist.
int64_t filesIn(const std::string& directory);

// Changes one byte in the middle of a file.
void flipByte(const std::string& path);

}  // namespace ferro::test
