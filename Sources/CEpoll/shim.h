// epoll(7), which Swift's module of the C library leaves out. Empty where the system has none.
#ifdef __linux__
#include <sys/epoll.h>

// As Swift numbers: the header declares them as enumerators, one of them too large for an int.
static const uint32_t mock_epoll_in = EPOLLIN;
static const uint32_t mock_epoll_out = EPOLLOUT;
// The other end of the connection is ended, or its sending half.
static const uint32_t mock_epoll_ended = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
// The connection is ended both ways, or was reset.
static const uint32_t mock_epoll_failed = EPOLLHUP | EPOLLERR;
static const uint32_t mock_epoll_edge = EPOLLET;
// Of all that wait for the same socket with this, at least one is woken (Linux 4.5).
static const uint32_t mock_epoll_exclusive = EPOLLEXCLUSIVE;

static inline int mock_epoll_set(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline int mock_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline uint64_t mock_epoll_token(const struct epoll_event *event) { return event->data.u64; }
#endif
