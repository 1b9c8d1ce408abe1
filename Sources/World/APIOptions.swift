/// Options that one API declares, with their defaults.
package protocol APIOptions: Sendable {
  /// The defaults.
  init()
}

/// The options of all APIs, each kept by the type that an API declares them with: a world hands them on and knows none.
package struct APIOptionValues: Sendable {
  private var values: [ObjectIdentifier: any APIOptions] = [:]

  /// The defaults of all.
  package init() {}

  /// The options of one API; the defaults as long as nobody has set any.
  package subscript<Options: APIOptions>(_ type: Options.Type) -> Options {
    get { values[ObjectIdentifier(type)] as? Options ?? Options() }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
