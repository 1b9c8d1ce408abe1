// What Swift cannot name of GnuTLS, under which libmicrohttpd speaks TLS: macros, and unions of enumerators. Works with
// 3.6.0 and later, on Linux and macOS.
#include <gnutls/gnutls.h>

static inline gnutls_datum_t mock_tls_datum(const void *bytes, unsigned int count) {
  gnutls_datum_t datum = {(unsigned char *)bytes, count};
  return datum;
}

// A certificate chain and its key, both PEM; NULL when GnuTLS cannot use them, with its error in `error`.
static inline gnutls_certificate_credentials_t mock_tls_credentials(const void *chain, unsigned int chain_count,
                                                                    const void *key, unsigned int key_count,
                                                                    int *error) {
  gnutls_certificate_credentials_t credentials = NULL;
  gnutls_datum_t chain_datum = mock_tls_datum(chain, chain_count), key_datum = mock_tls_datum(key, key_count);
  *error = gnutls_certificate_allocate_credentials(&credentials);
  if (*error != GNUTLS_E_SUCCESS)
    return NULL;
  *error = gnutls_certificate_set_x509_key_mem(credentials, &chain_datum, &key_datum, GNUTLS_X509_FMT_PEM);
  if (*error >= 0)
    return credentials;
  gnutls_certificate_free_credentials(credentials);
  return NULL;
}

// Has a session that has not begun present other credentials; they must live as long as the session.
static inline void mock_tls_present(gnutls_session_t session, gnutls_certificate_credentials_t credentials) {
  (void)gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
}

// A key for session tickets (RFC 8446 §4.6.1, RFC 5077), which GnuTLS renews by itself as time passes; without bytes
// when none can be made. To be freed by mock_tls_free.
static inline gnutls_datum_t mock_tls_ticket_key(void) {
  gnutls_datum_t key = {NULL, 0};
  if (gnutls_session_ticket_key_generate(&key) != GNUTLS_E_SUCCESS)
    key = mock_tls_datum(NULL, 0);
  return key;
}

// Has a session that has not begun give out tickets, and take those that were given out under the same key.
static inline void mock_tls_resume(gnutls_session_t session, gnutls_datum_t key) {
  if (key.data != NULL)
    (void)gnutls_session_ticket_enable_server(session, &key);
}

static inline void mock_tls_free(gnutls_datum_t datum) { gnutls_free(datum.data); }

// Has a session read through a function that gets `context`; it goes on writing to the socket itself.
static inline void mock_tls_read_through(gnutls_session_t session, int socket, void *context, gnutls_pull_func read) {
  gnutls_transport_set_ptr2(session, context, (gnutls_transport_ptr_t)(long)socket);
  gnutls_transport_set_pull_function(session, read);
}

// The alert that the peer sent last, 0 when it sent none.
static inline int mock_tls_alert(gnutls_session_t session) { return (int)gnutls_alert_get(session); }
