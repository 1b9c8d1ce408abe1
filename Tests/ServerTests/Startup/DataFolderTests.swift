import Foundation
import Server
import Testing

@Suite("The folders of data files")
struct DataFolderTests {
  /// A prefix with folders of seeds in some places, and the program, which need not exist, at `bin/mock-api`.
  private final class Prefix {
    let path: String

    init(_ places: [String]) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "data-folder-\(UUID())")
      try FileManager.default.createDirectory(at: folder.appending(path: "bin"), withIntermediateDirectories: true)
      path = folder.resolvingSymlinksInPath().path
      for place in places { try addSeeds(place) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func addSeeds(_ place: String) throws {
      let folder = "\(path)/\(place)/agrobridge"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("[]".utf8).write(to: URL(filePath: "\(folder)/usuarios.json"))
    }
  }

  struct Order: CustomTestStringConvertible {
    let present: [String]
    let found: String

    var testDescription: String { "\(present) -> \(found)" }
  }

  @Test(
    "Beside the program comes before share, and share before the folders above",
    arguments: [
      Order(present: ["bin/Seeds", "share/mock-api/Seeds", "Seeds"], found: "bin/Seeds"),
      Order(present: ["share/mock-api/Seeds", "Seeds"], found: "share/mock-api/Seeds"),
      Order(present: ["Seeds"], found: "Seeds"),
    ])
  func order(_ row: Order) throws {
    let prefix = try Prefix(row.present)
    let found = try DataFolder.seeds.locate(nil, executable: "\(prefix.path)/bin/mock-api")
    #expect(found == "\(prefix.path)/\(row.found)")
  }

  @Test("A folder that is named comes before all others")
  func named() throws {
    let prefix = try Prefix(["bin/Seeds", "elsewhere"])
    let elsewhere = "\(prefix.path)/elsewhere"
    #expect(try DataFolder.seeds.locate(elsewhere, executable: "\(prefix.path)/bin/mock-api") == elsewhere)
  }

  @Test("A wrong folder that is named is an error, though another has the files")
  func namedWrongly() throws {
    let prefix = try Prefix(["bin/Seeds"])
    #expect(throws: DataFolder.Failure.self) {
      try DataFolder.seeds.locate("\(prefix.path)/none", executable: "\(prefix.path)/bin/mock-api")
    }
  }

  @Test("Files are found from where symbolic links to the program lead")
  func symbolicLinks() throws {
    let prefix = try Prefix(["share/mock-api/Seeds"])
    try Data().write(to: URL(filePath: "\(prefix.path)/bin/mock-api"))
    for (link, target) in [("first", "bin/mock-api"), ("second", "\(prefix.path)/first")] {
      try FileManager.default.createSymbolicLink(atPath: "\(prefix.path)/\(link)", withDestinationPath: target)
    }
    let found = try DataFolder.seeds.locate(nil, executable: "\(prefix.path)/second")
    #expect(found == "\(prefix.path)/share/mock-api/Seeds")
  }

  @Test("The error lists where it looked in order, the option and the variable")
  func failure() throws {
    let prefix = try Prefix([])
    let failure = try #require(throws: DataFolder.Failure.self) {
      try DataFolder.openapi.locate(nil, executable: "\(prefix.path)/bin/mock-api")
    }
    let beside = "\(prefix.path)/bin/openapi, \(prefix.path)/share/mock-api/openapi, \(prefix.path)/openapi"
    #expect(failure.description.hasPrefix("the API documents were not found; looked in: \(beside), "))
    #expect(failure.description.hasSuffix("; name their folder with --openapi or MOCK_API_OPENAPI"))
  }
}
