import HTTPCore
import JSON
import Records
import Resources
import World

// Requests that name the properties which they want to see.

extension OperationHandler {
  private static let maximumNames = 200

  /// The properties that the query of a request names, where the document says that only those come; nil for all.
  func chosenFields(_ call: Call) -> Set<String>? {
    guard !call.request.target.rawQuery.isEmpty, collection?.resource.resourceObject == nil,
      let parameter = describedQuery?.fieldsParameter, let query = try? call.request.query()
    else { return nil }
    let values = query.values(parameter) + query.values("\(parameter)[]")
    let names = values.flatMap { $0.split(separator: ",") }.prefix(Self.maximumNames).map {
      String($0).trimmingBlanks()
    }
    guard !names.isEmpty, !names.contains(where: { ["*", "all", "_all"].contains($0) }) else { return nil }
    return Set(names)
  }

  /// A record with the chosen properties, its id, and what it must have.
  func choosing(_ names: Set<String>?, of shown: JSONValue, _ collection: RecordCollection) -> JSONValue {
    guard let names, let content = shown.object,
      content.members.contains(where: { names.contains($0.key) })
    else { return shown }
    return .object(
      JSONObject(
        content.members.filter { member in
          names.contains(member.key) || collection.idPath.first == member.key
            || collection.members[member.key]?.isRequired == true
        }.map { ($0.key, $0.value) }))
  }
}
