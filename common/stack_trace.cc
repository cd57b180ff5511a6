#include "ferro/common/stack_trace.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/common/loaded_modules.h"

namespace ferro {
namespace {

constexpr size_t kMaxNameBytes = 120;
constexpr int kLinesLimitMillis = 5'000;

struct Frame {
  const LoadedModule* module = nullptr;
  uintptr_t offset = 0;  // in the module's own addresses
};

// A module's file, for as long as it is looked at.
class ModuleFile {
 public:
  explicit ModuleFile(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status{};
    if (::fstat(descriptor, &status) == 0) {
      void* mapped = ::mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (mapped != MAP_FAILED) bytes_ = {static_cast<const char*>(mapped), static_cast<size_t>(status.st_size)};
    }
    ::close(descriptor);
  }
  ~ModuleFile() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  ModuleFile(const ModuleFile&) = delete;
  ModuleFile& operator=(const ModuleFile&) = delete;

  // The mangled name of the function that holds the address, or null.
  const char* functionAt(uintptr_t address) const {
    for (const Elf64_Word type : {SHT_SYMTAB, SHT_DYNSYM}) {
      if (const char* name = functionIn(type, address)) return name;
    }
    return nullptr;
  }

 private:
  template <class T>
  std::span<const T> table(uint64_t offset, uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + offset), count};
  }

  std::span<const Elf64_Shdr> sections() const {
    const auto header = table<Elf64_Ehdr>(0, 1);
    const bool isElf = !header.empty() && std::string_view(bytes_).starts_with(ELFMAG) &&
                       header[0].e_ident[EI_CLASS] == ELFCLASS64 && header[0].e_shentsize == sizeof(Elf64_Shdr);
    return isElf ? table<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum) : std::span<const Elf64_Shdr>();
  }

  const char* functionIn(Elf64_Word type, uintptr_t address) const {
    const auto all = sections();
    for (const Elf64_Shdr& section : all) {
      if (section.sh_type != type || section.sh_link >= all.size()) continue;
      const Elf64_Shdr& names = all[section.sh_link];
      for (const Elf64_Sym& symbol : table<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
        const bool isFunction = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_name < names.sh_size;
        if (!isFunction || address < symbol.st_value || address >= symbol.st_value + symbol.st_size) continue;
        const auto name = table<char>(names.sh_offset + symbol.st_name, names.sh_size - symbol.st_name);
        return name.empty() ? nullptr : name.data();
      }
    }
    return nullptr;
  }

  std::string_view bytes_;
};

std::string pathOf(const LoadedModule& module) { return module.name.empty() ? "/proc/self/exe" : module.name; }

std::string shownName(const LoadedModule& module) {
  std::error_code ignored;
  const std::filesystem::path path = module.name.empty() ? std::filesystem::read_symlink("/proc/self/exe", ignored)
                                                         : std::filesystem::path(module.name);
  return path.filename().string();
}

std::string shortened(std::string text) {
  if (text.size() <= kMaxNameBytes) return text;
  return text.substr(0, kMaxNameBytes) + "...";
}

std::string hexadecimal(uintptr_t number) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%zx", number);
  return text.data();
}

// What the command prints within the limit.
std::string outputOf(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "re"), ::pclose);
  std::string output;
  if (pipe == nullptr) return output;
  pollfd wait{::fileno(pipe.get()), POLLIN, 0};
  std::array<char, 4096> buffer{};
  while (::poll(&wait, 1, kLinesLimitMillis) > 0) {
    const ssize_t got = ::read(wait.fd, buffer.data(), buffer.size());
    if (got <= 0) break;
    output.append(buffer.data(), static_cast<size_t>(got));
  }
  return output;
}

// "file.cc:12" for each address of the executable; empty where it is not known.
std::vector<std::string> linesOf(const std::vector<uintptr_t>& offsets) {
  std::string command = "addr2line -s -e /proc/" + std::to_string(::getpid()) + "/exe";
  for (const uintptr_t offset : offsets) command += " " + hexadecimal(offset);
  const std::string output = outputOf(command + " 2>/dev/null");
  std::vector<std::string> lines;
  for (size_t begin = 0, end = 0; (end = output.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::string line = output.substr(begin, end - begin);
    line = line.substr(0, line.find(" (discriminator"));
    lines.push_back(line.find('?') == std::string::npos ? line : "");
  }
  lines.resize(offsets.size());
  return lines;
}

}  // namespace

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

void printFrames(int descriptor, std::span<void* const> frames) {
  const std::vector<LoadedModule> modules = loadedModules();
  std::vector<Frame> found;
  std::vector<uintptr_t> offsets;  // of those in the executable
  for (size_t i = 0; i < frames.size(); ++i) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(frames[i]) - (i == 0 ? 0 : 1);
    Frame frame{nullptr, address};
    for (const LoadedModule& module : modules) {
      if (module.holds(address)) frame = {&module, address - module.base};
    }
    if (frame.module != nullptr && frame.module->name.empty()) offsets.push_back(frame.offset);
    found.push_back(frame);
  }
  const std::vector<std::string> lines = offsets.empty() ? std::vector<std::string>() : linesOf(offsets);
  size_t nextLine = 0;
  for (const Frame& frame : found) {
    std::string text = "  in ";
    if (frame.module == nullptr) {
      text += "unknown code at " + hexadecimal(frame.offset);
    } else {
      const ModuleFile file(pathOf(*frame.module));
      const char* function = file.functionAt(frame.offset);
      text += function == nullptr ? "an unnamed function" : shortened(demangled(function));
      const std::string line = frame.module->name.empty() ? lines[nextLine++] : "";
      text += line.empty() ? " (" + shownName(*frame.module) + "+" + hexadecimal(frame.offset) + ")" : " at " + line;
    }
    text += "\n";
    if (::write(descriptor, text.data(), text.size()) < 0) return;
  }
}

}  // namespace ferro
