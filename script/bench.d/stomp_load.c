// Measures a STOMP broker over WebSockets: one publisher, many subscribers, and a fixed number of messages that
// have not reached all of them yet. Prints one line of JSON. With --idle it only holds subscribers open.
//
// Exit codes: 0 measured; 1 a message was lost, repeated or out of order, or a socket was closed; 2 anything else.
#define _GNU_SOURCE  // memmem
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>

#include "stomp_client.h"
#include "stomp_poller.h"

// So long a delivery may take before it counts as lost.
#define PATIENCE_NS 10000000000u
#define STANDARD_INPUT UINT32_MAX
// A message's number stands in so many decimal digits at the begin of its body.
enum { DIGITS = 16, WINDOW_MAX = 1024, BODY_MAX = 65536 };

struct message {
  uint64_t sent_ns;
  size_t heard;
};

// Latencies in nanoseconds, in 128 steps for each power of two: exact to 1 %.
enum { STEP_BITS = 7, BUCKETS = 64 << STEP_BITS };

static struct settings settings = {.host = "127.0.0.1", .port = "3000", .path = "/ws/greenhouse", .passcode = "",
                                   .vhost = "/", .heart_beat = "0,0", .destination = "/topic/bench",
                                   .body_bytes = 200};
static struct {
  double seconds, warmup;
  size_t subscribers, outstanding, idle;
} options = {.seconds = 4, .warmup = 1, .subscribers = 100, .outstanding = 1};

static struct client *clients;
static struct poller poller;
static struct message window[WINDOW_MAX];
// Messages sent, and messages that all subscribers have received.
static uint64_t sent, completed;
static uint64_t last_delivery_ns;
static uint64_t measured_from = UINT64_MAX, measured_to = UINT64_MAX;
static uint64_t deliveries, reads;
static bool publishing;
static uint64_t latencies[BUCKETS];

static void count_latency(uint64_t ns) {
  int shift = ns >> STEP_BITS ? 63 - __builtin_clzll(ns) - STEP_BITS : 0;
  size_t bucket = ((size_t)shift << STEP_BITS) + (size_t)(ns >> shift);
  latencies[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
}

// The latency in milliseconds that the given share of the deliveries didn't exceed.
static double percentile(double share) {
  uint64_t passed = 0, wanted = (uint64_t)((double)deliveries * share);
  for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
    passed += latencies[bucket];
    if (passed <= wanted) continue;
    size_t shift = bucket >> STEP_BITS ? (bucket >> STEP_BITS) - 1 : 0;
    return (double)((uint64_t)(bucket - (shift << STEP_BITS)) << shift) / 1e6;
  }
  return 0;
}

static void take_delivery(struct client *client, const uint8_t *body, uint64_t now) {
  uint64_t number = 0;
  for (int i = 0; i < DIGITS; i++) number = number * 10 + (uint64_t)(body[i] - '0');
  if (number != client->due || number >= sent) {
    const char *what = number >= sent ? "made up" : number > client->due ? "lost" : "repeated";
    lose("subscriber %td got message %" PRIu64 " when %" PRIu64 " was due: one was %s or is out of order",
         client - clients, number, client->due, what);
  }
  client->due++;
  struct message *message = &window[number % options.outstanding];
  last_delivery_ns = now;
  if (now >= measured_from && now < measured_to) {
    deliveries++;
    count_latency(now - message->sent_ns);
  }
  // A subscriber hears all in order, so a message that all have heard is the oldest that is under way.
  if (++message->heard == options.subscribers) completed = number + 1;
}

