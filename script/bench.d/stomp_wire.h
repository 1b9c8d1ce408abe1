// What the load client and the broadcaster share: WebSocket frames (RFC 6455, 5.2), sending, time, failing.
#ifndef STOMP_WIRE_H
#define STOMP_WIRE_H

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { OPCODE_TEXT = 1, OPCODE_BINARY = 2, OPCODE_CLOSE = 8, OPCODE_PING = 9, OPCODE_PONG = 10 };
enum { FRAME_HEADER_BYTES = 14, READ_BYTES = 1 << 20 };

// The sample key of RFC 6455, 1.3, and its answer: a benchmark needs no nonce, and so no SHA-1.
#define HANDSHAKE_KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define HANDSHAKE_ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

// Ends the program: something is in the way of measuring.
__attribute__((noreturn, format(printf, 1, 2))) static inline void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

static inline uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// As many open files as the system allows.
static inline void raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static inline void no_delay(int fd) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// Sends everything; waits where the socket is full.
static inline void send_all(int fd, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = send(fd, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) fail("send: %s", strerror(errno));
    next += sent;
    count -= (size_t)sent;
  }
}

struct frame {
  int opcode;
  bool final;
  const uint8_t *payload;
  size_t length;
};

// Reads the frame that begins at `bytes`; gives its size with the header, or 0 if it is not all there yet.
static inline size_t read_frame(const uint8_t *bytes, size_t count, struct frame *frame) {
  if (count < 2) return 0;
  bool masked = bytes[1] & 0x80;
  uint64_t length = bytes[1] & 0x7f;
  size_t header = 2;
  if (length >= 126) {
    header += length == 126 ? 2 : 8;
    if (count < header) return 0;
    length = 0;
    for (size_t i = 2; i < header; i++) length = length << 8 | bytes[i];
  }
  if (masked) header += 4;
  if (length > READ_BYTES / 2) fail("a frame of %llu bytes", (unsigned long long)length);
  if (count < header + length) return 0;
  if (masked && memcmp(bytes + header - 4, "\0\0\0\0", 4) != 0) fail("a mask that is not zero");
  frame->opcode = bytes[0] & 0x0f;
  frame->final = bytes[0] & 0x80;
  frame->payload = bytes + header;
  frame->length = (size_t)length;
  return header + (size_t)length;
}

// Writes a frame's header and gives its size. A client's has a mask, of zeros, which changes no payload.
static inline size_t write_frame_header(uint8_t *bytes, int opcode, size_t length, bool masked) {
  uint8_t mask = masked ? 0x80 : 0;
  size_t header = 2;
  bytes[0] = (uint8_t)(0x80 | opcode);
  if (length < 126) {
    bytes[1] = (uint8_t)(mask | length);
  } else {
    size_t width = length < 65536 ? 2 : 8;
    bytes[1] = (uint8_t)(mask | (width == 2 ? 126 : 127));
    for (size_t i = 0; i < width; i++) bytes[2 + i] = (uint8_t)((uint64_t)length >> (8 * (width - 1 - i)));
    header += width;
  }
  if (masked) {
    memset(bytes + header, 0, 4);
    header += 4;
  }
  return header;
}

// Sends one frame at once.
static inline void send_frame(int fd, int opcode, const void *payload, size_t length, bool masked) {
  uint8_t bytes[FRAME_HEADER_BYTES + 4096];
  if (length > 4096) fail("a frame of %zu bytes is too long to send", length);
  size_t header = write_frame_header(bytes, opcode, length, masked);
  if (length > 0) memcpy(bytes + header, payload, length);
  send_all(fd, bytes, header + length);
}

// Where a STOMP frame's body begins, or NULL. All servers measured here end their lines with LF alone.
static inline const uint8_t *stomp_body(const uint8_t *frame, size_t length) {
  const uint8_t *blank = memmem(frame, length, "\n\n", 2);
  return blank ? blank + 2 : NULL;
}

#endif
