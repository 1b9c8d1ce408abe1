import HTTPCore

extension JournalQueryReader {
  /// The criterion of a name and one text.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the text cannot be used.
  func criterion(_ name: String, _ text: String) throws(Problem) -> JournalCriterion {
    switch name {
    case "path":
      guard let glob = PathGlob(text) else {
        throw Self.unusable(name, "must have at most \(PathGlob.maximumLength) characters", nil)
      }
      return .path(glob)
    case "method": return .method(text.uppercased())
    case "status":
      guard let pattern = JournalCriterion.StatusPattern(text) else {
        throw Self.unusable(
          name, "must be a status code from 100 to 599 such as 404, a class such as 4xx, or none", text)
      }
      return .status(pattern)
    case "api": return .api(text)
    case "operationId": return .operationID(text)
    case "account": return .account(text)
    case "remoteAddress": return .remoteAddress(text)
    case "bodyContains": return .bodyContains(text)
    case "since": return .since(try point(name, text))
    case "until": return .until(try point(name, text))
    case "socket": return .socket(text)
    case "direction":
      guard let direction = JournalFrame.Direction(rawValue: text) else {
        throw Self.unusable(name, "must be received or sent", text)
      }
      return .direction(direction)
    case "fault": return .fault(text)
    case "ending":
      guard let ending = Transmission.Ending(rawValue: text) else {
        let known = KnownNames(Transmission.Ending.allCases.map(\.rawValue))
        throw Self.unusable(name, known.refusal(of: text), text)
      }
      return .ending(ending)
    default: return .hasDeviations(try boolean(name, text))
    }
  }

  private func point(_ name: String, _ text: String) throws(Problem) -> JournalCriterion.Point {
    if let number = Int(text), number >= 0, !text.hasPrefix("+") { return .sequence(number) }
    guard let time = ISO8601Moment.parse(text) else {
      throw Self.unusable(
        name, "must be an entry's number or a date and time of ISO 8601 such as 2026-01-01T00:00:00Z", text)
    }
    return .time(time)
  }

  private func boolean(_ name: String, _ text: String) throws(Problem) -> Bool {
    guard text == "true" || text == "false" else { throw Self.unusable(name, "must be true or false", text) }
    return text == "true"
  }
}
