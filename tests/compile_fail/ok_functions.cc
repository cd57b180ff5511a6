#include <ferro/ferro.h>

// What the other files get wrong, done right.
void run(ferro::Session& session, double limit, const std::string& prefix) {
  auto rows = session.parallelize(std::vector<double>{0.5, 1.5});
  auto kept = rows.filter([](double x, double least) { return x > least; }, limit);
  auto texts = kept.map([](double x, const std::string& p) { return p + std::to_string(x); }, prefix);
  auto keyed = texts.keyBy([](const std::string& text) { return text.size(); });
  keyed.join(keyed).count();
  session.broadcast(std::vector<double>{1.0}).value();
}
