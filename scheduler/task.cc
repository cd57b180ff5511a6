#include "ferro/scheduler/task.h"

namespace ferro {

void MapStatusValue::encode(Encoder& encoder) const { encoder.write(status); }

std::unique_ptr<TaskValue> makeMapStatusValue(MapStatus status) {
  return std::make_unique<MapStatusValue>(std::move(status));
}

std::unique_ptr<TaskValue> decodeMapStatusValue(Decoder& decoder) {
  return makeMapStatusValue(decoder.read<MapStatus>());
}

}  // namespace ferro
