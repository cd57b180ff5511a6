#include "ferro/engine/physical/adaptive_join.h"

#include <algorithm>
#include <numeric>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/exchange_sizes.h"

namespace ferro {
namespace {

int64_t sumOf(const std::vector<int64_t>& bytes) { return std::accumulate(bytes.begin(), bytes.end(), int64_t{0}); }

int64_t medianOf(std::vector<int64_t> bytes) {
  const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2);
  std::nth_element(bytes.begin(), middle, bytes.end());
  return *middle;
}

// Runs of maps that have about the same number of them.
std::vector<std::pair<int, int>> mapRanges(int numMaps, int64_t numRanges) {
  const int ranges = static_cast<int>(std::clamp<int64_t>(numRanges, 1, std::max(1, numMaps)));
  std::vector<std::pair<int, int>> found;
  for (int i = 0; i < ranges; ++i) found.emplace_back(numMaps * i / ranges, numMaps * (i + 1) / ranges);
  return found;
}

}  // namespace

bool mayRepeatBuildSide(const JoinSpec& spec) {
  switch (spec.type) {
    case JoinType::kInner: return true;
    case JoinType::kLeft:
    case JoinType::kSemi:
    case JoinType::kAnti: return !spec.buildLeft;
    case JoinType::kRight: return spec.buildLeft;
    case JoinType::kFull: return false;
  }
  return false;
}

JoinSlices sliceJoin(const std::vector<int64_t>& buildBytes, int buildMaps, const std::vector<int64_t>& streamBytes,
                     int streamMaps, bool maySplit, const AdaptiveJoinOptions& options) {
  const int64_t skewed = std::max(options.skewedBytes, options.skewedFactor * medianOf(streamBytes));
  std::vector<int64_t> both(buildBytes.size());
  for (size_t i = 0; i < both.size(); ++i) both[i] = buildBytes[i] + streamBytes[i];
  JoinSlices slices;
  for (const PartitionSlices& merged : mergeReducers(both, 1, options.targetBytes, options.minPartitions)) {
    const int first = merged.front().firstReducer;
    const int end = merged.front().endReducer;
    const int64_t bytes = streamBytes[static_cast<size_t>(first)];
    const bool split = maySplit && end == first + 1 && bytes > skewed;
    for (const auto& [from, to] : mapRanges(streamMaps, split ? bytes / options.targetBytes : 1)) {
      slices.stream.push_back({{first, end, from, to}});
      slices.build.push_back({{first, end, 0, buildMaps}});
    }
  }
  return slices;
}

BatchNodePtr adaptiveJoin(const SessionPtr& session, const JoinSide& left, const JoinSide& right, const JoinSpec& spec,
                          const AdaptiveJoinOptions& options) {
  const JoinSide& build = spec.buildLeft ? left : right;
  const JoinSide& stream = spec.buildLeft ? right : left;
  const auto buildBytes = runMapSide(session, build.exchange);
  const bool mayRepeat = mayRepeatBuildSide(spec);
  if (mayRepeat && sumOf(buildBytes) <= options.broadcastBytes) {
    BroadcastSide side(collectTable(session, readExchange(session, build.exchange), "broadcast"),
                       spec.buildLeft ? spec.leftKeys : spec.rightKeys);
    return broadcastJoin(session, stream.rows, Broadcast<BroadcastSide>(session, std::move(side)), spec);
  }
  const auto streamBytes = runMapSide(session, stream.exchange);
  JoinSlices slices =
      sliceJoin(buildBytes, build.rows->numPartitions(), streamBytes, stream.rows->numPartitions(), mayRepeat, options);
  const auto buildRows = readExchange(session, build.exchange, std::move(slices.build));
  const auto streamRows = readExchange(session, stream.exchange, std::move(slices.stream));
  return shuffledJoin(session, spec.buildLeft ? buildRows : streamRows, spec.buildLeft ? streamRows : buildRows, spec);
}

}  // namespace ferro
