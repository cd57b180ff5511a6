#include "ferro/engine/checkpointing.h"

#include <filesystem>
#include <unordered_set>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/checkpoint_files.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/engine/session_core.h"

namespace ferro {
namespace {

void makeDirectories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throwErrno(error.value(), "making the checkpoint directory " + path);
}

// A partition's rows into its checkpoint file; without a directory, opening the partition has put them into its block.
class CheckpointSink final : public SinkWith<CheckpointSink, std::string> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const override {
    const std::string& directory = argument<0>();
    if (!directory.empty()) writeCheckpoint(context, node, rows, directory, context.partitionId());
    return std::make_unique<TypedTaskValue<bool>>(true);
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<bool>>(decoder.read<bool>());
  }
};

// Removes a checkpoint's files, unless they were decided to stay.
class CheckpointDirectory {
 public:
  explicit CheckpointDirectory(std::string path) : path_(std::move(path)) { makeDirectories(path_); }
  ~CheckpointDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

void writeAll(SessionCore& session, const std::shared_ptr<const Node>& node, const std::string& directory) {
  auto sink = std::make_shared<const CheckpointSink>(std::tuple(directory));
  detail::runJob(session, node, std::move(sink), detail::firstPartitions(node->numPartitions()), "checkpoint",
                 [](int, TaskValue&) {});
}

void makeCheckpoint(SessionCore& session, const std::shared_ptr<const Node>& node, bool local) {
  if (node->checkpoint()) return;
  if (local) {
    writeAll(session, node, "");
    node->setCheckpoint({"", nullptr});
    return;
  }
  std::string directory =
      session.checkpointDirectory() + "/" + session.applicationId() + "/rdd-" + std::to_string(node->id());
  auto files = std::make_shared<CheckpointDirectory>(directory);
  writeAll(session, node, directory);
  if (!session.conf().get(keys::kCleanCheckpoints)) files->keep();
  node->setCheckpoint({directory, files});
}

bool reaches(const Node& from, const Node* wanted) {
  std::unordered_set<const LineageNode*> seen{&from};
  std::vector<std::shared_ptr<const LineageNode>> open;
  if (&from == wanted) return true;
  auto visit = [&](const LineageParents& parents) {
    for (const auto& parent : parents.narrow) {
      if (seen.insert(parent.get()).second) open.push_back(parent);
    }
    for (const auto& shuffle : parents.shuffles) {
      if (seen.insert(shuffle->mapSide().get()).second) open.push_back(shuffle->mapSide());
    }
  };
  visit(from.parents());
  while (!open.empty()) {
    auto node = std::move(open.back());
    open.pop_back();
    if (node.get() == wanted) return true;
    visit(node->parents());
  }
  return false;
}

}  // namespace

namespace detail {

void checkpoint(const SessionPtr& session, const std::shared_ptr<const Node>& node) {
  if (session->checkpointDirectory().empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                "checkpoint() needs a directory: call session.setCheckpointDir(...) or set ferro.checkpoint.dir");
  }
  session->addPendingCheckpoint({node, false});
}

void localCheckpoint(const SessionPtr& session, const std::shared_ptr<const Node>& node) {
  if (!node->storageLevel().useDisk) {
    node->setStorageLevel(StorageLevel::NONE);
    persist(session, node, StorageLevel::MEMORY_AND_DISK);
  }
  session->addPendingCheckpoint({node, true});
}

void makePendingCheckpoints(SessionCore& session, const Node& node) {
  for (const auto& pending : session.takePendingCheckpoints()) {
    auto wanted = pending.node.lock();
    if (wanted == nullptr) continue;
    if (reaches(node, wanted.get())) {
      makeCheckpoint(session, wanted, pending.local);
    } else {
      session.addPendingCheckpoint(pending);
    }
  }
}

}  // namespace detail
}  // namespace ferro
