import HTTPCore
import Logging
import World

/// One line for each request: what was asked, what was answered, how long it took, for whom. Never a query, a
/// header or a body, since those carry tokens and passwords.
struct AccessLog: Sendable {
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Records an answered request; costs nothing when the level is above `info`.
  func record(_ request: Request, status: Int, since started: Int64, api: String, account: String?) {
    guard logger.logLevel <= .info else { return }
    let microseconds = (SystemTime.monotonicNanoseconds() - started) / 1000
    var metadata: Logger.Metadata = [
      "method": "\(request.method)", "path": "\(request.target.rawPath.clipped(to: 200))",
      "status": "\(status)", "durationMicroseconds": "\(microseconds)", "api": "\(api)",
    ]
    metadata["account"] = account.map { "\($0)" }
    logger.info("request", metadata: metadata)
  }

  /// Records a request that was refused before it was read completely.
  func refusal(method: HTTPMethod, path: ArraySlice<UInt8>, status: Int, api: String) {
    logger.info(
      "request",
      metadata: [
        "method": "\(method.rawValue.clipped(to: 20))",
        "path": "\(String(decoding: path, as: UTF8.self).clipped(to: 200))", "status": "\(status)",
        "durationMicroseconds": "0", "api": "\(api)",
      ])
  }

  /// Records a fault of this server.
  func failure(_ error: any Error, _ request: Request) {
    logger.error(
      "failure",
      metadata: [
        "method": "\(request.method)", "path": "\(request.target.rawPath.clipped(to: 200))", "error": "\(error)",
      ])
  }
}
