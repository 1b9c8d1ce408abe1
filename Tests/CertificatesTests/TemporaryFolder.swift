import Certificates
import Foundation

/// A folder of a test's own, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "mock-api-certificates-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A folder for certificates in it, which is not there yet.
  var certificates: CertificateFolder { CertificateFolder(path: "\(path)/mock-api") }

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// The permissions of a file.
  static func mode(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }
}

/// A day that tests begin at, and days after it.
func day(_ count: Int) -> Date { Date(timeIntervalSince1970: 1_780_000_000 + TimeInterval(count) * 86_400) }

/// The same in seconds since 1970.
func seconds(_ count: Int) -> Int64 { 1_780_000_000 + Int64(count) * 86_400 }
