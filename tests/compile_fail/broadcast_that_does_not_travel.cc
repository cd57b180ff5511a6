#include <memory>

#include <ferro/ferro.h>

// expect: ferro: a broadcast value must be able to travel to executors
auto shared(const ferro::Session& session, const std::shared_ptr<int>& pointer) { return session.broadcast(pointer); }
