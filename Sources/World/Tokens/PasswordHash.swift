import Crypto

/// The stored form of a password.
///
/// One round of SHA-256 over salt and password, on purpose: the passwords of a mock stand in its README and
/// protect nothing, and a hash that is slow by design (bcrypt, Argon2) would only make every test that signs in
/// slower.
package enum PasswordHash {
  /// The hash of a password; the account's id is the salt, so equal passwords have different hashes.
  package static func hash(_ password: String, account: String) -> [UInt8] {
    Array(SHA256.hash(data: Array("\(account)\u{0}\(password)".utf8)))
  }
}
