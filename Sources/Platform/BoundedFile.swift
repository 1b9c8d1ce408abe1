/// Reads a file that a user named, whatever is at that path: never more than a limit, and without waiting for a writer.
package enum BoundedFile {
  /// Why a file cannot be read.
  package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    case missing
    case folder
    /// A pipe, a socket or a device.
    case special
    case tooLarge(limit: Int)
    /// Any other error, in words.
    case other(String)

    package var description: String {
      switch self {
      case .missing: "the file does not exist"
      case .folder: "this is a folder"
      case .special: "this is not a regular file"
      case .tooLarge(let limit): "it has more than \(limit) bytes"
      case .other(let reason): reason
      }
    }

    fileprivate init(_ number: Int32) {
      switch number {
      case ENOENT, ENOTDIR: self = .missing
      case EACCES, EPERM: self = .other("the file may not be read: permission denied")
      case ELOOP: self = .other("the path is a loop of symbolic links")
      case ENXIO, ENODEV: self = .special
      default: self = .other("the file cannot be read: \(String(cString: strerror(number)))")
      }
    }
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: The largest size in bytes.
  /// - Throws: ``Failure``.
  package static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    // Opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno) }
    defer { CLibrary.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .folder
    default: throw .special
    }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    while true {
      var (count, code) = (0, Int32(0))
      // The file may grow while it is read.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        (initialized, code) = (max(0, count), errno)
      }
      if count < 0 && code == EINTR { continue }
      guard count >= 0 else { throw Failure(code) }
      if count == 0 { return bytes }
      bytes += part
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
  }
}