// Sends messages until as many are under way as there may be.
static void publish(void) {
  static uint8_t buffer[WINDOW_MAX * 512 + BODY_MAX * 2];
  static char head[512];
  static int head_length = 0;
  if (head_length == 0)
    head_length = snprintf(head, sizeof head, "SEND\ndestination:%s\ncontent-type:text/plain\ncontent-length:%zu\n\n",
                           settings.destination, settings.body_bytes);
  size_t used = 0, payload = (size_t)head_length + settings.body_bytes + 1;
  uint64_t now = now_ns();
  while (sent - completed < options.outstanding) {
    if (used + payload + FRAME_HEADER_BYTES > sizeof buffer) {
      send_all(clients[options.subscribers].fd, buffer, used);
      used = 0;
    }
    used += write_frame_header(buffer + used, OPCODE_TEXT, payload, true);
    memcpy(buffer + used, head, (size_t)head_length);
    uint8_t *body = buffer + used + head_length;
    memset(body, 'x', settings.body_bytes);
    uint64_t number = sent;
    for (int i = DIGITS - 1; i >= 0; i--, number /= 10) body[i] = (uint8_t)('0' + number % 10);
    body[settings.body_bytes] = 0;
    used += payload;
    window[sent % options.outstanding] = (struct message){.sent_ns = now};
    sent++;
  }
  if (used > 0) send_all(clients[options.subscribers].fd, buffer, used);
}

static size_t open_clients(size_t listeners, size_t others) {
  size_t count = listeners + others;
  clients = calloc(count, sizeof *clients);
  if (!clients) fail("out of memory");
  // One more for standard input.
  poller_open(&poller, count + 1);
  for (size_t i = 0; i < count; i++) {
    open_client(&clients[i], &settings, i < listeners, take_delivery);
    poller_add(&poller, clients[i].fd, (uint32_t)i);
  }
  return count;
}

// Sends the heart-beats that were promised.
static void beat(size_t count, uint64_t now) {
  static uint64_t last = 0;
  uint64_t interval = strtoull(settings.heart_beat, NULL, 10) * 1000000u / 2;
  if (interval == 0 || now - last < interval) return;
  last = now;
  for (size_t i = 0; i < count; i++) send_frame(clients[i].fd, OPCODE_TEXT, "\n", 1, true);
}

// Reads from whoever has something. Gives whether all is well, false when standard input can be read.
static bool turn(size_t count) {
  uint32_t ready[256];
  size_t found = poller_wait(&poller, ready, 256, 100);
  for (size_t i = 0; i < found; i++) {
    if (ready[i] == STANDARD_INPUT) return false;
    struct client *client = &clients[ready[i]];
    if (!read_client(client, &settings, take_delivery)) poller_remove(&poller, client->fd);
    reads++;
    if (publishing) publish();
  }
  beat(count, now_ns());
  return true;
}

static void expect_progress(uint64_t now) {
  if (now - last_delivery_ns < PATIENCE_NS) return;
  size_t late = 0;
  while (late + 1 < options.subscribers && clients[late].due == sent) late++;
  lose("no delivery for 10 s: %" PRIu64 " messages were sent, and subscriber %zu still waits for message %" PRIu64,
       sent, late, clients[late].due);
}

