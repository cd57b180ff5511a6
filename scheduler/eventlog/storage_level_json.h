// A storage level as Spark's event log has it. A pure function.
#pragma once

#include "ferro/blockmanager/storage_level.h"
#include "ferro/common/json_writer.h"

namespace ferro {

inline void writeStorageLevel(JsonWriter& json, StorageLevel level) {
  json.key("Storage Level").beginObject();
  json.field("Use Disk", level.useDisk);
  json.field("Use Memory", level.useMemory);
  json.field("Use Off Heap", false);
  json.field("Deserialized", level.useMemory);
  json.field("Replication", level.replication);
  json.endObject();
}

}  // namespace ferro
