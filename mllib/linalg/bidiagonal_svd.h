// Singular values of an upper bidiagonal matrix by implicit QR steps (Demmel and Kahan), with the choices of the
// standard routines, so that left vectors come out with the signs that Spark's have. For one thread.
#pragma once

#include <cstddef>
#include <vector>

namespace ferro::ml {

class BidiagonalSvd {
 public:
  // The diagonal, what stands right of it (one less), and rows of the matrix whose columns take part in every step from
  // the left: `left` has a row for each row of the matrix, of as many columns as the diagonal is long.
  BidiagonalSvd(std::vector<double> diagonal, std::vector<double> above, std::vector<std::vector<double>>& left);

  // Not sorted, and of either sign. Error kInternal when it does not converge.
  std::vector<double> run();

 private:
  enum class Direction { kDown, kUp };

  // The last row of the part that is worked on, or the diagonal's front; false when nothing is left to do.
  bool findBlock();
  bool hasConverged();
  double shift() const;
  void stepDownWithoutShift();
  void stepUpWithoutShift();
  void stepDown(double shift);
  void stepUp(double shift);
  void solveTwoByTwo();
  // Columns i and i + 1 of the left vectors.
  void rotate(size_t i, double cosine, double sine);
  void dropIfSmall(size_t i);

  std::vector<double> d_;
  std::vector<double> e_;
  std::vector<std::vector<double>>& left_;
  double threshold_ = 0;
  // The block: rows first_ to last_, in which nothing right of the diagonal is zero.
  size_t first_ = 0;
  size_t last_ = 0;
  double largest_ = 0;
  double smallest_ = 0;  // a bound below the singular values of the block
  bool hasDirection_ = false;
  size_t oldFirst_ = 0;
  size_t oldLast_ = 0;
  Direction direction_ = Direction::kDown;
};

}  // namespace ferro::ml
