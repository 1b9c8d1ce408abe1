// The least that a STOMP broker over WebSockets can do: whatever is sent goes to all subscribers, the same bytes
// to each, all that was read at once in one write. It shows how fast stomp_load itself can be. Understands only
// stomp_load's frames: a mask of zeros, whole STOMP frames, LF, and its own handshake key.
//
// Prints `Listening on http://127.0.0.1:PORT`, and runs until it is killed.
#define _GNU_SOURCE  // memmem
#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>
#include <unistd.h>

#include "stomp_poller.h"
#include "stomp_wire.h"

enum { PEERS_MAX = 65536, LISTENER = PEERS_MAX };

struct peer {
  bool upgraded, subscribed;
  // Bytes that wait for the rest of their frame.
  uint8_t *rest;
  size_t rest_length;
};

static struct peer peers[PEERS_MAX];
static int highest = 0;
static struct poller poller;
static uint8_t incoming[READ_BYTES], outgoing[READ_BYTES * 2];
static size_t outgoing_length;
static uint64_t messages;

static void send_out(void) {
  for (int fd = 0; outgoing_length > 0 && fd <= highest; fd++)
    if (peers[fd].subscribed) send_all(fd, outgoing, outgoing_length);
  outgoing_length = 0;
}

static void broadcast(const uint8_t *body, size_t length) {
  char head[256];
  int size = snprintf(head, sizeof head,
                      "MESSAGE\ndestination:/topic/bench\ncontent-type:text/plain\nsubscription:sub-0\n"
                      "message-id:s1-%" PRIu64 "\ncontent-length:%zu\n\n",
                      ++messages, length - 1);
  size_t payload = (size_t)size + length;
  if (outgoing_length + payload + FRAME_HEADER_BYTES > sizeof outgoing) send_out();
  outgoing_length += write_frame_header(outgoing + outgoing_length, OPCODE_TEXT, payload, false);
  memcpy(outgoing + outgoing_length, head, (size_t)size);
  memcpy(outgoing + outgoing_length + size, body, length);
  outgoing_length += payload;
}

static void answer(int fd, const char *text) { send_frame(fd, OPCODE_TEXT, text, strlen(text) + 1, false); }

static void take_stomp(int fd, const uint8_t *frame, size_t length) {
  const uint8_t *body = stomp_body(frame, length);
  if (memcmp(frame, "SEND", 4) == 0 && body) {
    broadcast(body, (size_t)(frame + length - body));
  } else if (memcmp(frame, "CONN", 4) == 0) {
    answer(fd, "CONNECTED\nversion:1.2\nheart-beat:0,0\n\n");
  } else if (memcmp(frame, "SUBS", 4) == 0) {
    answer(fd, "RECEIPT\nreceipt-id:subscribed\n\n");
    peers[fd].subscribed = true;
  } else if (memcmp(frame, "UNSU", 4) == 0) {
    peers[fd].subscribed = false;
    answer(fd, "RECEIPT\nreceipt-id:left\n\n");
  } else {
    fail("not understood: %.*s", (int)length, (const char *)frame);
  }
}

// Answers the handshake once it is complete; gives how many bytes it has.
static size_t upgrade(int fd, const uint8_t *bytes, size_t length) {
  static const char text[] =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " HANDSHAKE_ACCEPT "\r\nSec-WebSocket-Protocol: v12.stomp\r\n\r\n";
  const uint8_t *end = memmem(bytes, length, "\r\n\r\n", 4);
  if (!end) return 0;
  send_all(fd, text, sizeof text - 1);
  peers[fd].upgraded = true;
  return (size_t)(end - bytes) + 4;
}

static void drop(int fd) {
  poller_remove(&poller, fd);
  free(peers[fd].rest);
  peers[fd] = (struct peer){0};
  close(fd);
}

static void read_peer(int fd) {
  struct peer *peer = &peers[fd];
  size_t length = peer->rest_length, at = 0, size;
  if (length > 0) memcpy(incoming, peer->rest, length);
  ssize_t received = recv(fd, incoming + length, sizeof incoming - length, 0);
  if (received <= 0) {
    drop(fd);
    return;
  }
  length += (size_t)received;
  if (!peer->upgraded) at = upgrade(fd, incoming, length);
  struct frame frame;
  while (peer->upgraded && (size = read_frame(incoming + at, length - at, &frame)) > 0) {
    if (frame.opcode == OPCODE_TEXT && frame.length >= 4) take_stomp(fd, frame.payload, frame.length);
    at += size;
  }
  send_out();
  peer->rest_length = length - at;
  if (peer->rest_length > 0) {
    peer->rest = realloc(peer->rest, peer->rest_length);
    if (!peer->rest) fail("out of memory");
    memcpy(peer->rest, incoming + at, peer->rest_length);
  }
}

static int listen_on(uint16_t port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  if (fd < 0) fail("socket: %s", strerror(errno));
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 1024) != 0)
    fail("port %u: %s", port, strerror(errno));
  getsockname(fd, (struct sockaddr *)&address, &size);
  printf("Listening on http://127.0.0.1:%u\n", ntohs(address.sin_port));
  fflush(stdout);
  return fd;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  raise_file_limit();
  int listener = listen_on(0);
  poller_open(&poller, PEERS_MAX);
  poller_add(&poller, listener, LISTENER);
  for (;;) {
    uint32_t ready[256];
    size_t found = poller_wait(&poller, ready, 256, -1);
    for (size_t i = 0; i < found; i++) {
      if (ready[i] != LISTENER) {
        read_peer((int)ready[i]);
        continue;
      }
      int fd = accept(listener, NULL, NULL);
      if (fd < 0 || fd >= PEERS_MAX) fail("accept: %s", fd < 0 ? strerror(errno) : "too many sockets");
      no_delay(fd);
      if (fd > highest) highest = fd;
      poller_add(&poller, fd, (uint32_t)fd);
    }
  }
}
