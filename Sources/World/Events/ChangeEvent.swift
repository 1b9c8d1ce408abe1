import HTTPCore

/// A change that clients may want to hear of.
package struct ChangeEvent: Sendable {
  /// The API it happened in.
  package let api: String
  /// The account it belongs to; nobody else hears of it.
  package let account: String
  /// The channel it is announced on, such as `profile_updates`.
  package let channel: String
  /// What happened, such as `profile_updated`.
  package let type: String
  /// The message that announces it (CONTRACT §6.5), made once for all who listen.
  package let message: [UInt8]

  /// An event from its parts.
  ///
  /// - Parameters:
  ///   - data: The changed record as JSON.
  ///   - time: When it happened, by the world's clock.
  package init(api: String, account: String, channel: String, type: String, data: [UInt8], time: Timestamp) {
    self.api = api
    self.account = account
    self.channel = channel
    self.type = type
    message =
      Array("{\"channel\":\"\(channel)\",\"data\":".utf8) + data
      + Array(",\"timestamp\":\"\(time.iso8601)\",\"type\":\"\(type)\"}".utf8)
  }
}
