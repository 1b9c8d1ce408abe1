import HTTPCore

extension AnswerCheck {
  /// In what an answer falls short of its document without leaving it: documented headers that it need not have and has
  /// not, and a content type that does not say UTF-8, in which all documented content is.
  package func notes(_ response: Response) -> [Deviation] {
    guard let answer = operation.answer(response.status) else { return [] }
    let headers = answer.headers.compactMap { header -> Deviation? in
      // Those of an answer for whatever else may be are each of some status only, as `Allow` is.
      guard answer.status != "default", !header.isRequired, response.headers[header.name] == nil else { return nil }
      return Deviation(
        kind: .missingAnswerHeader, location: "header \(header.name)", message: "is documented, and missing")
    }
    return headers + (charsetNote(response, answer).map { [$0] } ?? [])
  }

  private func charsetNote(_ response: Response, _ answer: DocumentedOperation.Answer) -> Deviation? {
    guard let text = response.headers["Content-Type"], let type = MediaType(text),
      answer.content.contains(where: { $0.mediaType == type.essence }),
      type.essence == "application/json" || type.essence.hasPrefix("text/")
    else { return nil }
    let charset = type.parameter("charset")?.lowercased()
    guard charset != "utf-8" else { return nil }
    let found = charset.map { "says charset=\($0.clipped(to: 40))" } ?? "says no charset"
    return Deviation(
      kind: .wrongAnswerType, location: "header Content-Type", message: "\(found); documented content is in UTF-8")
  }
}
