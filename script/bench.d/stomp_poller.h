// Which of many sockets can be read: epoll on Linux, poll elsewhere. Sockets go by indices of the caller's.
#ifndef STOMP_POLLER_H
#define STOMP_POLLER_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "stomp_wire.h"

#ifdef __linux__

#include <sys/epoll.h>

enum { POLLER_EVENTS = 256 };

struct poller {
  int fd;
};

static inline void poller_open(struct poller *poller, size_t capacity) {
  (void)capacity;
  poller->fd = epoll_create1(EPOLL_CLOEXEC);
  if (poller->fd < 0) fail("epoll_create1: %s", strerror(errno));
}

static inline void poller_add(struct poller *poller, int fd, uint32_t index) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
  if (epoll_ctl(poller->fd, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl: %s", strerror(errno));
}

static inline void poller_remove(struct poller *poller, int fd) {
  epoll_ctl(poller->fd, EPOLL_CTL_DEL, fd, NULL);
}

// Waits at most so many milliseconds, and gives the indices of at most `count` sockets that can be read.
static inline size_t poller_wait(struct poller *poller, uint32_t *indices, size_t count, int milliseconds) {
  struct epoll_event events[POLLER_EVENTS];
  int most = count < POLLER_EVENTS ? (int)count : POLLER_EVENTS;
  int ready = epoll_wait(poller->fd, events, most, milliseconds);
  if (ready < 0 && errno != EINTR) fail("epoll_wait: %s", strerror(errno));
  for (int i = 0; i < ready; i++) indices[i] = events[i].data.u32;
  return ready > 0 ? (size_t)ready : 0;
}

#else

#include <poll.h>
#include <stdlib.h>

struct poller {
  struct pollfd *sockets;
  uint32_t *indices;
  size_t count;
  // Where the next look begins, so that no socket starves when more are ready than asked for.
  size_t next;
};

static inline void poller_open(struct poller *poller, size_t capacity) {
  poller->sockets = calloc(capacity, sizeof *poller->sockets);
  poller->indices = calloc(capacity, sizeof *poller->indices);
  if (!poller->sockets || !poller->indices) fail("out of memory");
  poller->count = poller->next = 0;
}

static inline void poller_add(struct poller *poller, int fd, uint32_t index) {
  poller->sockets[poller->count] = (struct pollfd){.fd = fd, .events = POLLIN};
  poller->indices[poller->count++] = index;
}

static inline void poller_remove(struct poller *poller, int fd) {
  // poll() passes over negative descriptors.
  for (size_t i = 0; i < poller->count; i++)
    if (poller->sockets[i].fd == fd) poller->sockets[i].fd = -1;
}

// Waits at most so many milliseconds, and gives the indices of at most `count` sockets that can be read.
static inline size_t poller_wait(struct poller *poller, uint32_t *indices, size_t count, int milliseconds) {
  int ready = poll(poller->sockets, (nfds_t)poller->count, milliseconds);
  if (ready < 0 && errno != EINTR) fail("poll: %s", strerror(errno));
  size_t found = 0, left = ready > 0 ? (size_t)ready : 0;
  for (size_t step = 0; step < poller->count && found < left && found < count; step++) {
    if (poller->next >= poller->count) poller->next = 0;
    size_t at = poller->next++;
    if (poller->sockets[at].fd >= 0 && poller->sockets[at].revents) indices[found++] = poller->indices[at];
  }
  return found;
}

#endif
#endif
