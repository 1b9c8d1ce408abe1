import Contract
import JSON
import Resources
import Synthesis

/// What an answer says of itself around its record: that all went well.
struct SuccessStatement {
  let maker: ValueGenerator
  let root: JSONValue
  let status: Int
  /// Whether something was done, rather than shown: then `success` beside an id reports it.
  var isMutation = false
  /// Whether records have a member of a name.
  var known: @Sendable (String) -> Bool = { _ in false }

  /// Members that are about the answer, in one that has no others.
  private static let own: Set<String> = [
    "code", "status", "statuscode", "success", "ok", "successful", "succeeded", "issuccess", "message", "msg", "error",
    "errors", "data", "timestamp",
    "requestid", "traceid", "type", "errcode", "errmsg", "errorcode", "errormessage", "result", "statusmsg",
    "statusmessage",
  ]

  /// The members with their values; none for an answer that is a record itself.
  ///
  /// - Parameters:
  ///   - envelope: The members that lead to what is shown.
  func members(at place: JSONPointer, envelope: [String]) -> [(name: String, value: JSONValue)] {
    let members = maker.members(of: place)
    let names = Set(members.map { Self.plain($0.name) })
    guard !envelope.isEmpty || names == ["message"] || names.count > 1 && names.isSubset(of: Self.own) else {
      return members.filter {
        !known($0.name)
          && (isMutation && ["success", "ok", "successful"].contains(Self.plain($0.name)) || isStatus($0))
      }
      .compactMap { member in value(of: member).map { (member.name, $0) } }
    }
    return members.compactMap { member in
      guard member.name != envelope.first, Self.plain(member.name) != "data" || !envelope.isEmpty else { return nil }
      return value(of: member).map { (member.name, $0) }
    }
  }

  /// Whether a number beside what is shown repeats the status of the response, as its example says.
  private func isStatus(_ member: ValueGenerator.Member) -> Bool {
    guard ["code", "status", "statuscode"].contains(Self.plain(member.name)), member.types.contains("integer") else {
      return false
    }
    let schema = root[member.place]
    return (schema?["example"] ?? schema?["examples"]?.array?.first)?.number?.integer == status
  }

  private func value(of member: ValueGenerator.Member) -> JSONValue? {
    let types = Set(member.types)
    let shape = maker.shape(of: member.place)
    let schema = root[member.place]
    if shape.isEnumerated {
      // Of several texts the one that says so: `["success", "error"]`.
      let isStatement = ["status", "result", "message", "type"].contains(Self.plain(member.name))
      return isStatement ? schema?["enum"]?.array?.first(where: Self.isSuccess) : nil
    }
    let example = schema?["example"] ?? schema?["examples"]?.array?.first ?? schema?["default"]
    let isNumber = types.contains("integer") || types.contains("number")
    switch Self.plain(member.name) {
    case "code", "status", "statuscode":
      guard isNumber else {
        let isText = types.contains("string") && Self.plain(member.name) == "status"
        return isText && (example == nil || example.map(Self.isSuccess) == true) ? example ?? "success" : nil
      }
      let isZero = Self.saysZero(schema?["description"]?.string ?? schema?["title"]?.string ?? "")
      return example ?? .number(JSONNumber(isZero ? 0 : status))
    case "errcode", "errorcode": if isNumber { return example ?? .number(JSONNumber(0)) }
    case "success", "ok", "successful", "succeeded", "issuccess": if types == ["boolean"] { return .bool(true) }
    case "message", "msg", "errmsg", "statusmsg", "statusmessage":
      return types.contains("string") ? example ?? "success" : nil
    case "result": if types == ["boolean"], isMutation { return .bool(true) }
    case "error", "errors", "errormessage": if types.contains("null") { return .null }
    default: break
    }
    return nil
  }

  /// Whether a value is a text that says that all went well.
  private static func isSuccess(_ value: JSONValue) -> Bool {
    value.string.map { ["success", "ok", "successful", "succeeded"].contains($0.lowercased()) } ?? false
  }

  /// Whether a description says that 0 is the code of success: `0: success`, `0-成功`.
  static func saysZero(_ description: String) -> Bool {
    let words = ["success", "succeed", "ok", "成功", "éxito", "exito", "no error", "normal"]
    let text = description.lowercased()
    let parts = text.split { ",;，；。\n(（)）".contains($0) }
    return parts.contains { part in
      words.contains(where: part.contains) && part.split { !$0.isNumber }.contains("0")
    }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
}
