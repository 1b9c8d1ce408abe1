import HTTPCore
import JSON
import Records
import Synthesis

/// What the fields of forms are, by the document (openapi/jsonplaceholder.yaml): text is all that a form holds, and typed
/// clients cannot read `"userId":"1"`.
enum FormFields {
  /// The members that are not plain texts, of each resource. Others are texts, and may be called anything.
  private static let schemas: JSONValue = {
    let id: JSONValue = ["type": "integer"]
    let text: JSONValue = ["type": "string"]
    func object(_ properties: JSONObject) -> JSONValue { ["type": "object", "properties": .object(properties)] }
    let geo = object(["lat": text, "lng": text])
    let address = object(["street": text, "suite": text, "city": text, "zipcode": text, "geo": geo])
    let company = object(["name": text, "catchPhrase": text, "bs": text])
    return [
      "users": object(["id": id, "address": address, "company": company]),
      "posts": object(["id": id, "userId": id]),
      "comments": object(["id": id, "postId": id]),
      "albums": object(["id": id, "userId": id]),
      "photos": object(["id": id, "albumId": id]),
      "todos": object(["id": id, "userId": id, "completed": ["type": "boolean"]]),
    ]
  }()

  private static let reader = FormReader(ValueGenerator(root: schemas))

  /// The members that fields stand for. A name that is repeated has an array of its values, and `address[city]` is a
  /// member of `address`; a value that its type cannot have stays text.
  ///
  /// - Throws: ``Problem`` for more names than a form may have, or one that is nested too deep.
  static func members(_ fields: QueryParameters, of resource: RelatedCollection) throws(Problem) -> JSONObject {
    try reader.value(fields.parameters, JSONPointer([resource.name])).object ?? JSONObject()
  }
}
