// Arithmetic with large whole numbers. GnuTLS computes with GMP, so it is loaded anyway. GMP's names are macros, which
// Swift cannot call.
#include <gmp.h>
#include <string.h>

// The y of the point of P-256 (FIPS 186-5, SP 800-186 §3.2.1.3) that has this x and an odd or even y (SEC 1 §2.3.4);
// 32 bytes each, the highest first. 0 when there is no such point.
static inline int mock_p256_y(const unsigned char *x_bytes, int is_odd, unsigned char *y_bytes) {
  mpz_t p, b, x, square, exponent, y;
  mpz_init_set_str(p, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
  mpz_init_set_str(b, "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);
  mpz_inits(x, square, exponent, y, (mpz_ptr)NULL);
  mpz_import(x, 32, 1, 1, 1, 0, x_bytes);
  // The curve: y^2 = x^3 - 3x + b modulo p.
  mpz_mul(square, x, x);
  mpz_sub_ui(square, square, 3);
  mpz_mul(square, square, x);
  mpz_add(square, square, b);
  mpz_mod(square, square, p);
  // p is 3 modulo 4, so that the power (p + 1) / 4 of a square is a root of it.
  mpz_add_ui(exponent, p, 1);
  mpz_fdiv_q_2exp(exponent, exponent, 2);
  mpz_powm(y, square, exponent, p);
  mpz_powm_ui(exponent, y, 2, p);
  int is_found = mpz_cmp(x, p) < 0 && mpz_cmp(exponent, square) == 0;
  if (mpz_odd_p(y) != is_odd)
    mpz_sub(y, p, y);
  size_t count = (mpz_sizeinbase(y, 2) + 7) / 8;
  memset(y_bytes, 0, 32);
  mpz_export(y_bytes + 32 - count, NULL, 1, 1, 1, 0, y);
  mpz_clears(p, b, x, square, exponent, y, (mpz_ptr)NULL);
  return is_found;
}
