import HTTPCore
import JSON
import Store

/// The settings of a user or a profile, as a change sends them: what is absent stays as it is.
struct SettingsInput {
  let notifications: Bool?
  let theme: String?
  let privacy: String?
  /// Members that the document does not name, which apps of later versions send; null removes one.
  let others: JSONObject

  /// The documented members.
  private static let known = ["notifications", "theme", "privacy"]
  /// The most bytes that settings take as JSON.
  private static let capacity = 65_536

  /// Reads `settings`; its failures are reported as fields of the request.
  init(_ fields: inout FieldReader) throws(Problem) {
    guard let object = fields.optionalObject("settings") else {
      (notifications, theme, privacy, others) = (nil, nil, nil, JSONObject())
      return
    }
    var settings = FieldReader(object)
    notifications = settings.optionalBoolean("notifications")
    theme = settings.optionalText("theme", length: 1...50)
    privacy = settings.optionalText("privacy", length: 1...50)
    try settings.finish()
    others = JSONObject(object.members.filter { !Self.known.contains($0.key) }.map { ($0.key, $0.value) })
  }

  /// What the column `settings` has after the change: all members in the order of responses, the documented ones as
  /// placeholders; nil when there are no others.
  ///
  /// - Parameters:
  ///   - former: What the column has before.
  /// - Throws: ``Problem`` of kind `validation` for more than can be kept.
  func column(after former: String?) throws(Problem) -> String? {
    guard !others.isEmpty else { return former }
    var members = former.flatMap { (try? JSONParser.parse(Array($0.utf8)))?.object } ?? JSONObject()
    for name in Self.known { members[name] = .null }
    for member in others.members {
      let isRemoved = member.value == .null
      members[member.key] = isRemoved ? JSONValue?.none : member.value
    }
    guard members.count > Self.known.count else { return nil }
    let bytes = JSONWriter.serialize(.object(members))
    guard bytes.count <= Self.capacity else {
      throw Problem(.validation, "settings must not take more than \(Self.capacity) bytes of JSON", field: "settings")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The settings of a row of `interspace_account` or `interspace_profile`, as an SQL expression. A patch leaves the
  /// members in their order (RFC 7396).
  static let json: String = {
    let known = JSONExpression.object([
      JSONExpression.boolean("notifications", "notifications"), JSONExpression.text("theme", "theme"),
      JSONExpression.text("privacy", "privacy"),
    ])
    return "CASE WHEN settings IS NULL THEN \(known) ELSE json_patch(settings, \(known)) END"
  }()
}
