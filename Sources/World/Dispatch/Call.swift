import HTTPCore

/// One request on its way to an endpoint, with what it may use.
package struct Call: Sendable {
  package let request: Request
  package let parameters: PathParameters
  package let world: World
  /// Who asks; always set for endpoints with ``Endpoint/Access/bearer``.
  package let principal: Principal?

  /// A call from its parts.
  package init(request: Request, parameters: PathParameters, world: World, principal: Principal?) {
    self.request = request
    self.parameters = parameters
    self.world = world
    self.principal = principal
  }
}
