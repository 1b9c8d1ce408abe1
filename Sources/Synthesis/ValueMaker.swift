import JSON

/// What values are made for.
package struct ValueContext: Sendable {
  /// Which half of an exchange a value is for: `readOnly` members stand in answers only, `writeOnly` ones in requests.
  package enum Direction: Sendable {
    case answer, request
  }

  package var direction: Direction
  /// Seconds since 1970 that made-up times lie before.
  package var now: Int64
  /// The number of the record that is made, from 0: names, pictures and prices differ from record to record.
  package var number: Int

  /// A context from its parts.
  package init(direction: Direction = .answer, now: Int64, number: Int = 0) {
    (self.direction, self.now, self.number) = (direction, now, number)
  }
}
