/// The file of the running program.
package enum ProgramFile {
  /// A text that differs for every build of the program: size, modification time and number of the file. Empty if the
  /// system does not report them.
  package static var identity: String { path.map(identity(of:)) ?? "" }

  /// The same of any file.
  package static func identity(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "" }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return "\(status.st_size) \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino)"
  }

  private static var path: String? {
    #if canImport(Darwin)
      var length: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(length))
      guard _NSGetExecutablePath(&buffer, &length) == 0 else { return nil }
      return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    #else
      return "/proc/self/exe"
    #endif
  }
}
