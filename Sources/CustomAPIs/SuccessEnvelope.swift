import Contract
import HTTPCore
import JSON
import Synthesis
import World

/// The envelope of an operation's response, which says by a code and a message how the request went:
/// `{"code": 0, "msg": "ok", "data": …}`. A document that describes no errors answers with it in place of them.
struct SuccessEnvelope {
  private let maker: ValueGenerator
  private let content: DocumentedOperation.Content
  private let code: ValueGenerator.Member
  private let members: [ValueGenerator.Member]
  /// The status of refusals, where the document says that their code distinguishes them from a success; nil for their own.
  private let fixedStatus: Int?

  /// The envelope of an operation; nil where its response has none.
  init?(_ documented: DocumentedOperation?, _ maker: ValueGenerator, _ root: JSONValue) {
    guard let documented, let answer = documented.answers.first(where: { $0.status.hasPrefix("2") }),
      let content = answer.content.first(where: { $0.mediaType.hasSuffix("json") })
    else { return nil }
    let members = maker.members(of: content.place)
    let code = members.first { member in
      ErrorResponses.statusNames.contains(ErrorResponses.plain(member.name))
        && (member.types.contains("integer") || member.types.contains("number"))
    }
    let hasMessage = members.contains { member in
      ErrorResponses.messageNames.contains(ErrorResponses.plain(member.name)) && member.types.contains("string")
    }
    guard let code, hasMessage else { return nil }
    let meaning = root[code.place]?["description"]?.string ?? ""
    let isOnly = documented.answers.allSatisfy { $0.status.hasPrefix("2") }
    (self.maker, self.content, self.code, self.members) = (maker, content, code, members)
    fixedStatus = isOnly && SuccessStatement.saysZero(meaning) ? Int(answer.status) : nil
  }

  /// The response that refuses a request.
  ///
  /// - Parameters:
  ///   - status: The status that says it in HTTP, which is the code, too.
  func refusal(_ problem: Problem, _ status: Int) -> Response {
    var body = JSONObject()
    for member in members {
      let name = ErrorResponses.plain(member.name)
      if member.name == code.name {
        body[member.name] = .number(JSONNumber(status))
      } else if ErrorResponses.messageNames.contains(name), member.types.contains("string") {
        body[member.name] = .string(problem.message)
      } else if ErrorResponses.successNames.contains(name), member.types.contains("boolean") {
        body[member.name] = false
      } else if member.isRequired, member.isNullable {
        body[member.name] = .null
      }
    }
    return Response(
      status: fixedStatus ?? status, headers: ["Content-Type": ErrorResponses.typeText(content.mediaType)],
      content: .bytes(JSONWriter.serialize(.object(body), sortedKeys: false)))
  }
}
