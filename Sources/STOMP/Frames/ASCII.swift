/// The bytes that STOMP gives a meaning.
enum ASCII {
  static let null: UInt8 = 0x00
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let colon: UInt8 = 0x3A
  static let backslash: UInt8 = 0x5C
}
