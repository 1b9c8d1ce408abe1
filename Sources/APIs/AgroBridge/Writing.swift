import HTTPCore
import World

/// Who may write: every role but the buyer's, who only reads (CONTRACT §3.3).
enum Writing {
  private static let readers: Set<String> = ["comprador", "buyer"]

  /// Lets a call pass that may change records.
  ///
  /// - Throws: ``Problem`` of kind `forbidden` that names the role.
  static func allow(_ call: Call) throws(Problem) {
    let rol = call.principal?.claims["rol"]?.string ?? ""
    guard !readers.contains(rol) else {
      throw Problem(.forbidden, "the role \"\(rol)\" may read but not write", field: "rol", value: rol)
    }
  }
}
