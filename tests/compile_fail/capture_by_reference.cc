#include <ferro/ferro.h>

// expect: ferro: a function given to Ferro takes no captures; hand over what it needs as trailing arguments
void count(const ferro::Rdd<double>& rows, int& seen) {
  rows.foreach ([&](double) { ++seen; });
}
