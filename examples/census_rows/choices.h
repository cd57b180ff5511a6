// What the people of a made-up census can be, how often, and the dice that decide. For one thread.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

struct Choice {
  const char* name;
  double weight;
  double number = 0;  // years of education, or what an occupation adds to the odds of a high income
};
using Choices = std::vector<Choice>;

inline const Choices kEducation{
    {"HS-grad", 32.3, 9},   {"Some-college", 22.3, 10}, {"Bachelors", 16.4, 13}, {"Masters", 5.4, 14},
    {"Assoc-voc", 4.2, 11}, {"11th", 3.7, 7},           {"Assoc-acdm", 3.3, 12}, {"10th", 2.8, 6},
    {"7th-8th", 2, 4},      {"Prof-school", 1.7, 15},   {"9th", 1.5, 5},         {"12th", 1.3, 8},
    {"Doctorate", 1.2, 16}, {"5th-6th", 1, 3},          {"1st-4th", 0.5, 2},     {"Preschool", 0.2, 1}};
inline const Choices kOffice{{"Prof-specialty", 38, 0.5}, {"Exec-managerial", 30, 0.8}, {"Sales", 12, 0.3},
                             {"Adm-clerical", 10, 0},     {"Tech-support", 6, 0.6},     {"Other-service", 3, -0.8},
                             {"Protective-serv", 1, 0.5}};
inline const Choices kManual{
    {"Craft-repair", 20, 0.1},   {"Adm-clerical", 17, 0},         {"Other-service", 17, -0.8},
    {"Sales", 13, 0.2},          {"Machine-op-inspct", 10, -0.2}, {"Transport-moving", 8, -0.1},
    {"Exec-managerial", 8, 0.7}, {"Handlers-cleaners", 7, -0.6},  {"Farming-fishing", 5, -0.9},
    {"Tech-support", 3, 0.5},    {"Protective-serv", 3, 0.4},     {"Priv-house-serv", 1, -1.5}};
inline const Choices kWorkclass{{"Private", 74},       {"Self-emp-not-inc", 8}, {"Local-gov", 7},    {"State-gov", 4.5},
                                {"Self-emp-inc", 3.5}, {"Federal-gov", 3},      {"Without-pay", 0.1}};
inline const Choices kAlone{{"Divorced", 52}, {"Never-married", 36}, {"Separated", 8}, {"Widowed", 4}};
inline const Choices kHome{{"Not-in-family", 60}, {"Unmarried", 28}, {"Other-relative", 7}, {"Own-child", 5}};
inline const Choices kRace{
    {"White", 85.5}, {"Black", 9.6}, {"Asian-Pac-Islander", 3.1}, {"Amer-Indian-Eskimo", 1}, {"Other", 0.8}};
inline const Choices kCountry{{"United-States", 90}, {"Mexico", 2},  {"Philippines", 0.6}, {"Germany", 0.4},
                              {"Canada", 0.4},       {"India", 0.3}, {"Cuba", 0.3},        {"England", 0.3},
                              {"China", 0.3},        {"Italy", 0.2}};

class Dice {
 public:
  explicit Dice(uint64_t seed) : bits_(seed) {}
  double number() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  bool chance(double probability) { return number() < probability; }
  const Choice& of(const Choices& choices) {
    double total = 0;
    for (const Choice& choice : choices) total += choice.weight;
    double left = number() * total;
    for (const Choice& choice : choices) {
      if ((left -= choice.weight) < 0) return choice;
    }
    return choices.back();
  }

 private:
  std::mt19937_64 bits_;
};
