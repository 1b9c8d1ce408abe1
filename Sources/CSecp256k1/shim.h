// The curve secp256k1 with the recovery of public keys, and the flags that are composed macros. Works with
// libsecp256k1 0.1 (as of 2021) and later, on Linux and macOS.
#include <secp256k1.h>

// An optional module of the library; Debian, Ubuntu and Homebrew build it.
#if !__has_include(<secp256k1_recovery.h>)
#error "libsecp256k1 was built without its recovery module (--enable-module-recovery)"
#endif
#include <secp256k1_recovery.h>

// The flags of a context that can recover. Since 0.2.0 every context can: the flag is deprecated there and means
// the same as SECP256K1_CONTEXT_NONE. Before, as in Debian 11, a context made without it aborts the process at the
// first recovery.
static inline unsigned int mock_recovery_context_flags(void) {
#ifdef SECP256K1_CONTEXT_VERIFY
  return SECP256K1_CONTEXT_VERIFY;
#else
  return SECP256K1_CONTEXT_NONE;
#endif
}

// The form of a public key with both coordinates: 0x04, x and y, 65 bytes.
static inline unsigned int mock_uncompressed_key_flags(void) { return SECP256K1_EC_UNCOMPRESSED; }
