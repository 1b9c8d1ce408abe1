/// Texts that look like code of some language, or that are unusual Unicode, and must be stored as they are.
package enum HostileTexts {
  package static let all = [
    "'); DROP TABLE agrobridge_lote; --", "' OR '1'='1", #"" OR ""=""#, "1; DELETE FROM agrobridge_lote",
    "' || (SELECT rol FROM agrobridge_usuario) || '", "'; UPDATE agrobridge_usuario SET rol = 'x'; --",
    "%' UNION SELECT sql FROM sqlite_master --", "/* */ -- ; '", "%%__%%", "?1 :name @x $y", #"\'\"\\"#,
    "<script>alert(1)</script>", "{{7*7}} ${7*7} #{7*7}", "../../etc/passwd", "$(reboot) `reboot` | reboot",
    #"{"nombre":"otro"}"#, "null", "tab\tline\nreturn\r", "\u{202E}odatsop", "\u{2028}\u{2029}\u{FEFF}",
    "e\u{301} is not é",
    "🍅👩🏽‍🌾🇵🇪", "\u{1}\u{8}\u{1F}\u{7F}", "\u{FFFD}\u{FFFF}\u{10FFFF}",
  ]
}
