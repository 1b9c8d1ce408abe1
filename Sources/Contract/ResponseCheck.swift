import HTTPCore
import JSON
import JSONSchema

/// Compares an answer with what the document says about its operation.
package struct ResponseCheck {
  let operation: DocumentedOperation
  private let toleratesGaps: Bool

  /// A check against an operation.
  ///
  /// - Parameters:
  ///   - toleratesGaps: Whether it is no deviation what many documents leave out: the status of a refusal, one for a
  ///     success where there is none at all, and members that a schema allows without describing them.
  package init(_ operation: DocumentedOperation, toleratesGaps: Bool = false) {
    self.operation = operation
    self.toleratesGaps = toleratesGaps
  }

  private func isUsual(_ status: Int) -> Bool {
    switch status {
    // What is wrong with a request is reported with the documented one of these.
    case 400, 422: !operation.answers.contains { ["400", "422"].contains($0.status) }
    case 401, 404, 409, 413, 415, 429: true
    case 200..<300: !operation.answers.contains { $0.status.hasPrefix("2") || $0.status == "default" }
    default: false
    }
  }

  /// How the answer deviates from the document; empty when it does not.
  ///
  /// - Parameters:
  ///   - hasContent: false for the answer to HEAD, which never has content.
  package func deviations(_ response: Response, hasContent: Bool = true) -> [Deviation] {
    guard let answer = operation.answer(response.status) else {
      if toleratesGaps, isUsual(response.status) { return [] }
      let known = operation.answers.map(\.status).joined(separator: ", ")
      return [
        Deviation(
          .undocumentedStatus, .status(response.status), "is \(response.status); documented are \(known)")
      ]
    }
    let headers = answer.headers.flatMap { header -> [Deviation] in
      let place = Deviation.Place.header(header.name)
      guard let text = response.headers[header.name] else {
        guard header.isRequired else { return [] }
        return [Deviation(.missingAnswerHeader, place, "is required and missing")]
      }
      guard let schema = header.schema, let violation = TextCheck.violation(schema, [text]) else { return [] }
      return [Deviation(.wrongAnswerHeader, place, violation)]
    }
    return headers + (hasContent ? contentDeviations(response, answer) : [])
  }

  private func contentDeviations(_ response: Response, _ answer: DocumentedOperation.Answer) -> [Deviation] {
    guard !answer.content.isEmpty else {
      // The documents that frameworks make leave out what the code does not say.
      guard response.content.count > 0, !toleratesGaps || response.status == 204 else { return [] }
      return [Deviation(.wrongAnswerType, .body(.root), "is there, but none is documented")]
    }
    let type = response.headers["Content-Type"].flatMap(MediaType.init)?.essence
    let range = type.map { "\($0.prefix { $0 != "/" })/*" }
    let found = [type, range, "*/*"].lazy.compactMap { name in answer.content.first { $0.mediaType == name } }.first
    // A file has the type that its client gave it, and its content is as it came.
    let isFile = toleratesGaps && StoredFileHeaders.isProtected(response.headers)
    guard let content = found else {
      if isFile, type == StoredFileHeaders.unknownType { return [] }
      let types = answer.content.map(\.mediaType).joined(separator: " or ")
      return [
        Deviation(
          .wrongAnswerType, .header("Content-Type"), "must be \(types), but is \(type ?? "missing")")
      ]
    }
    guard type?.hasSuffix("json") == true, !isFile else { return [] }
    // It was checked when it was made.
    if toleratesGaps, let schema = response.validSchema, schema === content.schemaIdentity { return [] }
    // What is to come is not known yet.
    if case .stream = response.content { return [] }
    // An answer may put what a client stored inside arrays and objects of its own.
    let limits = JSONLimits(maximumDepth: JSONLimits.greatestDepth)
    guard let value = try? JSONParser.parse(response.content.bytes, limits: limits) else {
      return [Deviation(.wrongAnswer, .body(.root), "is not JSON")]
    }
    return content.deviations(value, in: operation.document, toleratesGaps: toleratesGaps)
  }
}

extension ResponseCheck {
  /// What an answer lacks although the document allows that: optional headers that are documented, and `charset=UTF-8`
  /// in the content type, since all documented content is UTF-8.
  package func notes(_ response: Response) -> [Deviation] {
    guard let answer = operation.answer(response.status) else { return [] }
    let headers = answer.headers.compactMap { header -> Deviation? in
      // Those of an answer for whatever else may be are each of some status only, as `Allow` is.
      guard answer.status != "default", !header.isRequired, response.headers[header.name] == nil else { return nil }
      return Deviation(.missingAnswerHeader, .header(header.name), "is documented, and missing")
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
    return Deviation(.wrongAnswerType, .header("Content-Type"), "\(found); documented content is in UTF-8")
  }
}
