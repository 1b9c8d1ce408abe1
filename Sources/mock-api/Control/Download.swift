import ArgumentParser
import Client
import Foundation
import HTTPCore

/// A file that is written piece by piece. It gets its name when it is complete; until then, or if it fails, an existing
/// file of that name does not change.
final class DownloadedFile {
  private let path: String
  private let partPath: String
  private let descriptor: Int32
  /// The system's error code of the first failed write; 0 for none.
  private(set) var failure: Int32 = 0
  private var isKept = false

  /// Creates a file.
  ///
  /// - Throws: ``Unwritable``, for example when its folder does not permit it.
  init(_ path: String) throws(Unwritable) {
    self.path = path
    partPath = "\(path).\(getpid()).part"
    descriptor = open(partPath, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw Unwritable(path: path, code: errno) }
  }

  deinit {
    close(descriptor)
    if !isKept { unlink(partPath) }
  }

  /// Appends bytes.
  ///
  /// - Returns: Whether all bytes so far were written.
  func append(_ bytes: [UInt8]) -> Bool {
    if failure == 0 { failure = StandardStreams.write(bytes, to: descriptor) }
    return failure == 0
  }

  /// Gives the file its name.
  ///
  /// - Throws: ``Unwritable``, also when an earlier write failed.
  func keep() throws(Unwritable) {
    guard failure == 0 else { throw Unwritable(path: path, code: failure) }
    guard rename(partPath, path) == 0 else { throw Unwritable(path: path, code: errno) }
    isKept = true
  }

  /// A file that cannot be written.
  struct Unwritable: Error {
    let path: String
    /// The system's error code.
    let code: Int32

    /// The error message.
    var message: String { "\(path) cannot be written: \(String(cString: strerror(code)))" }
  }
}

extension ControlOptions {
  /// Writes the body of a response to a file while it arrives, or to standard output without one, with little memory.
  ///
  /// - Throws: `ExitCode` after printing the reason: ``Exit/refused`` or ``Exit/noServer``.
  func download(_ path: ControlPath, to file: String?) throws {
    let client = try client()
    // curl handles TLS, and its whole output is read.
    if client.address.isSecure { return try save(try send("GET", path), to: file) }
    do {
      guard let file, file != "-" else {
        try download(path, by: client) { bytes in
          StandardStreams.output(bytes)
          return true
        }
        return StandardStreams.output("")
      }
      let target = try DownloadedFile(file)
      try download(path, by: client, take: target.append)
      try target.keep()
      if !json { StandardStreams.output("wrote \(file)") }
    } catch let error as DownloadedFile.Unwritable {
      StandardStreams.error("mock-api: \(error.message)\n")
      throw Exit.refused
    }
  }

  private func download(_ path: ControlPath, by client: HTTPClient, take: ([UInt8]) -> Bool) throws {
    var refused: [UInt8] = []
    var hasBegun = false
    var response: Response
    do throws(HTTPClient.Failure) {
      response = try client.stream("GET", path.text, timeoutMilliseconds: Self.timeoutMilliseconds) { status, bytes in
        guard (200...299).contains(status) else {
          // An error response is short.
          refused += bytes
          return refused.count < 64 << 10
        }
        hasBegun = true
        return take(bytes)
      }
    } catch {
      guard hasBegun else { throw Self.noServer(client, error) }
      StandardStreams.error("mock-api: the response was incomplete: \(error.reason)\n")
      throw Exit.refused
    }
    guard !(200...299).contains(response.status) else { return }
    response.content = .bytes(refused)
    throw refusal(response)
  }
}
