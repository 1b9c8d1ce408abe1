// PCRE2 for patterns and subjects in UTF-8 (code units of 8 bits). Works with 10.32 and later, on Linux and macOS.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
