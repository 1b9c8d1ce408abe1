import Foundation

/// A folder of files that the program needs.
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

    /// The missing folder, the searched places in order, and how to specify it.
    package var description: String {
      "\(what) were not found; looked in: \(places.joined(separator: ", "));"
        + " name their folder with --\(option) or MOCK_API_\(option.uppercased())"
    }
  }

  /// A file that only this folder contains, to recognise it.
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

  /// The option for the folder, without hyphens. The pages are searched next to the documents.
  private var option: String {
    switch self {
    case .seeds: "seeds"
    case .openapi, .web: "openapi"
    }
  }

  /// The folder of the pages: `web` next to the folder of the API documents, otherwise the one that
  /// ``locate(_:executable:)`` finds. Without it the server has no pages, but everything else.
  static func pages(beside documents: String) -> String {
    let beside = "\(parent(of: documents.hasSuffix("/") ? String(documents.dropLast()) : documents))/\(web.rawValue)"
    let isThere = FileManager.default.fileExists(atPath: "\(beside)/\(web.marker)")
    return isThere ? beside : (try? web.locate(nil)) ?? beside
  }

  /// The given folder, otherwise the first of: the one of that name next to the executable, in `../share/mock-api`
  /// relative to it, and in a folder above it, which is the source tree after a build.
  ///
  /// - Parameters:
  ///   - named: The value of the option or its variable. If it is the wrong folder, no other is used instead.
  ///   - executable: The program's path, which may contain symbolic links.
  /// - Throws: ``Failure`` that lists the searched places.
  package func locate(_ named: String?, executable: String = executablePath()) throws(Failure) -> String {
    let places = named.map { [$0] } ?? candidates(executable)
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/\(marker)") }) else {
      throw Failure(what: what, option: option, places: places)
    }
    return found
  }

  private func candidates(_ executable: String) -> [String] {
    // Texts instead of URLs, whose code is a large part of what a start would load into memory.
    let program = Self.resolved(executable)
    let folders = sequence(first: Self.parent(of: program)) { $0.isEmpty ? nil : Self.parent(of: $0) }
    let inFolders = folders.map { "\($0)/\(rawValue)" }
    let prefix = Self.parent(of: Self.parent(of: program))
    return inFolders.prefix(1) + ["\(prefix)/share/mock-api/\(rawValue)"] + inFolders.dropFirst()
  }

  /// The parent folder of a path; empty for the root, and for a path without a folder.
  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The path without symbolic links; unchanged when it does not exist.
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
