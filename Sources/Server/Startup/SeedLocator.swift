import Foundation

/// Finds the folder with the seed files.
package enum SeedLocator {
  /// No folder was found.
  package struct Failure: Error, CustomStringConvertible {
    let places: [String]

    package var description: String {
      "the seed files were not found; looked in: " + places.joined(separator: ", ")
    }
  }

  private static let folderName = "Seeds"
  private static let marker = "agrobridge/usuarios.json"

  /// The first of: the folder named, `Seeds` beside the executable, `../share/mock-api/Seeds` from there, and
  /// `Seeds` in a folder above it, which is the source tree after a build.
  ///
  /// - Throws: ``Failure`` that lists where it looked.
  package static func locate(_ named: String?, executable: String = executablePath()) throws(Failure) -> String {
    let places = named.map { [$0] } ?? candidates(executable)
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/\(marker)") }) else {
      throw Failure(places: places)
    }
    return found
  }

  private static func candidates(_ executable: String) -> [String] {
    var folder = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    var places = [
      folder.appending(path: folderName).path,
      folder.appending(path: "../share/mock-api/\(folderName)").standardizedFileURL.path,
    ]
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      places.append(folder.appending(path: folderName).path)
    }
    return places
  }

  /// The path of the running program.
  package static func executablePath() -> String {
    #if os(Linux)
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
