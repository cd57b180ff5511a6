#include "ferro/shuffle/map_output_index.h"

#include <bit>
#include <cstring>

#include "ferro/common/error.h"
#include "ferro/net/message.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/file_io.h"

namespace ferro {
namespace {

static_assert(std::endian::native == std::endian::little, "the index is little-endian as it lies in memory");

constexpr char kMagic[8] = {'F', 'E', 'R', 'R', 'O', 'I', 'D', 'X'};
constexpr uint32_t kIndexVersion = 1;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t flags;
  uint64_t numReducers;
};
constexpr uint32_t kFlagChecksums = 1;

template <class T>
void appendValues(std::string& bytes, const T* values, size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

template <class T>
std::vector<T> takeValues(std::string_view& bytes, size_t count) {
  std::vector<T> values(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return values;
}

[[noreturn]] void throwDamaged(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "shuffle index " + path + " is damaged: " + what);
}

// Checked against the size of the file before anything is allocated for it.
Header readHeader(std::string_view bytes, const std::string& path) {
  if (bytes.size() < sizeof(Header) + sizeof(uint64_t)) {
    throwDamaged(path, "it has only " + std::to_string(bytes.size()) + " bytes");
  }
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) throwDamaged(path, "it does not start as an index does");
  if (header.version != kIndexVersion || header.flags > kFlagChecksums) {
    throwDamaged(path, "its version is unknown: " + std::to_string(header.version));
  }
  const uint64_t words = (bytes.size() - sizeof(Header)) / sizeof(uint64_t);
  const uint64_t perReducer = header.flags == kFlagChecksums ? 2 : 1;
  // One word more for the last offset, one for the checksum of the index.
  if (bytes.size() % sizeof(uint64_t) != 0 || header.numReducers > words ||
      words != header.numReducers * perReducer + 2) {
    throwDamaged(
        path, std::to_string(bytes.size()) + " bytes do not fit " + std::to_string(header.numReducers) + " reducers");
  }
  return header;
}

}  // namespace

MapOutputIndex::MapOutputIndex(const std::vector<Segment>& segments, bool withChecksums) {
  offsets_.reserve(segments.size() + 1);
  offsets_.push_back(0);
  for (const Segment& segment : segments) offsets_.push_back(segment.offset + segment.length);
  if (!withChecksums) return;
  checksums_.reserve(segments.size());
  for (const Segment& segment : segments) checksums_.push_back(segment.checksum);
}

Segment MapOutputIndex::segment(int reducer) const {
  if (reducer < 0 || reducer >= numReducers()) {
    throwInternal("reducer " + std::to_string(reducer) + " of a map output for " + std::to_string(numReducers()));
  }
  const auto at = static_cast<size_t>(reducer);
  return {offsets_[at], offsets_[at + 1] - offsets_[at], hasChecksums() ? checksums_[at] : 0};
}

std::string MapOutputIndex::encode() const {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kIndexVersion;
  header.flags = hasChecksums() ? kFlagChecksums : 0;
  header.numReducers = offsets_.size() - 1;
  std::string bytes;
  bytes.reserve(sizeof(header) + (offsets_.size() + checksums_.size() + 1) * sizeof(uint64_t));
  appendValues(bytes, &header, 1);
  appendValues(bytes, offsets_.data(), offsets_.size());
  appendValues(bytes, checksums_.data(), checksums_.size());
  const uint64_t checksum = Checksum::of(bytes.data(), bytes.size());
  appendValues(bytes, &checksum, 1);
  return bytes;
}

MapOutputIndex MapOutputIndex::decode(std::string_view bytes, const std::string& path) {
  const Header header = readHeader(bytes, path);
  const std::string_view checked = bytes.substr(0, bytes.size() - sizeof(uint64_t));
  uint64_t expected = 0;
  std::memcpy(&expected, bytes.data() + checked.size(), sizeof(expected));
  if (Checksum::of(checked.data(), checked.size()) != expected) throwDamaged(path, "its checksum does not match");

  std::string_view rest = checked.substr(sizeof(Header));
  MapOutputIndex index;
  index.offsets_ = takeValues<int64_t>(rest, header.numReducers + 1);
  if (header.flags == kFlagChecksums) index.checksums_ = takeValues<uint64_t>(rest, header.numReducers);
  for (size_t i = 1; i < index.offsets_.size(); ++i) {
    if (index.offsets_[i] < index.offsets_[i - 1]) throwDamaged(path, "its offsets go backwards");
  }
  if (index.offsets_.front() != 0) throwDamaged(path, "its first offset is not 0");
  return index;
}

MapOutputIndex MapOutputIndex::read(const std::string& path) {
  const auto file = OpenFile::open(path);
  std::string content(static_cast<size_t>(file->size()), '\0');
  readFully(file->descriptor(), path, 0, content.data(), static_cast<int64_t>(content.size()));
  return decode(content, path);
}

IndexedSegment MapOutputIndex::readSegment(const std::string& path, int reducer) {
  const auto file = OpenFile::open(path);
  Header header{};
  readFully(file->descriptor(), path, 0, &header, sizeof(header));
  const bool isPlausible = std::memcmp(header.magic, kMagic, sizeof(kMagic)) == 0 && header.version == kIndexVersion &&
                           header.flags == kFlagChecksums && reducer >= 0 &&
                           static_cast<uint64_t>(reducer) < header.numReducers &&
                           header.numReducers <= static_cast<uint64_t>(file->size()) / sizeof(uint64_t);
  if (!isPlausible) return read(path).find(reducer, path);
  const auto words = static_cast<int64_t>(sizeof(uint64_t));
  const int64_t offsetsAt = sizeof(Header);
  const int64_t checksumsAt = offsetsAt + static_cast<int64_t>(header.numReducers + 1) * words;
  int64_t ends[2] = {};
  IndexedSegment found{{}, true};
  readFully(file->descriptor(), path, offsetsAt + reducer * words, ends, sizeof(ends));
  readFully(file->descriptor(), path, checksumsAt + reducer * words, &found.segment.checksum, sizeof(uint64_t));
  if (ends[0] < 0 || ends[1] < ends[0]) throwDamaged(path, "its offsets go backwards");
  found.segment.offset = ends[0];
  found.segment.length = ends[1] - ends[0];
  return found;
}

IndexedSegment MapOutputIndex::find(int reducer, const std::string& path) const {
  if (reducer < 0 || reducer >= numReducers()) throwDamaged(path, "it has no reducer " + std::to_string(reducer));
  return {segment(reducer), hasChecksums()};
}

}  // namespace ferro