// Ends all subscriptions, with receipts: what comes before them is counted, so nothing repeated goes unseen.
// DISCONNECT would do too, but RabbitMQ's Web-STOMP drops its receipt.
static void leave(void) {
  for (size_t i = 0; i < options.subscribers; i++)
    send_stomp(&clients[i], "UNSUBSCRIBE\nid:sub-0\nreceipt:left\n\n");
  uint64_t begun = now_ns();
  for (size_t left = 0; left < options.subscribers;) {
    if (clients[left].state == UNSUBSCRIBED) {
      left++;
      continue;
    }
    turn(0);
    if (now_ns() - begun > PATIENCE_NS) lose("no receipt for UNSUBSCRIBE within 10 s");
  }
}

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure(void) {
  uint64_t opening = now_ns();
  size_t count = open_clients(options.subscribers, 1);
  uint64_t begun = now_ns(), warm = begun + (uint64_t)(options.warmup * 1e9);
  uint64_t end = warm + (uint64_t)(options.seconds * 1e9);
  last_delivery_ns = begun;
  measured_from = warm;
  measured_to = end;
  publish();
  uint64_t reads_before = 0, reads_after = 0, now;
  double cpu_before = 0, cpu_after = 0;
  while ((now = now_ns()) < end || completed < sent) {
    if (now >= warm && cpu_before == 0) cpu_before = cpu_seconds(), reads_before = reads;
    publishing = now < end;
    if (now >= end && cpu_after == 0) cpu_after = cpu_seconds(), reads_after = reads;
    turn(count);
    expect_progress(now_ns());
  }
  if (cpu_after == 0) cpu_after = cpu_seconds(), reads_after = reads;
  publishing = false;
  leave();
  printf("{\"server\":\"%s\",\"subscribers\":%zu,\"outstanding\":%zu,\"body_bytes\":%zu,\"seconds\":%.3f,\"open_seconds\":%.3f,"
         "\"messages\":%" PRIu64 ",\"deliveries\":%" PRIu64 ",\"rate\":%.1f,\"p50_ms\":%.4f,\"p99_ms\":%.4f,"
         "\"client_cpu\":%.3f,\"deliveries_per_read\":%.2f}\n",
         server_name, options.subscribers, options.outstanding, settings.body_bytes, options.seconds,
         (double)(begun - opening) / 1e9, sent, deliveries, (double)deliveries / options.seconds, percentile(0.5), percentile(0.99),
         (cpu_after - cpu_before) / options.seconds, (double)deliveries / (double)(reads_after - reads_before + 1));
}

// Holds idle subscribers until standard input ends.
static void hold(void) {
  size_t count = open_clients(options.idle, 0);
  poller_add(&poller, STDIN_FILENO, STANDARD_INPUT);
  printf("{\"idle\":%zu}\n", count);
  fflush(stdout);
  while (turn(count)) continue;
}

static double number(const char *text, double least, double most) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= least && value <= most)) fail("%s is not from %g to %g", text, least, most);
  return value;
}

static void read_options(int count, char **arguments) {
  static const struct option names[] = {
      {"host", required_argument, 0, 'h'},        {"port", required_argument, 0, 'p'},
      {"path", required_argument, 0, 'P'},        {"login", required_argument, 0, 'l'},
      {"passcode", required_argument, 0, 'c'},    {"vhost", required_argument, 0, 'v'},
      {"destination", required_argument, 0, 'd'}, {"heart-beat", required_argument, 0, 'b'},
      {"subscribers", required_argument, 0, 's'}, {"outstanding", required_argument, 0, 'o'},
      {"seconds", required_argument, 0, 't'},     {"warmup", required_argument, 0, 'w'},
      {"body-bytes", required_argument, 0, 'B'},  {"idle", required_argument, 0, 'i'},
      {0, 0, 0, 0}};
  for (int name; (name = getopt_long(count, arguments, "", names, NULL)) != -1;) {
    switch (name) {
      case 'h': settings.host = optarg; break;
      case 'p': settings.port = optarg; break;
      case 'P': settings.path = optarg; break;
      case 'l': settings.login = optarg; break;
      case 'c': settings.passcode = optarg; break;
      case 'v': settings.vhost = optarg; break;
      case 'd': settings.destination = optarg; break;
      case 'b': settings.heart_beat = optarg; break;
      case 's': options.subscribers = (size_t)number(optarg, 1, 50000); break;
      case 'o': options.outstanding = (size_t)number(optarg, 1, WINDOW_MAX); break;
      case 't': options.seconds = number(optarg, 0.1, 3600); break;
      case 'w': options.warmup = number(optarg, 0, 3600); break;
      case 'B': settings.body_bytes = (size_t)number(optarg, DIGITS, BODY_MAX); break;
      case 'i': options.idle = (size_t)number(optarg, 1, 50000); break;
      default: exit(2);
    }
  }
  if (optind < count) fail("unknown argument %s", arguments[optind]);
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  signal(SIGPIPE, SIG_IGN);
  raise_file_limit();
  if (options.idle > 0) {
    hold();
  } else {
    measure();
  }
  return 0;
}
