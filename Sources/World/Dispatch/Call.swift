import HTTPCore

/// One request on its way to an endpoint, with what it may use.
package struct Call: Sendable {
  package let request: Request
  package let parameters: PathParameters
  package let world: World
  /// Who asks; always set for endpoints with ``Endpoint/Access/bearer``.
  package let principal: Principal?
  /// Carries out another request as if it had come by itself, for endpoints that bundle requests.
  package let perform: @Sendable (Request) -> Response

  /// A call from its parts.
  package init(
    request: Request, parameters: PathParameters, world: World, principal: Principal?,
    perform: @escaping @Sendable (Request) -> Response
  ) {
    self.request = request
    self.parameters = parameters
    self.world = world
    self.principal = principal
    self.perform = perform
  }
}
