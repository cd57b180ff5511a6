#include "ferro/engine/operator_table.h"

#include <string>
#include <string_view>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/hash.h"
#include "ferro/common/loaded_modules.h"
#include "ferro/engine/sink.h"

namespace ferro {
namespace {

const OperatorRegistration* firstRegistration = nullptr;

uint64_t identityOf(const LoadedModule& module) {
  return hashValue(std::string_view(module.buildId.empty() ? module.name : module.buildId));
}

OperatorKey keyIn(const std::vector<LoadedModule>& modules, OperatorFactory factory) {
  auto address = reinterpret_cast<uintptr_t>(factory);
  for (const auto& module : modules) {
    if (module.holds(address)) return {identityOf(module), address - module.base};
  }
  throwInternal("an operator's factory lies in no loaded module");
}

}  // namespace

std::shared_ptr<const Sink> shareSink(std::unique_ptr<const Sink> made) { return made; }

OperatorRegistration::OperatorRegistration(OperatorFactory made) : factory_(made), next_(firstRegistration) {
  firstRegistration = this;
}

const OperatorRegistration* OperatorRegistration::first() { return firstRegistration; }

OperatorTable::OperatorTable() {
  const std::vector<LoadedModule> modules = loadedModules();
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
