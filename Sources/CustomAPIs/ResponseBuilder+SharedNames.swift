import HTTPCore
import JSON
import Resources
import Synthesis

// What responses have in common with their requests.

extension ResponseBuilder {
  /// What a request has by the same names as the response: lists in its body, and parameters of its query.
  func namedAlike(_ sent: RequestBody, at place: JSONPointer) -> [(key: String, value: JSONValue)] {
    let members = api.maker.shape(of: place).members
    let lists = (sent.body?.object?.members ?? []).compactMap { member -> (key: String, value: JSONValue)? in
      guard let elements = member.value.array, elements.count <= Self.maximumAlike, let place = members[member.key],
        api.maker.allows(member.value, on: place)
      else { return nil }
      return (member.key, member.value)
    }
    return lists + asked(of: members)
  }

  private static let maximumAlike = 100

  /// The parameters of the query that a response has by the same names: the `party_size` of what is available.
  func asked(of members: [String: JSONPointer]) -> [(key: String, value: JSONValue)] {
    guard !call.request.target.rawQuery.isEmpty, let query = try? call.request.query() else { return [] }
    return documented.parameters.compactMap { parameter in
      guard parameter.location == .query, let place = members[parameter.name], let text = query[parameter.name] else {
        return nil
      }
      let value = FormReader(api.maker).leaf(text, place)
      return api.maker.allows(value, on: place) ? (parameter.name, value) : nil
    }
  }

  /// Has an answer show the records that the path names: `user_id` of `/users/{id}/follow`.
  func showNamed(
    in shown: inout JSONObject, _ place: JSONPointer, _ ids: [String: String], depth: Int
  ) {
    if ids.isEmpty { return }
    for (name, place) in api.maker.shape(of: place).members {
      let shape = api.maker.shape(of: place)
      if depth == 0, shape.types == ["object"] {
        var inner = shown[name]?.object ?? JSONObject()
        showNamed(in: &inner, place, ids, depth: 1)
        if !inner.isEmpty { shown[name] = .object(inner) }
      } else if shown[name] == nil, let id = ids[Words.key(name)] {
        let value = FormReader(api.maker).leaf(id, place)
        if api.maker.allows(value, on: place) { shown[name] = value }
      }
    }
  }
}
