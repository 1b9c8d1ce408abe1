import Contract
import HTTPCore
import JSON
import Resources
import Synthesis
import World

// What requests without content say in their queries.

extension OperationHandler {
  /// Whether its query may hold what a record is to be, whatever its method.
  var takesQuery: Bool { [.create, .update, .replace].contains(operation.kind) }

  /// The request with what its query says of a record, where it has no content, in the types that records have: the number
  /// of `POST /bookings?room-id=5` although the document calls it a text. Ids that name the record or its parents are no
  /// properties.
  func withTypesOfRecord(_ sent: RequestBody, _ call: Call, _ documented: DocumentedOperation) -> RequestBody {
    guard let collection, call.request.body.isEmpty, documented.requestContent.isEmpty,
      let said = sent.body?.object, operation.account == nil
    else { return sent }
    var content = JSONObject()
    for one in said.members {
      if one.key == operation.idParameter || operation.scopes.contains(where: { $0.parameter == one.key }) { continue }
      content[one.key] = one.value
      guard let member = collection.members[collection.memberName(like: one.key)], let text = sent.query[one.key],
        !api.maker.allows(one.value, on: member.place)
      else { continue }
      let value = FormReader(api.maker).leaf(text, member.place)
      if api.maker.allows(value, on: member.place) { content[one.key] = value }
    }
    var sent = sent
    sent.body = content.isEmpty ? nil : .object(content)
    return sent
  }

  /// The call with the ids of parents that its query names in place of those that paths name.
  func namingParentsOfQuery(_ call: Call, _ checked: CheckedRequest) throws(Problem) -> Call {
    guard operation.scopes.contains(where: \.isInQuery) else { return call }
    let query = try checked.query()
    var call = call
    for scope in operation.scopes where scope.isInQuery {
      if let id = query[scope.parameter] { call.parameters[scope.parameter] = id }
    }
    return call
  }
}
