import ArgumentParser
import Logging
import Server
import Transport

/// Starts a server for a command of this program, and says in one line why that fails.
enum ServerStart {
  /// Makes a server that logs to standard error.
  ///
  /// - Throws: `ExitCode` 1 after the reason was told.
  static func make(
    _ settings: ServeSettings, log: LogSettings, output: LogOutput = LogOutput()
  ) throws -> MockServer {
    LoggingSystem.bootstrap { label in LineLogHandler(label: label, settings: log, output: output) }
    let accessLog = AccessLog(settings: log, output: output)
    do {
      return try MockServer(settings.server, accessLog: accessLog, logger: Logger(label: "mock-api"))
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode.failure
    }
  }

  /// Listens.
  ///
  /// - Throws: `ExitCode` 3 when the port is busy, else 1, after the reason was told.
  static func listen(_ server: MockServer) throws -> [ListeningSocket.Bound] {
    do {
      return try server.start()
    } catch .portBusy(let port) {
      let option = port == server.tlsPort ? "--tls-port" : "--port"
      StandardStreams.error(
        "mock-api: port \(port) is in use by another process. Choose another one with \(option) \(port + 1),"
          + " or \(option) 0 for any free port.\n")
      throw ExitCode(3)
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode.failure
    }
  }
}
