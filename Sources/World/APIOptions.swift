/// Options that one API declares, with their defaults.
package protocol APIOptions: Sendable {
  /// The defaults.
  init()
}

/// The options of all APIs, keyed by the type that declares them: a world passes them on without knowing any.
package struct APIOptionValues: Sendable {
  private var values: [ObjectIdentifier: any APIOptions] = [:]

  /// The defaults of all APIs.
  package init() {}

  /// The options of one API; its defaults if none were set.
  package subscript<Options: APIOptions>(_ type: Options.Type) -> Options {
    get { values[ObjectIdentifier(type)] as? Options ?? Options() }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
