/// What a world is filled from: a data set, and the folder that holds the files of all APIs.
package struct SeedSource: Sendable, Equatable {
  package let dataset: Dataset
  /// The folder with one folder for each API.
  package let root: String

  /// A source of rows.
  ///
  /// - Parameters:
  ///   - root: The folder with one folder for each API.
  package init(_ dataset: Dataset, root: String) {
    self.dataset = dataset
    self.root = root
  }

  /// No rows but the accounts.
  package static let none = SeedSource(.empty, root: "")

  /// The folder of an API.
  package func folder(_ api: String) -> SeedFolder { SeedFolder(path: "\(root)/\(api)") }
}
