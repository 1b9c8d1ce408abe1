// What Swift cannot name of GnuTLS: macros, and unions of enumerators. Works with 3.6.0 and later, on Linux and macOS.
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509-ext.h>
#include <gnutls/x509.h>
#include <string.h>

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

// A key for session tickets (RFC 8446 §4.6.1, RFC 5077), which GnuTLS renews by itself as time passes; without bytes
// when none can be made. To be freed by mock_tls_free.
static inline gnutls_datum_t mock_tls_ticket_key(void) {
  gnutls_datum_t key = {NULL, 0};
  if (gnutls_session_ticket_key_generate(&key) != GNUTLS_E_SUCCESS)
    key = mock_tls_datum(NULL, 0);
  return key;
}

// What App Transport Security allows: TLS 1.2 and 1.3, keys agreed on for each session; the quickest cipher first.
// X25519 comes first of the groups, since clients send a key for it unasked: any other would cost a round trip more
// (HelloRetryRequest, RFC 8446 §4.1.4). NULL when GnuTLS does not know one of them, with its error in `error`.
static inline gnutls_priority_t mock_tls_priorities(int *error) {
  gnutls_priority_t priorities = NULL;
  *error = gnutls_priority_init(
      &priorities,
      "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-CIPHER-ALL:"
      "+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:"
      "-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+GROUP-SECP521R1:%SERVER_PRECEDENCE",
      NULL);
  return *error == GNUTLS_E_SUCCESS ? priorities : NULL;
}

// A server's session that does not block, presents the credentials and resumes sessions by tickets that were given out
// under the same key; all of these must live as long as it. NULL when there is no memory.
static inline gnutls_session_t mock_tls_session(gnutls_certificate_credentials_t credentials,
                                                gnutls_priority_t priorities, gnutls_datum_t ticket_key) {
  gnutls_session_t session = NULL;
  if (gnutls_init(&session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != GNUTLS_E_SUCCESS)
    return NULL;
  if (gnutls_priority_set(session, priorities) == GNUTLS_E_SUCCESS &&
      gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) == GNUTLS_E_SUCCESS) {
    if (ticket_key.data != NULL)
      (void)gnutls_session_ticket_enable_server(session, &ticket_key);
    return session;
  }
  gnutls_deinit(session);
  return NULL;
}

// Adds the certificate authorities that the system trusts: their number, 0 or an error of GnuTLS if there are none. GnuTLS
// looks where the distribution that built it keeps them; a packaged program also runs on others.
static inline int mock_tls_add_system_trust(gnutls_certificate_credentials_t credentials) {
  static const char *const files[] = {
      "/etc/pki/tls/certs/ca-bundle.crt",    // Fedora, RHEL
      "/etc/ssl/ca-bundle.pem",              // openSUSE
      "/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch
      "/etc/ssl/cert.pem",                   // Alpine, macOS
  };
  int found = gnutls_certificate_set_x509_system_trust(credentials);
  for (size_t index = 0; found <= 0 && index < sizeof files / sizeof *files; index++) {
    int more = gnutls_certificate_set_x509_trust_file(credentials, files[index], GNUTLS_X509_FMT_PEM);
    if (more > 0)
      found = more;
  }
  return found;
}

// The certificate authorities that a client trusts: those of a PEM file, otherwise the system's. NULL when there are none,
// with the error of GnuTLS in `error`.
static inline gnutls_certificate_credentials_t mock_tls_trust(const char *file, int *error) {
  gnutls_certificate_credentials_t credentials = NULL;
  *error = gnutls_certificate_allocate_credentials(&credentials);
  if (*error != GNUTLS_E_SUCCESS)
    return NULL;
  *error = file != NULL ? gnutls_certificate_set_x509_trust_file(credentials, file, GNUTLS_X509_FMT_PEM)
                        : mock_tls_add_system_trust(credentials);
  if (*error >= 0)
    return credentials;
  gnutls_certificate_free_credentials(credentials);
  return NULL;
}

// A client's session on a socket that does not block. A `name` is told to the server (RFC 6066 §3); NULL for a host without
// one. NULL when there is no memory.
static inline gnutls_session_t mock_tls_client_session(gnutls_certificate_credentials_t credentials, const char *name,
                                                       int socket) {
  gnutls_session_t session = NULL;
  if (gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != GNUTLS_E_SUCCESS)
    return NULL;
  if (gnutls_set_default_priority(session) == GNUTLS_E_SUCCESS &&
      gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) == GNUTLS_E_SUCCESS &&
      (name == NULL || gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, strlen(name)) == GNUTLS_E_SUCCESS)) {
    gnutls_transport_set_int2(session, socket, socket);
    return session;
  }
  gnutls_deinit(session);
  return NULL;
}

// Whether the server of a session has a certificate for its host by a trusted authority: for a name, or for the bytes of an
// address if there are any. Otherwise an error of GnuTLS, and `reason` has the reason in words, to be freed by
// mock_tls_free.
static inline int mock_tls_verify(gnutls_session_t session, const char *name, const unsigned char *address,
                                  unsigned int count, gnutls_datum_t *reason) {
  unsigned int status = 0;
  gnutls_typed_vdata_st host = {count > 0 ? GNUTLS_DT_IP_ADDRESS : GNUTLS_DT_DNS_HOSTNAME,
                                (unsigned char *)(count > 0 ? (const void *)address : name), count};
  int error = gnutls_certificate_verify_peers(session, &host, 1, &status);
  *reason = mock_tls_datum(NULL, 0);
  if (error != GNUTLS_E_SUCCESS || status == 0)
    return error;
  if (gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, reason, 0) < 0)
    *reason = mock_tls_datum(NULL, 0);
  return GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR;
}

static inline void mock_tls_free(gnutls_datum_t datum) { gnutls_free(datum.data); }

// Has a session read through a function that gets `context`; it goes on writing to the socket itself.
static inline void mock_tls_read_through(gnutls_session_t session, int socket, void *context, gnutls_pull_func read) {
  gnutls_transport_set_ptr2(session, context, (gnutls_transport_ptr_t)(long)socket);
  gnutls_transport_set_pull_function(session, read);
}

// The alert that the peer sent last, 0 when it sent none.
static inline int mock_tls_alert(gnutls_session_t session) { return (int)gnutls_alert_get(session); }

// What gnutls_x509_privkey_generate takes for a curve.
static inline unsigned int mock_curve_bits(gnutls_ecc_curve_t curve) { return GNUTLS_CURVE_TO_BITS(curve); }
