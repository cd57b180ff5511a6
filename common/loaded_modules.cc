#include "ferro/common/loaded_modules.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <string_view>

namespace ferro {
namespace {

// The GNU build-id among a module's notes, or nothing.
std::string_view buildIdIn(const char* notes, size_t size) {
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
  LoadedModule module;
  module.name = info->dlpi_name;
  module.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD) module.segments.emplace_back(begin, begin + segment.p_memsz);
    if (segment.p_type != PT_NOTE) continue;
    const std::string_view id = buildIdIn(reinterpret_cast<const char*>(begin), segment.p_filesz);
    if (!id.empty()) module.buildId = id;
  }
  static_cast<std::vector<LoadedModule>*>(modules)->push_back(std::move(module));
  return 0;
}

}  // namespace

bool LoadedModule::holds(uintptr_t address) const {
  return std::any_of(segments.begin(), segments.end(),
                     [&](const auto& segment) { return address >= segment.first && address < segment.second; });
}

std::vector<LoadedModule> loadedModules() {
  std::vector<LoadedModule> modules;
  dl_iterate_phdr(&addModule, &modules);
  return modules;
}

std::string executableBuildId() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::string id = loadedModules().front().buildId;
  std::string text;
  for (const char byte : id) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

}  // namespace ferro
