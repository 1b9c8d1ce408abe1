/// An API document that cannot be used.
package struct ContractError: Error, CustomStringConvertible {
  /// What is wrong, and where.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
