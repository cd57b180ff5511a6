// Makes a table like the census data that courses on machine learning begin with, for where the real one is not at
// hand: census_rows FILE.csv [ROWS] [SEED]. Income depends on age, education, hours and marriage, and on luck; some
// fields are empty. The same seed makes the same file.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "choices.h"

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

void writePerson(std::FILE* file, Dice& dice) {
  const double age = std::floor(17 + 62 * std::pow(dice.number(), 1.6));
  const Choice& education = dice.of(kEducation);
  const bool male = dice.chance(0.67);
  const bool married = dice.chance((male ? 0.68 : 0.3) * logistic((age - 27) / 3.5));
  const char* marital = married ? "Married-civ-spouse" : age < 30 ? "Never-married" : dice.of(kAlone).name;
  const char* home = married ? (male ? "Husband" : "Wife") : age < 26 ? "Own-child" : dice.of(kHome).name;
  const Choice& occupation = dice.of(education.number >= 13 ? kOffice : kManual);
  const double hours =
      dice.chance(0.47) ? 40 : std::floor((age < 22 ? 12 : 24) + 38 * dice.number() + 2 * occupation.number);
  const bool gained = dice.chance(0.03 + 0.006 * education.number);
  const double gain = gained ? std::floor(600 + 15000 * std::pow(dice.number(), 2)) : 0;
  const double loss = !gained && dice.chance(0.045) ? std::floor(1400 + 1000 * dice.number()) : 0;
  const double odds = -6.1 + 0.34 * education.number + 2.3 * (married ? 1 : 0) - 0.0014 * (age - 50) * (age - 50) +
                      0.035 * (hours - 40) + occupation.number + 0.00035 * gain + 0.0004 * loss + (male ? 0.2 : 0);
  const bool jobless = dice.chance(0.057);
  std::fprintf(file, "%.0f,%s,%.0f,%s,%.0f,%s,%s,%s,%s,%s,%.0f,%.0f,%.0f,%s,%s\n", age,
               jobless ? "" : dice.of(kWorkclass).name, std::floor(20000 + 330000 * std::pow(dice.number(), 1.4)),
               education.name, education.number, marital, jobless ? "" : occupation.name, home, dice.of(kRace).name,
               male ? "Male" : "Female", gain, loss, hours, dice.chance(0.018) ? "" : dice.of(kCountry).name,
               dice.chance(logistic(odds)) ? ">50K" : "<=50K");
}

int main(int argc, char** argv) {
  std::FILE* file = argc < 2 ? nullptr : std::fopen(argv[1], "w");
  if (file == nullptr) {
    std::fprintf(stderr, argc < 2 ? "usage: census_rows FILE.csv [ROWS] [SEED]\n" : "cannot write %s\n", argv[1]);
    return 2;
  }
  const int rows = argc > 2 ? std::atoi(argv[2]) : 32561;
  Dice dice(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 42);
  std::fputs(
      "Age,Workclass,fnlwgt,Education,Education-Num,Marital Status,Occupation,Relationship,Race,Sex,Capital Gain,"
      "Capital Loss,Hours per week,Country,Income\n",
      file);
  for (int row = 0; row < rows; ++row) writePerson(file, dice);
  return std::fclose(file) == 0 ? 0 : 1;
}
