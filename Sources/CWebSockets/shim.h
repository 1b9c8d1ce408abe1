// What Swift cannot name by itself: macros with casts. Works with libwebsockets 4.0 and later.
#include <libwebsockets.h>

// Bytes to leave free before a payload.
static const size_t mock_lws_pre = LWS_PRE;

// A vhost that listens nowhere.
static const int mock_lws_no_listen = CONTEXT_PORT_NO_LISTEN;

static const uint64_t mock_lws_validate_utf8 = LWS_SERVER_OPTION_VALIDATE_UTF8;

// Has a descriptor watched as a file, by the callback of a protocol; NULL when it cannot be.
static inline struct lws *mock_lws_watch(struct lws_vhost *vhost, int descriptor, const char *protocol) {
  lws_sock_file_fd_type file;
  file.filefd = descriptor;
  return lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, protocol, NULL);
}
