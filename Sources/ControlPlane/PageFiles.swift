import Contract
import HTTPCore
import World

/// The files of the pages, in `web`: a folder for each page, and one for shared modules. Their URLs have the same
/// folders, so that relative imports are the same in the file system and in the browser.
package final class PageFiles: Sendable {
  private static let types = [
    "html": HTMLText.mediaType, "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
  ]

  private let folder: String
  private let library: ContractLibrary
  private let cache = RenderedCache()

  /// The files in a folder.
  ///
  /// - Parameters:
  ///   - library: When it is reloaded, so are the files.
  package init(in folder: String, with library: ContractLibrary) {
    (self.folder, self.library) = (folder, library)
  }

  /// A file of a page; nil for an unknown name.
  func file(_ page: String, _ name: String) -> RenderedBody? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2E || $0 == 0x2D }
    guard parts.count == 2, isPlain, let type = Self.types[String(parts[1])] else { return nil }
    return cache.content("\(page)/\(name)", edition: library.version) {
      ContractLibrary.text(of: "\(folder)/\(page)/\(name)").map { RenderedBody(Array($0.utf8), mediaType: type) }
    }
  }

  /// The response with a file.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for an unknown name.
  func response(to call: Call, _ page: String, _ name: String) throws(Problem) -> Response {
    guard let file = file(page, name) else {
      throw Problem(.notFound, "there is no file \"\(name.clipped(to: 60))\" of the page")
    }
    return file.response(to: call.request, cacheControl: "no-cache")
  }

  /// The response with the file that the path names by `folder` and `file`.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for another folder, or an unknown name.
  func response(to call: Call, among folders: [String]) throws(Problem) -> Response {
    let folder = call.parameters["folder"]
    guard folders.contains(folder) else {
      throw Problem(.notFound, "there is no folder \"\(folder.clipped(to: 60))\" of the page")
    }
    return try response(to: call, folder, call.parameters["file"])
  }
}
