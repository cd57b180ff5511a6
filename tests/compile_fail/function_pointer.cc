#include <ferro/ferro.h>

double half(double x) { return x / 2; }

// expect: ferro: a function pointer cannot travel to an executor; wrap it in a lambda without captures
auto halves(const ferro::Rdd<double>& rows) { return rows.map(&half); }
