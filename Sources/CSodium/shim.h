// Works with libsodium 1.0.16 and later, which can check whether a point of Ed25519 is a public key.
#include <sodium.h>
