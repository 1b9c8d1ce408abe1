// What Swift cannot call or name by itself: C variadics, and constants that some versions of libmicrohttpd
// define as macros and others as enumerators. Works with 0.9.71 and later, on Linux and macOS.
#include <microhttpd.h>
#include <stdbool.h>
#include <string.h>

struct mock_daemon_options {
  // Less than 0 for a daemon that gets its connections otherwise.
  int listen_socket;
  // 0 for a daemon that is driven by its user's thread, through mock_run.
  unsigned int threads;
  unsigned int connection_limit;
  unsigned int idle_timeout_seconds;
  size_t connection_memory;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  void *handle_context;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection_changed;
  void *(*uri_seen)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_LogCallback log;
};

// A daemon on a socket that listens already, or, when its number is negative, on none; epoll where the library has it,
// else its best. The library's strictness stays at its default: its own refusals are HTML pages, so the server refuses
// instead. It cannot with later libraries, whose memory is laid out in another way: these refuse line feeds alone and
// NULs in heads themselves. With MHD_USE_TURBO connections are closed without their sending half being ended before:
// `connection_changed` can then still respond to a request that the library closes without a response.
static inline struct MHD_Daemon *mock_start_daemon(const struct mock_daemon_options *options) {
  unsigned int flags = MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO | MHD_USE_ERROR_LOG |
                       MHD_USE_SUPPRESS_DATE_NO_CLOCK | MHD_USE_ITC;
  // The array ends where its first entry says so.
  struct MHD_OptionItem more[4] = {
      {MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem *next = &more[0];
  if (options->listen_socket < 0)
    flags |= MHD_USE_NO_LISTEN_SOCKET;
  else
    *next++ = (struct MHD_OptionItem){MHD_OPTION_LISTEN_SOCKET, options->listen_socket, NULL};
  if (options->threads > 0) {
    flags |= MHD_USE_INTERNAL_POLLING_THREAD;
    *next++ = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE, options->threads, NULL};
  }
#if MHD_VERSION >= 0x00097701
  *next++ = (struct MHD_OptionItem){MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL};
#endif
  flags |= MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL : MHD_USE_AUTO;
  return MHD_start_daemon(
      flags, 0, options->accept, options->handle_context, options->handle, options->handle_context,
      MHD_OPTION_EXTERNAL_LOGGER, options->log, options->handle_context,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->handle_context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->handle_context,
      MHD_OPTION_URI_LOG_CALLBACK, options->uri_seen, options->handle_context,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_ARRAY, &more[0],
      MHD_OPTION_END);
}

// Whether daemons can be driven by mock_run: they need epoll(7), which has one descriptor for all of their sockets.
static inline bool mock_can_drive(void) { return MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES; }

// The descriptor of a daemon without threads that is readable when mock_run has something to do; -1 when it has none.
static inline int mock_daemon_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : (int)info->epoll_fd;
}

// Has a daemon without threads do what it can do now; the milliseconds until it must be called again whatever happens,
// -1 for no such time.
static inline int64_t mock_run(struct MHD_Daemon *daemon) {
  (void)MHD_run(daemon);
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  return MHD_get_timeout(daemon, &milliseconds) == MHD_YES ? (int64_t)(milliseconds & INT64_MAX) : -1;
}

// Whether a line of the library's log is of use for more than the log: it refuses a request by itself, or got no descriptor.
static inline bool mock_log_matters(const char *format) {
  return strncmp(format, "Error processing request", 24) == 0 || strstr(format, "system resource limit") != NULL;
}

static inline enum MHD_Result mock_yes(void) { return MHD_YES; }
static inline enum MHD_Result mock_no(void) { return MHD_NO; }

static inline bool mock_is_start(enum MHD_ConnectionNotificationCode change) {
  return change == MHD_CONNECTION_NOTIFY_STARTED;
}

// Whether the response to a request was sent to its end.
static inline bool mock_is_complete(enum MHD_RequestTerminationCode reason) {
  return reason == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}

static inline void mock_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN visit, void *context) {
  (void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, visit, context);
}

// Whether the library is one of those (seen with 0.9.75) that misjudge some heads: they merge folded lines into names,
// and send two heads of a response when Content-Length is no number or a Cookie has many parts.
static inline bool mock_misjudges_heads(void) { return MHD_VERSION < 0x00097700; }

// Has the library find an empty Cookie before that of the client, which nobody here wants to have taken apart: it would
// take 56 bytes of the connection's memory for each part. To be called in the URI callback; the fields of the request
// then begin with this one.
static inline bool mock_hide_cookies(struct MHD_Connection *connection) {
  return mock_misjudges_heads() &&
         MHD_set_connection_value_n(connection, MHD_HEADER_KIND, "Cookie", 6, "", 0) == MHD_YES;
}

// The bytes of a request's head, from its method to the empty line; 0 while they are not all there.
static inline size_t mock_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

// Has the library not find an Expect: 100-continue. Where a request has no content, it would send "100 Continue" for it and
// then take the next request on the connection for content (seen with 0.9.75); RFC 9110 §10.1.1 wants no such response
// then. To be called before the first call of the access handler returns, when the application has its copy of the fields.
static inline void mock_hide_expectation(struct MHD_Connection *connection) {
  const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect");
  if (mock_misjudges_heads() && value != NULL && value[0] != '\0')
    ((char *)value)[0] = '-';
}

// Makes a request target look as if its query were empty. The library would split the query into its connection
// memory, and a request with many parameters, once that is full, never gets a response (seen with 0.9.75). The
// pointer is the one that the URI callback gets; it points into the library's own read buffer.
static inline void mock_hide_query(const char *target) {
  char *question_mark = strchr((char *)target, '?');
  if (question_mark != NULL && question_mark[1] != '\0')
    question_mark[1] = '\0';
}

// The socket of a connection, -1 when it is not known.
static inline int mock_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : (int)info->connect_fd;
}

// The peer's address, NULL when it is not known.
static inline const struct sockaddr *mock_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

// The pointer that the application attached to a connection, NULL when there is none.
static inline void *mock_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

// A response whose bytes are copied.
static inline struct MHD_Response *mock_response_copying(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A response whose bytes the library asks for, at most `block` at once; of unknown length when `count` is negative.
static inline struct MHD_Response *mock_response_reading(int64_t count, size_t block, MHD_ContentReaderCallback read,
                                                         void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(count < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)count, block, read, context,
                                           release);
}

static inline ssize_t mock_read_nothing(void *context, uint64_t position, char *buffer, size_t count) {
  (void)context, (void)position, (void)buffer, (void)count;
  return MHD_CONTENT_READER_END_OF_STREAM;
}

// A response that says neither how long its content is nor that it is chunked, for requests that get none of it: the
// library (seen with 0.9.75) would send the last chunk of chunked content even behind the response to a HEAD.
static inline struct MHD_Response *mock_response_untold(void) {
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, mock_read_nothing, NULL, NULL);
  if (response != NULL)
    (void)MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
  return response;
}

// What a content reader returns at the end of its content, and when the connection shall be closed before it.
static inline ssize_t mock_end_of_content(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t mock_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

// Ends an upgraded connection; the library then closes its socket.
static inline void mock_close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  (void)MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
