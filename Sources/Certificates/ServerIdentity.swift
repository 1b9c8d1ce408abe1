/// What the TLS port presents, as PEM.
package struct ServerIdentity: Sendable, Equatable {
  /// The server's certificate, and those between it and the root.
  package let certificate: String
  package let key: String
  /// Our CA, which clients have to trust; nil when the certificate is somebody's own.
  package let root: RootCertificate?
  /// What a person should know about it: that it has ended, that a new CA was made. Sentences without a full stop.
  package var remarks: [String] = []
}
