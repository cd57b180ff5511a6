#include "test_file_systems.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <regex>

#include <arrow/buffer.h>
#include <arrow/filesystem/filesystem.h>
#include <arrow/filesystem/localfs.h>
#include <arrow/filesystem/mockfs.h>
#include <arrow/io/interfaces.h>
#include <arrow/io/memory.h>
#include <arrow/util/key_value_metadata.h>
#include <arrow/util/uri.h>

#include "ferro/common/arrow_check.h"

namespace ferro::test {
namespace {

using arrow::fs::internal::MockFileSystem;

const std::shared_ptr<MockFileSystem>& memory() {
  static const auto fileSystem = std::make_shared<MockFileSystem>(arrow::fs::TimePoint());
  return fileSystem;
}

std::atomic<int64_t>& counter() {
  static std::atomic<int64_t> bytes{0};
  return bytes;
}

class CountedFile final : public arrow::io::RandomAccessFile {
 public:
  explicit CountedFile(std::shared_ptr<arrow::io::RandomAccessFile> file) : file_(std::move(file)) {}

  arrow::Status Close() override { return file_->Close(); }
  bool closed() const override { return file_->closed(); }
  arrow::Result<int64_t> Tell() const override { return file_->Tell(); }
  arrow::Status Seek(int64_t position) override { return file_->Seek(position); }
  arrow::Result<int64_t> GetSize() override { return file_->GetSize(); }
  arrow::Result<int64_t> Read(int64_t bytes, void* out) override { return counted(file_->Read(bytes, out)); }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t bytes) override { return counted(file_->Read(bytes)); }
  arrow::Result<int64_t> ReadAt(int64_t position, int64_t bytes, void* out) override {
    return counted(file_->ReadAt(position, bytes, out));
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t position, int64_t bytes) override {
    return counted(file_->ReadAt(position, bytes));
  }

 private:
  static arrow::Result<int64_t> counted(arrow::Result<int64_t> bytes) {
    if (bytes.ok()) counter() += *bytes;
    return bytes;
  }
  static arrow::Result<std::shared_ptr<arrow::Buffer>> counted(arrow::Result<std::shared_ptr<arrow::Buffer>> buffer) {
    if (buffer.ok()) counter() += (*buffer)->size();
    return buffer;
  }

  std::shared_ptr<arrow::io::RandomAccessFile> file_;
};

class TaggedFile final : public arrow::io::BufferReader {
 public:
  using BufferReader::BufferReader;
  arrow::Result<std::shared_ptr<const arrow::KeyValueMetadata>> ReadMetadata() override {
    const std::string_view content(reinterpret_cast<const char*>(buffer()->data()),
                                   static_cast<size_t>(buffer()->size()));
    return arrow::key_value_metadata({"ETag"}, {std::to_string(std::hash<std::string_view>()(content))});
  }
};

class TaggedFileSystem final : public arrow::fs::SubTreeFileSystem {
 public:
  TaggedFileSystem() : SubTreeFileSystem("/", std::make_shared<arrow::fs::LocalFileSystem>()) {}
  using SubTreeFileSystem::GetFileInfo;
  using SubTreeFileSystem::OpenInputFile;
  std::string type_name() const override { return "tagged"; }
  arrow::Result<arrow::fs::FileInfo> GetFileInfo(const std::string& path) override {
    ARROW_ASSIGN_OR_RAISE(auto info, SubTreeFileSystem::GetFileInfo(path));
    info.set_mtime(std::chrono::floor<std::chrono::seconds>(info.mtime()));
    return info;
  }
  arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> OpenInputFile(const std::string& path) override {
    ARROW_ASSIGN_OR_RAISE(auto file, SubTreeFileSystem::OpenInputFile(path));
    ARROW_ASSIGN_OR_RAISE(const int64_t bytes, file->GetSize());
    ARROW_ASSIGN_OR_RAISE(auto content, file->ReadAt(0, bytes));
    return std::make_shared<TaggedFile>(std::move(content));
  }
};

class CountedFileSystem final : public arrow::fs::SubTreeFileSystem {
 public:
  CountedFileSystem() : SubTreeFileSystem("/", std::make_shared<arrow::fs::LocalFileSystem>()) {}
  using SubTreeFileSystem::OpenInputFile;
  arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> OpenInputFile(const std::string& path) override {
    ARROW_ASSIGN_OR_RAISE(auto file, SubTreeFileSystem::OpenInputFile(path));
    return std::make_shared<CountedFile>(std::move(file));
  }
};

std::string withoutSlash(std::string path) {
  path.erase(0, path.find_first_not_of('/'));
  return path;
}

template <class Make>
void registerScheme(const std::string& scheme, Make make, int line) {
  check(arrow::fs::RegisterFileSystemFactory(
            scheme, arrow::fs::FileSystemFactory(
                        [make](const arrow::util::Uri& uri, const arrow::io::IOContext&,
                               std::string* path) -> arrow::Result<std::shared_ptr<arrow::fs::FileSystem>> {
                          if (path != nullptr) *path = withoutSlash(uri.path());
                          return make();
                        },
                        __FILE__, line)),
        "cannot register a file system");
}

}  // namespace

void registerTestFileSystems() {
  static std::once_flag once;
  std::call_once(once, [] {
    registerScheme("memory", []() -> std::shared_ptr<arrow::fs::FileSystem> { return memory(); }, 1);
    registerScheme(
        "counted", []() -> std::shared_ptr<arrow::fs::FileSystem> { return std::make_shared<CountedFileSystem>(); }, 2);
    registerScheme(
        "tagged", []() -> std::shared_ptr<arrow::fs::FileSystem> { return std::make_shared<TaggedFileSystem>(); }, 3);
  });
}

std::vector<std::string> filesInMemory() {
  static const std::regex kId("-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  std::vector<std::string> names;
  for (const auto& file : memory()->AllFiles()) names.push_back(std::regex_replace(file.full_path, kId, ""));
  std::sort(names.begin(), names.end());
  return names;
}

void putIntoMemory(const std::string& path, const std::string& content) {
  check(memory()->CreateFile(path, content), "cannot make a file in memory");
}

int64_t countedBytes() { return counter(); }

}  // namespace ferro::test
