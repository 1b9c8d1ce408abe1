import Foundation

/// A folder of files that the program needs besides itself.
package enum DataFolder: String, Sendable {
  /// The seed files.
  case seeds = "Seeds"
  /// The API documents.
  case openapi
  /// The files of the pages: the live page, the page of the API documents, and what they share.
  case web

  /// The folder was not found.
  package struct Failure: Error, CustomStringConvertible {
    let what: String
    let option: String
    let places: [String]

    /// What was not found, everywhere it was looked for in this order, and how to name the place.
    package var description: String {
      "\(what) were not found; looked in: \(places.joined(separator: ", "));"
        + " name their folder with --\(option) or MOCK_API_\(option.uppercased())"
    }
  }

  /// A file that is in the folder and in no other of the name.
  private var marker: String {
    switch self {
    case .seeds: "agrobridge/usuarios.json"
    case .openapi: "agrobridge.yaml"
    case .web: "shared/dom.js"
    }
  }

  private var what: String {
    switch self {
    case .seeds: "the seed files"
    case .openapi: "the API documents"
    case .web: "the pages"
    }
  }

  /// The option that names the folder, without dashes. The pages are looked for beside the documents.
  private var option: String {
    switch self {
    case .seeds: "seeds"
    case .openapi, .web: "openapi"
    }
  }

  /// The folder of the pages: `web` beside the folder of the API documents, or else where ``locate(_:executable:)`` finds
  /// it. Without it the server has no pages, and all else.
  static func pages(beside documents: String) -> String {
    let beside = "\(parent(of: documents.hasSuffix("/") ? String(documents.dropLast()) : documents))/\(web.rawValue)"
    let isThere = FileManager.default.fileExists(atPath: "\(beside)/\(web.marker)")
    return isThere ? beside : (try? web.locate(nil)) ?? beside
  }

  /// The folder named, or else the first of: the one of that name beside the executable, in `../share/mock-api` from
  /// there, and in a folder above it, which is the source tree after a build.
  ///
  /// - Parameters:
  ///   - named: What the option or its variable says. If it is the wrong folder, no other is taken in its place.
  ///   - executable: The program's path, which may go through symbolic links.
  /// - Throws: ``Failure`` that lists where it looked.
  package func locate(_ named: String?, executable: String = executablePath()) throws(Failure) -> String {
    let places = named.map { [$0] } ?? candidates(executable)
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/\(marker)") }) else {
      throw Failure(what: what, option: option, places: places)
    }
    return found
  }

  private func candidates(_ executable: String) -> [String] {
    // Texts and not URLs, whose code is a good part of what a start would read into memory.
    let program = Self.resolved(executable)
    let folders = sequence(first: Self.parent(of: program)) { $0.isEmpty ? nil : Self.parent(of: $0) }
    let inFolders = folders.map { "\($0)/\(rawValue)" }
    let prefix = Self.parent(of: Self.parent(of: program))
    return inFolders.prefix(1) + ["\(prefix)/share/mock-api/\(rawValue)"] + inFolders.dropFirst()
  }

  /// The folder that a path is in; empty for the root, and for a path without a folder.
  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The path without symbolic links; itself when there is nothing at it.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path of the running program.
  package static func executablePath() -> String {
    #if os(Linux)
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      let path = Bundle.main.executablePath
    #endif
    return path ?? CommandLine.arguments.first ?? ""
  }
}
