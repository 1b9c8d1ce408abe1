import Settings

/// What `serve --print-config` shows.
enum PrintedSettings {
  private static let mask = "********"

  /// Every option with its value and where that came from; secrets are masked.
  static func text(_ settings: ServeSettings, _ options: [OptionDescription]) -> String {
    EffectiveSettings(options.map { row($0, settings.given[$0.name]) }).yaml
  }

  private static func row(_ option: OptionDescription, _ given: OptionValue?) -> EffectiveSettings.Row {
    guard let given else {
      let origin = option.defaultNote.map { "default: \($0)" } ?? "default"
      return EffectiveSettings.Row(name: option.name, value: option.defaultValue, origin: origin)
    }
    let value = OptionTraits.secrets.contains(option.name) ? mask : given.text
    return EffectiveSettings.Row(name: option.name, value: value, origin: given.shownOrigin)
  }
}
