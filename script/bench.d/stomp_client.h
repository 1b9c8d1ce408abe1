// One STOMP client over a WebSocket: opening it, which waits, and taking in what the server sends.
#ifndef STOMP_CLIENT_H
#define STOMP_CLIENT_H

#include <netdb.h>
#include <sys/time.h>
#include <unistd.h>

#include "stomp_wire.h"

// Where a client is; each step is answered by the server.
enum state { OPENED, CONNECTED, SUBSCRIBED, UNSUBSCRIBED };

struct client {
  int fd;
  enum state state;
  // The number of the next message that is due.
  uint64_t due;
  // The beginning of a frame whose end has not come yet.
  uint8_t *rest;
  size_t rest_length, rest_capacity;
};

struct settings {
  const char *host, *port, *path, *login, *passcode, *vhost, *heart_beat, *destination;
  size_t body_bytes;
};

// What the program does with a MESSAGE; the body has the length that the settings say.
typedef void take_message(struct client *client, const uint8_t *body, uint64_t now);

static uint8_t read_buffer[READ_BYTES];
// What the server calls itself in CONNECTED, if it says so and the text needs no escape in JSON.
static char server_name[64];

// Ends the program because deliveries are missing or wrong, which is a result and no mishap.
__attribute__((noreturn, format(printf, 1, 2))) static inline void lose(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

static inline void read_server_name(const uint8_t *frame, size_t length) {
  const char *found = memmem(frame, length, "\nserver:", 8);
  size_t count = 0;
  for (const char *next = found ? found + 8 : ""; *next > ' ' && *next < 127 && *next != '"' && *next != '\\'; next++)
    if (count + 1 < sizeof server_name) server_name[count++] = *next;
  server_name[count] = 0;
}

// Takes one STOMP frame but MESSAGE; gives where it ends.
static inline const uint8_t *take_answer(struct client *client, const uint8_t *frame, const uint8_t *end) {
  size_t length = (size_t)(end - frame);
  const uint8_t *nul = memchr(frame, 0, length);
  if (!nul) fail("a STOMP frame that goes on in another message: %.*s", (int)length, (const char *)frame);
  if (memcmp(frame, "CONNECTED\n", length < 10 ? length : 10) == 0) {
    client->state = CONNECTED;
    read_server_name(frame, (size_t)(nul - frame));
  } else if (memcmp(frame, "RECEIPT\n", length < 8 ? length : 8) == 0) {
    client->state++;
  } else {
    fail("the server sent: %.*s", (int)(nul - frame), (const char *)frame);
  }
  return nul + 1;
}

// Takes all STOMP frames and heart-beats of a WebSocket message.
static inline void take_text(struct client *client, const struct settings *settings, const struct frame *message,
                             take_message *take, uint64_t now) {
  const uint8_t *next = message->payload, *end = next + message->length;
  while (next < end) {
    if (*next == '\n' || *next == '\r') {
      next++;
    } else if (end - next > 8 && memcmp(next, "MESSAGE\n", 8) == 0) {
      const uint8_t *body = stomp_body(next, (size_t)(end - next));
      if (!body || (size_t)(end - body) <= settings->body_bytes || body[settings->body_bytes] != 0)
        fail("a MESSAGE whose body has not %zu bytes: %.*s", settings->body_bytes, (int)(end - next),
             (const char *)next);
      take(client, body, now);
      next = body + settings->body_bytes + 1;
    } else {
      next = take_answer(client, next, end);
    }
  }
}

static inline void take_frame(struct client *client, const struct settings *settings, const struct frame *frame,
                              take_message *take, uint64_t now) {
  if (frame->opcode == OPCODE_PING) {
    send_frame(client->fd, OPCODE_PONG, frame->payload, frame->length, true);
  } else if (frame->opcode == OPCODE_CLOSE) {
    if (client->state == UNSUBSCRIBED) return;
    size_t skip = frame->length < 2 ? frame->length : 2;
    int code = skip == 2 ? frame->payload[0] << 8 | frame->payload[1] : 1005;
    lose("the server closed a socket with %d %.*s", code, (int)(frame->length - skip),
         (const char *)frame->payload + skip);
  } else if (!frame->final || (frame->opcode != OPCODE_TEXT && frame->opcode != OPCODE_BINARY)) {
    if (frame->opcode != OPCODE_PONG) fail("a fragment, or a frame of opcode %d", frame->opcode);
  } else {
    take_text(client, settings, frame, take, now);
  }
}

// Keeps the beginning of a frame until its end comes.
static inline void keep_rest(struct client *client, const uint8_t *bytes, size_t length) {
  if (length > client->rest_capacity) {
    client->rest = realloc(client->rest, length);
    if (!client->rest) fail("out of memory");
    client->rest_capacity = length;
  }
  if (length > 0) memcpy(client->rest, bytes, length);
  client->rest_length = length;
}

// Reads once, waiting if there is nothing, and takes in all complete frames. Gives whether the socket is open.
static inline bool read_client(struct client *client, const struct settings *settings, take_message *take) {
  size_t length = client->rest_length;
  if (length > 0) memcpy(read_buffer, client->rest, length);
  ssize_t received = recv(client->fd, read_buffer + length, READ_BYTES - length, 0);
  if (received < 0 && errno == EINTR) return true;
  if (received <= 0) {
    if (client->state == UNSUBSCRIBED) return false;
    if (client->state == SUBSCRIBED) lose("the server dropped a socket: %s", received ? strerror(errno) : "end");
    fail("no answer while opening a socket: %s", received ? strerror(errno) : "it was closed");
  }
  uint64_t now = now_ns();
  length += (size_t)received;
  size_t at = 0, size;
  struct frame frame;
  while ((size = read_frame(read_buffer + at, length - at, &frame)) > 0) {
    take_frame(client, settings, &frame, take, now);
    at += size;
  }
  keep_rest(client, read_buffer + at, length - at);
  return true;
}

static inline int connect_socket(const struct settings *settings) {
  struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  int code = getaddrinfo(settings->host, settings->port, &wanted, &found);
  if (code != 0) fail("%s: %s", settings->host, gai_strerror(code));
  int fd = -1;
  for (struct addrinfo *each = found; each && fd < 0; each = each->ai_next) {
    fd = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
    if (fd < 0) fail("socket: %s", strerror(errno));
    if (connect(fd, each->ai_addr, each->ai_addrlen) == 0) break;
    int reason = errno;
    close(fd);
    fd = -1;
    if (!each->ai_next) fail("connecting to %s port %s: %s", settings->host, settings->port, strerror(reason));
  }
  freeaddrinfo(found);
  struct timeval patience = {.tv_sec = 20};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  no_delay(fd);
  return fd;
}

// Asks for the WebSocket and reads the answer up to its end; a server says nothing more before CONNECT.
static inline void shake_hands(const struct client *client, const struct settings *settings) {
  char text[2048];
  int length = snprintf(text, sizeof text,
                        "GET %s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: " HANDSHAKE_KEY "\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Protocol: v12.stomp\r\n\r\n",
                        settings->path, settings->host, settings->port);
  send_all(client->fd, text, (size_t)length);
  size_t count = 0;
  text[0] = 0;
  while (!strstr(text, "\r\n\r\n")) {
    ssize_t received = recv(client->fd, text + count, sizeof text - 1 - count, 0);
    if (received <= 0) fail("no answer to the handshake; it began: %s", text);
    count += (size_t)received;
    text[count] = 0;
  }
  if (strncmp(text, "HTTP/1.1 101 ", 13) != 0 || !strstr(text, HANDSHAKE_ACCEPT))
    fail("the handshake was answered: %.*s", (int)strcspn(text, "\r"), text);
}

static inline void send_stomp(const struct client *client, const char *text) {
  send_frame(client->fd, OPCODE_TEXT, text, strlen(text) + 1, true);
}

// Opens a client and connects it, and subscribes it if it is to listen. All of it is answered when this returns.
static inline void open_client(struct client *client, const struct settings *settings, bool listens,
                               take_message *take) {
  char text[1024], account[300] = "";
  if (settings->login)
    snprintf(account, sizeof account, "login:%s\npasscode:%s\n", settings->login, settings->passcode);
  client->fd = connect_socket(settings);
  shake_hands(client, settings);
  snprintf(text, sizeof text, "CONNECT\naccept-version:1.2\nhost:%s\nheart-beat:%s\n%s\n", settings->vhost,
           settings->heart_beat, account);
  send_stomp(client, text);
  while (client->state < CONNECTED) read_client(client, settings, take);
  if (!listens) {
    client->state = SUBSCRIBED;
    return;
  }
  snprintf(text, sizeof text, "SUBSCRIBE\nid:sub-0\ndestination:%s\nack:auto\nreceipt:subscribed\n\n",
           settings->destination);
  send_stomp(client, text);
  while (client->state < SUBSCRIBED) read_client(client, settings, take);
}

#endif
