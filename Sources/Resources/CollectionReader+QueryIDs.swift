import JSONSchema

// Records that the query names at the path of all of them: `GET /order?orderId=5` beside `POST /order`.

extension CollectionReader {
  /// The parameter by which the query names one of a node's records although it need not be sent: GET shows one record, with
  /// the property that the parameter is called like, and POST makes one. nil for another node.
  func idOfQuery(_ node: CollectionNode) -> String? {
    guard node.canCreate, node.list == nil, !node.hasItems, let record = node.record.map(index.shape) else {
      return nil
    }
    let key = Words.singularKey(node.literal) + "id"
    guard record.members.contains(where: { $0.key == key && index.shape($0.node).isScalar }) else { return nil }
    let reading = node.operations.first { operations[$0].method == "GET" && targets[$0].form == .collection }
    return reading.flatMap { operations[$0].query.first { $0.key == key }?.name }
  }
}
