/// One line of a configuration file: a name and what it is set to.
package struct SettingsEntry: Sendable, Equatable {
  /// What an option is set to.
  package enum Value: Sendable, Equatable {
    /// Nothing: the option stays as it would be without the line.
    case none
    /// The text of a single value, whatever type YAML would see in it: `off` and `3000` are texts here.
    case text(String)
    case list([String])
  }

  package let name: String
  package let value: Value
  /// Where the name stands.
  package let namePlace: TextPlace
  /// Where the value stands.
  package let valuePlace: TextPlace

  init(name: String, value: Value, namePlace: TextPlace, valuePlace: TextPlace) {
    (self.name, self.value, self.namePlace, self.valuePlace) = (name, value, namePlace, valuePlace)
  }
}
