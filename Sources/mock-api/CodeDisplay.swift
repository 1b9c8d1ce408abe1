import Devices

/// Whether the code for a phone's camera is shown at start.
enum CodeDisplay: String, CaseIterable {
  /// Where standard error is a terminal that is wide enough.
  case auto
  case on
  case off

  /// Whether a code is shown. One whose lines a terminal breaks can't be read.
  func isShown(_ code: QRCode) -> Bool {
    switch self {
    case .auto: StandardStreams.errorColumns.map { $0 == 0 || $0 >= code.framedSide } ?? false
    case .on: true
    case .off: false
    }
  }
}
