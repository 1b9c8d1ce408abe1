/// How log lines look.
package enum LogFormat: String, Sendable, CaseIterable {
  /// For people: `12:00:00.123 info  GET /v1/lotes 200 0.084 ms agrobridge user_123`.
  case text
  /// For programs: one JSON object a line.
  case json
}
