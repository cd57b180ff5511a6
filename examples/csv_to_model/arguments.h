// What the program was asked for. A plain value.
#pragma once

#include <cstdint>
#include <string>

struct Arguments {
  bool isHelpAsked = false;  // what comes after that was not looked at
  std::string file;
  std::string label;
  std::string delimiter = ",";              // between the fields, spelled as Spark's option sep is
  std::string encoding = "UTF-8";           // of the file, spelled as Spark's option encoding is
  std::string output = "csv_to_model.out";  // where plots and model go
  int32_t maxIter = 100;
  double regParam = 0.3;
  bool isPenaltyGiven = false;  // --regParam was there, so that nothing is left to choose
  double elasticNetParam = 0.8;
};

// Error kInvalidArgument that says how the program is used.
Arguments parseArguments(int argc, char** argv);
