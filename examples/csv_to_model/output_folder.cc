#include "output_folder.h"

#include <array>
#include <filesystem>
#include <fstream>

#include <ferro/ferro.h>

#include "folder_files.h"
#include "usage.h"

namespace fs = std::filesystem;

namespace {

constexpr const char* kList = "csv_to_model.files";
constexpr std::array kNames{"model",   "objective.svg", "learning_curve.svg",
                            "roc.svg", "confusion.svg", "residuals.svg"};

}  // namespace

OutputFolder::OutputFolder(std::string path) : path_(std::move(path)) {
  requireWritable(path_);
  std::ifstream list(listPath());
  for (std::string file; std::getline(list, file);) written_.insert(file);
  for (const char* name : kNames) {
    for (const std::string& file : filesIn(path_, name)) {
      if (written_.contains(file)) continue;
      refuse("--out cannot be " + path_ + ": " + (fs::path(path_) / file).string() +
             " is there and this program did not write it; move it away, or name another directory");
    }
  }
}

std::string OutputFolder::listPath() const { return (fs::path(path_) / kList).string(); }

void OutputFolder::clear() {
  fs::create_directories(path_);
  for (const char* name : kNames) {
    for (const std::string& file : filesIn(path_, name)) {
      if (written_.contains(file)) fs::remove(fs::path(path_) / file);
    }
    removeEmptyDirectories(fs::path(path_) / name);
  }
  written_.clear();
  writeList();
}

void OutputFolder::add(const std::string& name, const std::function<void(const std::string& path)>& write) {
  write((fs::path(path_) / name).string());
  written_.merge(filesIn(path_, name));
  writeList();
}

void OutputFolder::writeList() const {
  std::ofstream list(listPath());
  for (const std::string& file : written_) list << file << '\n';
  if (!list.flush())
    throw ferro::Error(ferro::ErrorCode::kIo, "the list of files " + listPath() + " cannot be written");
}
