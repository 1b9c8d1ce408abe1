// What Swift cannot name by itself: macros with casts. Works with libwebsockets 4.0 and later.
#include <libwebsockets.h>

// Octets to leave free before a payload.
static const size_t mock_lws_pre = LWS_PRE;

// A vhost that listens nowhere.
static const int mock_lws_no_listen = CONTEXT_PORT_NO_LISTEN;

static const uint64_t mock_lws_validate_utf8 = LWS_SERVER_OPTION_VALIDATE_UTF8;
