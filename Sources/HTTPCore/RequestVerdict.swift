/// A request compared with its API's document, which the pipeline passes to the endpoint. Targets that know documents know
/// its type.
package protocol RequestVerdict: AnyObject, Sendable {
  /// The id of the operation that the request was compared with.
  var operationID: String { get }
}
