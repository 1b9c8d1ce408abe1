/// One field of a fault's JSON object, as it is told to who asks which faults there are.
package struct FaultField: Sendable, Equatable {
  package let name: String
  /// What it means, its range and its default, in one sentence.
  package let about: String
  package let isRequired: Bool

  /// A field that may be left out unless said otherwise.
  package init(_ name: String, _ about: String, isRequired: Bool = false) {
    self.name = name
    self.about = about
    self.isRequired = isRequired
  }
}
