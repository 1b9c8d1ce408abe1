import HTTPCore

/// The settings of a user or a profile, as a change sends them: what is absent stays as it is.
struct SettingsInput {
  let notifications: Bool?
  let theme: String?
  let privacy: String?

  /// Reads `settings`; its failures are reported as fields of the request.
  init(_ fields: inout FieldReader) throws(Problem) {
    guard let object = fields.optionalObject("settings") else {
      (notifications, theme, privacy) = (nil, nil, nil)
      return
    }
    var settings = FieldReader(object)
    notifications = settings.optionalBoolean("notifications")
    theme = settings.optionalText("theme", length: 1...50)
    privacy = settings.optionalText("privacy", length: 1...50)
    try settings.finish()
  }
}
