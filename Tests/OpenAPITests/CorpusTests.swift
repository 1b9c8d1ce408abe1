import Contract
import Foundation
import JSON
import OpenAPI
import Testing

private let corpusFolder = ProcessInfo.processInfo.environment["OPENAPI_CORPUS"]

/// Real documents from the folder that the environment variable names, compressed or not.
@Suite("The documents of OPENAPI_CORPUS", .enabled(if: corpusFolder != nil))
struct CorpusTests {
  /// Paths of the documents below the folder, unpacked into another where they are compressed.
  private static func documents(_ workspace: Workspace) throws -> [String] {
    let folder = try #require(corpusFolder)
    var found: [String] = []
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() {
      let path = "\(folder)/\(name)"
      let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
      guard [".yaml", ".yml", ".json"].contains(where: plain.hasSuffix) else { continue }
      guard name.hasSuffix(".gz") else {
        found.append(path)
        continue
      }
      let gzip = Process()
      let output = Pipe()
      gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      gzip.arguments = ["gzip", "-dc", path]
      gzip.standardOutput = output
      try gzip.run()
      try workspace.write(plain, output.fileHandleForReading.readDataToEndOfFile())
      gzip.waitUntilExit()
      found.append(workspace.path(plain))
    }
    return found
  }

  @Test("load, and every schema of their requests and answers compiles")
  func all() throws {
    let workspace = try Workspace([:])
    let paths = try Self.documents(workspace)
    #expect(!paths.isEmpty)
    for path in paths {
      do {
        let document = try OpenAPIDocument.load(name: "api", path: path, overlay: nil, cacheFolder: nil)
        let contract = try ContractDocument(api: document.name, root: document.root)
        #expect(!contract.entries.isEmpty)
        for entry in contract.entries { _ = try contract.operation(entry) }
      } catch let failure as DocumentFailure {
        // What is no API, or has nothing that a server answers, is none of these.
        let isNone = ["has neither", "has no \"paths\""].contains(where: failure.reason.contains)
        #expect(isNone, "\(failure)")
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
  }

  @Test("of which one is kept is the same when it comes from the cache")
  func kept() throws {
    let workspace = try Workspace([:])
    for path in try Self.documents(workspace).prefix(8) {
      guard
        let first = try? OpenAPIDocument.load(name: "api", path: path, overlay: nil, cacheFolder: workspace.path("c"))
      else { continue }
      let again = try OpenAPIDocument.load(name: "api", path: path, overlay: nil, cacheFolder: workspace.path("c"))
      #expect(again.root == first.root)
      #expect(again.notes == first.notes)
    }
  }
}
