#include <memory>

#include <ferro/ferro.h>

// expect: ferro: rows must be able to travel to executors
auto rows(const ferro::Session& session, std::vector<std::shared_ptr<int>> pointers) {
  return session.parallelize(std::move(pointers));
}
