/// Receives the delivery of one message to the client of a WebSocket. A report that is released unsettled counts as
/// ``Transmission/Ending/aborted``.
package protocol MessageReport: AnyObject, Sendable {
  /// The system is about to receive bytes of the message. Until ``endWriting()`` the client may already have them
  /// although the report is not settled, so a reader of the report waits for that call.
  func beginWriting()

  /// The system received bytes of the message, or refused them; if that was decisive, the report is settled.
  func endWriting()

  /// Reports how the message was delivered: ``Transmission/Ending/whole`` when the system accepted all its bytes. Only
  /// the first call counts.
  func settle(_ ending: Transmission.Ending)
}
