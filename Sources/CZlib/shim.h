// What of zlib are macros, which Swift cannot call. Works with zlib 1.2.11 and later, on Linux and macOS.
#include <zlib.h>

// Begins to write gzip's format (RFC 1952).
static inline int mock_gzip_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}

// Begins to read gzip's format, zlib's (RFC 1950), or bare DEFLATE (RFC 1951).
static inline int mock_gzip_read(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }
static inline int mock_zlib_read(z_stream *stream) { return inflateInit2(stream, MAX_WBITS); }
static inline int mock_deflate_read(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
