#include "ferro/shuffle/shuffle_manager.h"

#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/shuffle/shuffle_context.h"
#include "ferro/shuffle/shuffle_fetch_service.h"
#include "ferro/shuffle/shuffle_network.h"
#include "ferro/shuffle/shuffle_reader.h"
#include "ferro/shuffle/store_segment_source.h"

namespace ferro {

ShuffleManager::ShuffleManager(const ShuffleOptions& options, MemoryArbiter& memory, const LocalDirs& localDirs)
    : context_(std::make_unique<ShuffleContext>(options, memory, localDirs)),
      source_(std::make_unique<StoreSegmentSource>(*context_)),
      fetchService_(std::make_unique<ShuffleFetchService>(*source_)) {}

ShuffleManager::~ShuffleManager() = default;

void ShuffleManager::serve(MessageRouter& router) { fetchService_->addTo(router); }

void ShuffleManager::connect(const ShuffleNetwork& network) {
  context_->network = network;
  source_->setExecutorId(network.self.executorId);
}

// Called again when the place changes, while tasks run: only the place is set then. Without a port there is no service
// for now, and this executor serves what it writes.
void ShuffleManager::useService(const LocalDirs& outputDirs, const ExecutorPlace& servicePlace) {
  if (!context_->forService) {
    context_->outputDirs = &outputDirs;
    context_->forService = true;
    context_->store.leaveOutputs();
  }
  context_->servicePlace.set(servicePlace.port == 0 ? std::nullopt : std::optional(servicePlace));
}

std::unique_ptr<ShuffleWriter> ShuffleManager::openWriter(int shuffleId, int mapId, int numReducers,
                                                          std::shared_ptr<arrow::Schema> schema,
                                                          ShuffleMetrics& metrics, int64_t taskAttempt) {
  if (mapId < 0 || numReducers < 1) {
    throwInternal("a shuffle writer for map " + std::to_string(mapId) + " and " + std::to_string(numReducers) +
                  " reducers");
  }
  return std::make_unique<ShuffleWriter>(*context_, MapTask{shuffleId, mapId, numReducers, taskAttempt},
                                         std::move(schema), metrics);
}

std::unique_ptr<BatchSource> ShuffleManager::openReader(int shuffleId, int reducer,
                                                        std::shared_ptr<arrow::Schema> schema, int numMaps,
                                                        ShuffleMetrics& metrics, ReaderTask task) {
  return openReader(shuffleId, reducer, std::move(schema), MapRange{0, numMaps}, metrics, std::move(task));
}

std::unique_ptr<BatchSource> ShuffleManager::openReader(int shuffleId, int reducer,
                                                        std::shared_ptr<arrow::Schema> schema, MapRange maps,
                                                        ShuffleMetrics& metrics, ReaderTask task) {
  return std::make_unique<ShuffleReader>(*context_, shuffleId, reducer, maps, std::move(schema), metrics,
                                         std::move(task));
}

void ShuffleManager::removeMapOutput(int shuffleId, int mapId) { context_->store.remove(shuffleId, mapId); }

void ShuffleManager::removeShuffle(int shuffleId) { context_->store.removeShuffle(shuffleId); }

int64_t ShuffleManager::bytesInMemory() const { return context_->store.bytesInMemory(); }

int64_t ShuffleManager::bytesOnDisk() const { return context_->store.bytesOnDisk(); }

}  // namespace ferro
