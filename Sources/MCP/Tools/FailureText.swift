import JSON

/// Why an exchange of the journal failed.
enum FailureText {
  /// Types of faults that spoil a response whose status is that of a success.
  static let spoilingTypes = ["malformed", "contentType"]

  /// Whether an exchange is an error, was not sent completely, was spoilt, or differs from the document.
  static func isFailure(_ entry: JSONValue) -> Bool {
    guard let status = entry["status"]?.number?.integer, status < 400 else { return true }
    return entry["ending"]?.string != "whole" || entry["deviations"]?.array?.isEmpty == false || isSpoilt(entry)
  }

  private static func isSpoilt(_ entry: JSONValue) -> Bool {
    (entry["faults"]?.array ?? []).contains { spoilingTypes.contains($0["type"]?.string ?? "") }
  }

  /// The causes, each with its source: `fault`, `contract`, `connection`, `route` or `api`.
  ///
  /// - Parameters:
  ///   - explanation: The control plane's explanation of the request; nil when it was not asked for.
  static func causes(_ entry: JSONValue, explanation: JSONValue?) -> [JSONValue] {
    var causes: [JSONValue] = []
    func add(_ source: String, _ text: String) { causes.append(["source": .string(source), "text": .string(text)]) }
    let faults = entry["faults"]?.array ?? []
    for fault in faults {
      let (id, type) = (fault["id"]?.string ?? "", fault["type"]?.string ?? "")
      add("fault", "the fault \(id) of type \(type) was applied; remove_faults with id \(id) removes it")
    }
    for deviation in entry["deviations"]?.array ?? [] {
      add("contract", "\(deviation["location"]?.string ?? ""): \(deviation["message"]?.string ?? "")")
    }
    if let ending = entry["ending"]?.string, ending != "whole" {
      let sent = entry["sentBytes"]?.number.map { ", after \($0.literal) bytes of the body" } ?? ""
      add("connection", "the response was not sent completely: \(ending)\(sent)")
    }
    let status = entry["status"]?.number?.integer
    if explanation?["matched"]?.bool == false { add("route", explanation?["reason"]?.string ?? "") }
    if let status, status >= 400, faults.isEmpty {
      add("api", "status \(status)\(message(entry["response"]?["body"]).map { ": \($0)" } ?? "")")
    }
    return causes
  }

  /// The text of an error in the usual shapes, such as `{"error":{"message":…}}` and RFC 9457's `detail`.
  private static func message(_ body: JSONValue?) -> String? {
    guard let body else { return nil }
    let suggestion = body["error"]?["details"]?["suggestion"]?.string.map { "; \($0)" } ?? ""
    let texts = [body["error"]?["message"], body["message"], body["detail"], body["error"], body["title"], body]
    return texts.lazy.compactMap { $0?.string }.first.map { $0 + suggestion }
  }
}
