#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a file that somebody named, whatever is at that path: never more than allowed, and without waiting for
/// anybody to write to it.
enum BoundedFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may have.
  /// - Throws: ``SettingsError`` that says why it cannot be read.
  static func contents(of path: String, limit: Int) throws(SettingsError) -> [UInt8] {
    // A pipe would have the opening wait for its writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsError(path, nil, reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SettingsError(path, nil, reason(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SettingsError(path, nil, "this is a folder; name the file in it")
    default: throw SettingsError(path, nil, "this is no ordinary file")
    }
    guard status.st_size <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      // The file may grow while it is read.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SettingsError(path, nil, reason(errno)) }
      if count == 0 { return bytes }
      bytes += part
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> SettingsError {
    SettingsError(path, nil, "the file is larger than \(limit) bytes, which no configuration is")
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "there is no such file; mock-api init writes one"
    case EACCES, EPERM: "the file may not be read: permission denied"
    case ELOOP: "the path is a loop of symbolic links"
    case ENXIO, ENODEV: "this is no ordinary file"
    default: "the file cannot be read: \(String(cString: strerror(number)))"
    }
  }
}
