// What Swift cannot call or name by itself: C variadics, and constants that some versions of libmicrohttpd
// define as macros and others as enumerators. Works with 0.9.71 and later, on Linux and macOS.
#include <microhttpd.h>
#include <stdbool.h>
#include <string.h>

struct mock_daemon_options {
  int listen_socket;
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

// A daemon on a socket that listens already; epoll where the library has it, else its best. The library's
// strictness stays at its default: what it refuses itself it answers in HTML, so the server refuses instead.
static inline struct MHD_Daemon *mock_start_daemon(const struct mock_daemon_options *options) {
  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG |
                       MHD_USE_SUPPRESS_DATE_NO_CLOCK | MHD_USE_ITC;
  flags |= MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL : MHD_USE_AUTO;
  return MHD_start_daemon(
      flags, 0, options->accept, options->handle_context, options->handle, options->handle_context,
      MHD_OPTION_EXTERNAL_LOGGER, options->log, options->handle_context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)options->listen_socket,
      MHD_OPTION_THREAD_POOL_SIZE, options->threads,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->handle_context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->handle_context,
      MHD_OPTION_URI_LOG_CALLBACK, options->uri_seen, options->handle_context,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_END);
}

static inline enum MHD_Result mock_yes(void) { return MHD_YES; }
static inline enum MHD_Result mock_no(void) { return MHD_NO; }

static inline bool mock_is_start(enum MHD_ConnectionNotificationCode change) {
  return change == MHD_CONNECTION_NOTIFY_STARTED;
}

static inline void mock_each_header(struct MHD_Connection *connection, MHD_KeyValueIterator visit, void *context) {
  (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, visit, context);
}

// Makes a request target look as if its query were empty. The library would split the query into its connection
// memory, and a request with many parameters, once that is full, is never answered (seen with 0.9.75). The
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

// A response whose octets are copied.
static inline struct MHD_Response *mock_response_copying(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// Ends an upgraded connection; the library then closes its socket.
static inline void mock_close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  (void)MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
