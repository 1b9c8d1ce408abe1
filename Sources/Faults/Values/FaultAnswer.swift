import HTTPCore

/// Answers that faults give where no API's own shape is to be had.
enum FaultAnswer {
  /// The shape that most of the documented APIs share, with a code that says where it comes from.
  static func refusal(status: Int, _ message: String) -> Response {
    .json(["error": ["code": "INJECTED_FAULT", "message": .string(message)]], status: status)
  }

  /// None that the client will see; it stands for what became of the connection.
  static func none(_ ending: ResponseDelivery.Ending) -> Response {
    var response = Response(status: 503)
    response.setDelivery { $0.ending = ending }
    return response
  }
}

extension Response {
  /// Changes the way in which the answer goes out.
  mutating func setDelivery(_ change: (inout ResponseDelivery) -> Void) {
    var changed = delivery ?? ResponseDelivery()
    change(&changed)
    delivery = changed
  }
}
