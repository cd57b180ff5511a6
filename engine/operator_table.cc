#include "ferro/engine/operator_table.h"

#include <elf.h>
#include <link.h>

#include <string>
#include <string_view>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/hash.h"

namespace ferro {
namespace {

const OperatorRegistration* firstRegistration = nullptr;

struct Module {
  uint64_t identity = 0;
  uintptr_t base = 0;
  std::vector<std::pair<uintptr_t, uintptr_t>> segments;

  bool holds(uintptr_t address) const {
    for (const auto& [begin, end] : segments) {
      if (address >= begin && address < end) return true;
    }
    return false;
  }
};

// The GNU build-id among a module's notes, or nothing when it was linked without one.
std::string_view buildId(const char* notes, size_t size) {
  const char* end = notes + size;
  while (notes + sizeof(ElfW(Nhdr)) <= end) {
    const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(notes);
    const char* name = notes + sizeof(*header);
    const char* description = name + ((header->n_namesz + 3) & ~3U);
    if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4 && std::string_view(name, 3) == "GNU") {
      return {description, header->n_descsz};
    }
    notes = description + ((header->n_descsz + 3) & ~3U);
  }
  return {};
}

int addModule(dl_phdr_info* info, size_t, void* modules) {
  Module module;
  module.base = info->dlpi_addr;
  std::string identity = info->dlpi_name;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD) module.segments.emplace_back(begin, begin + segment.p_memsz);
    if (segment.p_type == PT_NOTE) {
      auto id = buildId(reinterpret_cast<const char*>(begin), segment.p_filesz);
      if (!id.empty()) identity = id;
    }
  }
  module.identity = hashValue(std::string_view(identity));
  static_cast<std::vector<Module>*>(modules)->push_back(std::move(module));
  return 0;
}

OperatorKey keyIn(const std::vector<Module>& modules, OperatorFactory factory) {
  auto address = reinterpret_cast<uintptr_t>(factory);
  for (const auto& module : modules) {
    if (module.holds(address)) return {module.identity, address - module.base};
  }
  throwInternal("an operator's factory lies in no loaded module");
}

}  // namespace

OperatorRegistration::OperatorRegistration(OperatorFactory made) : factory_(made), next_(firstRegistration) {
  firstRegistration = this;
}

const OperatorRegistration* OperatorRegistration::first() { return firstRegistration; }

OperatorTable::OperatorTable() {
  std::vector<Module> modules;
  dl_iterate_phdr(&addModule, &modules);
  for (auto* entry = OperatorRegistration::first(); entry != nullptr; entry = entry->next()) {
    OperatorKey key = keyIn(modules, entry->factory());
    factories_.emplace(key, entry->factory());
    keys_.emplace(entry->factory(), key);
  }
}

OperatorKey OperatorTable::keyOf(OperatorFactory factory) const {
  auto found = keys_.find(factory);
  if (found == keys_.end()) throwInternal("an operator was used that is not registered");
  return found->second;
}

OperatorFactory OperatorTable::find(const OperatorKey& key) const {
  auto found = factories_.find(key);
  if (found == factories_.end()) {
    throw Error(
        ErrorCode::kMalformedData,
        "a task names an operator that this executable does not have; driver and executors must run the same build");
  }
  return found->second;
}

}  // namespace ferro
