/// Is told what becomes of one message to the client of a WebSocket. A report that is released before it is settled
/// counts as settled with ``Transmission/Ending/aborted``.
package protocol MessageReport: AnyObject, Sendable {
  /// The system is about to get bytes of the message. Until ``endWriting()`` the client may have them already while the
  /// report is not settled, so a reader of the report waits for it.
  func beginWriting()

  /// The system has got bytes of the message, or refused them; the report is settled by now if that decided it.
  func endWriting()

  /// Says what became of the message: ``Transmission/Ending/whole`` when the system has taken all its bytes. Only the
  /// first call counts.
  func settle(_ ending: Transmission.Ending)
}
