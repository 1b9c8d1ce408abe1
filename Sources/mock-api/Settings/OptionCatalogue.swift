import ArgumentParser
import HTTPCore
import JSON
import Settings

/// Every option of `serve` that a configuration file may set, from the one place where they are declared: the command
/// line.
enum OptionCatalogue {
  /// The declarations could not be read.
  struct Failure: Error, CustomStringConvertible {
    let description = "the options of serve cannot be listed: their declarations have a form that is not known here"
  }

  /// The options in the order of their declaration.
  ///
  /// - Throws: ``Failure`` when the library that reads the command line describes it in another way than expected.
  static func make() throws -> [OptionDescription] {
    guard let description = try JSONParser.parse(Array(Serve._dumpHelp().utf8)).object,
      let arguments = description["command"]?.object?["arguments"]?.array
    else { throw Failure() }
    return try arguments.compactMap { argument in
      guard let argument = argument.object, let kind = argument["kind"]?.string,
        let name = argument["preferredName"]?.object?["name"]?.string
      else { throw Failure() }
      if OptionTraits.notInFiles.contains(name) { return nil }
      return OptionDescription(name: name, help: argument["abstract"]?.string ?? "", isFlag: kind == "flag")
    }
  }
}
