// The one place that chooses the system's C library. It is re-exported, so that a file that calls the C library
// contains only `import Platform`, independent of the system. Swift has no other way to re-export a module than this
// attribute, which the C library's own modules and Foundation use as well.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

/// Declarations that differ between the C libraries of Linux and macOS.
package enum CLibrary {
  /// SOCK_STREAM for socket(2).
  package static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// Flag of recv(2) and send(2): do not wait. Its C type is not the same in Swift on all systems.
  package static var dontWait: Int32 { Int32(Int(MSG_DONTWAIT)) }

  /// Flags of recv(2): read the available data without removing it, and do not wait.
  package static var peek: Int32 { Int32(Int(MSG_PEEK) | Int(MSG_DONTWAIT)) }

  /// close(2), for types with a method of that name.
  package static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #endif
  }

  /// write(2), for types with a method of that name.
  ///
  /// - Returns: The number of written bytes; -1 for an error, which is in `errno`.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// send(2) without the signal SIGPIPE if the system supports it, for types with a method of that name.
  ///
  /// - Returns: The number of accepted bytes; -1 for an error, which is in `errno`.
  package static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
    #elseif canImport(Glibc)
      Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      Musl.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// The number of processors of the machine, at least 1. ProcessInfo would respect the quota of a container, but loads
  /// much code for that.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// A number of the calling thread, never 0, unique among running threads.
  package static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
