/// Certificates cannot be read, made or used; the description tells a person what to do.
package struct CertificateFailure: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
