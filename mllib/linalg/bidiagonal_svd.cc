#include "ferro/mllib/linalg/bidiagonal_svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ferro/common/error.h"

namespace ferro::ml {
namespace {

constexpr double kPrecision = std::numeric_limits<double>::epsilon() / 2;
constexpr size_t kMaxSteps = 6;  // for each value, times the number of values

double tolerance() {
  static const double kTolerance = std::clamp(std::pow(kPrecision, -0.125), 10.0, 100.0) * kPrecision;
  return kTolerance;
}

struct Rotation {
  double cosine = 1;
  double sine = 0;
  double length = 0;
};

// Turns (f, g) into (length, 0); the larger of the two keeps its sign.
Rotation rotationOf(double f, double g) {
  if (g == 0) return {1, 0, f};
  if (f == 0) return {0, 1, g};
  const double length = std::hypot(f, g);
  const double sign = std::abs(f) > std::abs(g) && f < 0 ? -1 : 1;
  return {sign * f / length, sign * g / length, sign * length};
}

double signOf(double number) { return std::copysign(1.0, number); }

// The smaller singular value of [f g; 0 h].
double smallerValue(double f, double g, double h) {
  const double low = std::min(std::abs(f), std::abs(h));
  const double high = std::max(std::abs(f), std::abs(h));
  if (low == 0) return 0;
  const double across = std::abs(g);
  const double sum = 1 + low / high;
  const double gap = (high - low) / high;
  if (across < high) {
    const double ratio = (across / high) * (across / high);
    return low * (2 / (std::sqrt(sum * sum + ratio) + std::sqrt(gap * gap + ratio)));
  }
  const double ratio = high / across;
  if (ratio == 0) return low * high / across;
  const double root = std::sqrt(1 + (sum * ratio) * (sum * ratio)) + std::sqrt(1 + (gap * ratio) * (gap * ratio));
  return 2 * (low / root) * ratio;
}

// The singular values of [f g; 0 h] with the rotation from the left.
struct TwoByTwo {
  double larger = 0;
  double smaller = 0;
  double cosine = 1;
  double sine = 0;
};

struct Vectors2 {
  double cosineLeft = 1;
  double sineLeft = 0;
  double cosineRight = 1;
  double sineRight = 0;
  double larger = 0;
  double smaller = 0;
};

// Where |f| >= |h| > 0 or h = 0, and g is not zero. All but the signs of the values.
Vectors2 solveOrdered(double f, double g, double h) {
  const double fSize = std::abs(f);
  const double hSize = std::abs(h);
  const double gSize = std::abs(g);
  Vectors2 found;
  if (gSize > fSize && fSize / gSize < kPrecision) {
    found.larger = gSize;
    found.smaller = hSize > 1 ? fSize / (gSize / hSize) : fSize / gSize * hSize;
    found.sineLeft = h / g;
    found.sineRight = 1;
    found.cosineRight = f / g;
    return found;
  }
  const double difference = fSize - hSize;
  const double gap = difference == fSize ? 1 : difference / fSize;
  const double slope = g / f;
  const double sum = 2 - gap;
  const double s = std::sqrt(sum * sum + slope * slope);
  const double r = gap == 0 ? std::abs(slope) : std::sqrt(gap * gap + slope * slope);
  const double mean = 0.5 * (s + r);
  found.smaller = hSize / mean;
  found.larger = fSize * mean;
  double tangent = 0;
  if (slope * slope != 0) {
    tangent = (slope / (s + sum) + slope / (r + gap)) * (1 + mean);
  } else if (gap == 0) {
    tangent = 2 * signOf(f) * signOf(g);
  } else {
    tangent = g / std::copysign(difference, f) + slope / sum;
  }
  const double length = std::sqrt(tangent * tangent + 4);
  found.cosineRight = 2 / length;
  found.sineRight = tangent / length;
  found.cosineLeft = (found.cosineRight + found.sineRight * slope) / mean;
  found.sineLeft = h / f * found.sineRight / mean;
  return found;
}

TwoByTwo solve(double f, double g, double h) {
  const bool swapped = std::abs(h) > std::abs(f);
  const double high = swapped ? h : f;
  const double low = swapped ? f : h;
  Vectors2 found;
  if (g == 0) {
    found.larger = std::abs(high);
    found.smaller = std::abs(low);
  } else {
    found = solveOrdered(high, g, low);
  }
  if (swapped) {
    found = {found.sineRight, found.cosineRight, found.sineLeft, found.cosineLeft, found.larger, found.smaller};
  }
  // The largest of f, g and h gives the larger value its sign.
  double sign = 0;
  if (std::abs(g) > std::abs(high)) {
    sign = signOf(found.sineRight) * signOf(found.cosineLeft) * signOf(g);
  } else if (swapped) {
    sign = signOf(found.sineRight) * signOf(found.sineLeft) * signOf(h);
  } else {
    sign = signOf(found.cosineRight) * signOf(found.cosineLeft) * signOf(f);
  }
  return {std::copysign(found.larger, sign), std::copysign(found.smaller, sign * signOf(f) * signOf(h)),
          found.cosineLeft, found.sineLeft};
}

}  // namespace

BidiagonalSvd::BidiagonalSvd(std::vector<double> diagonal, std::vector<double> above,
                             std::vector<std::vector<double>>& left)
    : d_(std::move(diagonal)), e_(std::move(above)), left_(left) {
  if (d_.empty()) return;
  const auto size = static_cast<double>(d_.size());
  double least = std::abs(d_[0]);
  double bound = least;
  for (size_t i = 1; i < d_.size() && bound != 0; ++i) {
    bound = std::abs(d_[i]) * (bound / (bound + std::abs(e_[i - 1])));
    least = std::min(least, bound);
  }
  threshold_ = std::max(tolerance() * least / std::sqrt(size),
                        static_cast<double>(kMaxSteps) * size * size * std::numeric_limits<double>::min());
  last_ = d_.size() - 1;
}

std::vector<double> BidiagonalSvd::run() {
  const size_t most = kMaxSteps * d_.size() * d_.size();
  for (size_t steps = 0; findBlock();) {
    if (steps > most) throwInternal("singular values did not converge");
    if (first_ + 1 == last_) {
      solveTwoByTwo();
      continue;
    }
    if (!hasDirection_ || first_ > oldLast_ || last_ < oldFirst_) {
      direction_ = std::abs(d_[first_]) >= std::abs(d_[last_]) ? Direction::kDown : Direction::kUp;
    }
    if (hasConverged()) continue;
    hasDirection_ = true;
    oldFirst_ = first_;
    oldLast_ = last_;
    const double by = shift();
    steps += last_ - first_;
    if (direction_ == Direction::kDown) {
      by == 0 ? stepDownWithoutShift() : stepDown(by);
    } else {
      by == 0 ? stepUpWithoutShift() : stepUp(by);
    }
  }
  return d_;
}

bool BidiagonalSvd::findBlock() {
  while (last_ > 0) {
    largest_ = std::abs(d_[last_]);
    first_ = last_;
    while (first_ > 0 && std::abs(e_[first_ - 1]) > threshold_) {
      --first_;
      largest_ = std::max({largest_, std::abs(d_[first_]), std::abs(e_[first_])});
    }
    if (first_ > 0) e_[first_ - 1] = 0;
    if (first_ < last_) return true;
    --last_;
  }
  return false;
}

// True if something right of the diagonal was small enough to be dropped.
bool BidiagonalSvd::hasConverged() {
  const bool isDown = direction_ == Direction::kDown;
  const size_t end = isDown ? last_ - 1 : first_;
  if (std::abs(e_[end]) <= tolerance() * std::abs(d_[isDown ? last_ : first_])) {
    e_[end] = 0;
    return true;
  }
  double bound = std::abs(d_[isDown ? first_ : last_]);
  smallest_ = bound;
  for (size_t step = 0; step < last_ - first_; ++step) {
    const size_t i = isDown ? first_ + step : last_ - 1 - step;
    if (std::abs(e_[i]) <= tolerance() * bound) {
      e_[i] = 0;
      return true;
    }
    bound = std::abs(d_[isDown ? i + 1 : i]) * (bound / (bound + std::abs(e_[i])));
    smallest_ = std::min(smallest_, bound);
  }
  return false;
}

// Zero where a shift would spoil small values.
double BidiagonalSvd::shift() const {
  const auto size = static_cast<double>(d_.size());
  if (size * tolerance() * (smallest_ / largest_) <= std::max(kPrecision, 0.01 * tolerance())) return 0;
  const bool isDown = direction_ == Direction::kDown;
  const double start = std::abs(d_[isDown ? first_ : last_]);
  const size_t i = isDown ? last_ - 1 : first_;
  const double found = smallerValue(d_[i], e_[i], d_[i + 1]);
  return start > 0 && (found / start) * (found / start) < kPrecision ? 0 : found;
}

void BidiagonalSvd::stepDownWithoutShift() {
  Rotation right;
  Rotation left;
  for (size_t i = first_; i < last_; ++i) {
    right = rotationOf(d_[i] * right.cosine, e_[i]);
    if (i > first_) e_[i - 1] = left.sine * right.length;
    left = rotationOf(left.cosine * right.length, d_[i + 1] * right.sine);
    d_[i] = left.length;
    rotate(i, left.cosine, left.sine);
  }
  const double rest = d_[last_] * right.cosine;
  d_[last_] = rest * left.cosine;
  e_[last_ - 1] = rest * left.sine;
  dropIfSmall(last_ - 1);
}

void BidiagonalSvd::stepUpWithoutShift() {
  Rotation left;
  Rotation right;
  for (size_t i = last_; i > first_; --i) {
    left = rotationOf(d_[i] * left.cosine, e_[i - 1]);
    if (i < last_) e_[i] = right.sine * left.length;
    right = rotationOf(right.cosine * left.length, d_[i - 1] * left.sine);
    d_[i] = right.length;
    rotate(i - 1, left.cosine, -left.sine);
  }
  const double rest = d_[first_] * left.cosine;
  d_[first_] = rest * right.cosine;
  e_[first_] = rest * right.sine;
  dropIfSmall(first_);
}

void BidiagonalSvd::stepDown(double shift) {
  double f = (std::abs(d_[first_]) - shift) * (signOf(d_[first_]) + shift / d_[first_]);
  double g = e_[first_];
  for (size_t i = first_; i < last_; ++i) {
    const Rotation right = rotationOf(f, g);
    if (i > first_) e_[i - 1] = right.length;
    f = right.cosine * d_[i] + right.sine * e_[i];
    e_[i] = right.cosine * e_[i] - right.sine * d_[i];
    g = right.sine * d_[i + 1];
    d_[i + 1] *= right.cosine;
    const Rotation left = rotationOf(f, g);
    d_[i] = left.length;
    f = left.cosine * e_[i] + left.sine * d_[i + 1];
    d_[i + 1] = left.cosine * d_[i + 1] - left.sine * e_[i];
    if (i + 1 < last_) {
      g = left.sine * e_[i + 1];
      e_[i + 1] *= left.cosine;
    }
    rotate(i, left.cosine, left.sine);
  }
  e_[last_ - 1] = f;
  dropIfSmall(last_ - 1);
}

void BidiagonalSvd::stepUp(double shift) {
  double f = (std::abs(d_[last_]) - shift) * (signOf(d_[last_]) + shift / d_[last_]);
  double g = e_[last_ - 1];
  for (size_t i = last_; i > first_; --i) {
    const Rotation left = rotationOf(f, g);
    if (i < last_) e_[i] = left.length;
    f = left.cosine * d_[i] + left.sine * e_[i - 1];
    e_[i - 1] = left.cosine * e_[i - 1] - left.sine * d_[i];
    g = left.sine * d_[i - 1];
    d_[i - 1] *= left.cosine;
    const Rotation right = rotationOf(f, g);
    d_[i] = right.length;
    f = right.cosine * e_[i - 1] + right.sine * d_[i - 1];
    d_[i - 1] = right.cosine * d_[i - 1] - right.sine * e_[i - 1];
    if (i > first_ + 1) {
      g = right.sine * e_[i - 2];
      e_[i - 2] *= right.cosine;
    }
    rotate(i - 1, left.cosine, -left.sine);
  }
  e_[first_] = f;
  dropIfSmall(first_);
}

void BidiagonalSvd::solveTwoByTwo() {
  const TwoByTwo solved = solve(d_[first_], e_[first_], d_[last_]);
  d_[first_] = solved.larger;
  e_[first_] = 0;
  d_[last_] = solved.smaller;
  rotate(first_, solved.cosine, solved.sine);
  last_ = first_ > 0 ? first_ - 1 : 0;
}

void BidiagonalSvd::rotate(size_t i, double cosine, double sine) {
  for (std::vector<double>& row : left_) {
    const double first = row[i];
    const double second = row[i + 1];
    row[i] = cosine * first + sine * second;
    row[i + 1] = cosine * second - sine * first;
  }
}

void BidiagonalSvd::dropIfSmall(size_t i) {
  if (std::abs(e_[i]) <= threshold_) e_[i] = 0;
}

}  // namespace ferro::ml
