#include <ferro/ferro.h>

// expect: requires kKeyed
auto groups(const ferro::Rdd<int>& rows) { return rows.groupByKey(); }
