import HTTPCore
import World

extension Pipeline {
  /// Carries out a request of the journal again, in the world that its header names, else in the world of the journal.
  /// There is no client to wait for: what would go out late or slowly is done at once.
  func resend(_ request: Request, in world: World) throws(Problem) -> Call.RepeatedRequest {
    var located = request
    let world = try worldLocator.namedByHeader(of: request) ?? world
    world.activate()
    let sentPath = request.basePath + request.target.rawPath
    let resolution = table.locate(&located)
    let context = RequestContext(
      consume located, in: world, resolution, settings, sentPath: sentPath,
      startedAt: SystemTime.monotonicNanoseconds())
    guard !context.isControl else { throw Problem(.conflict, "a call of the control plane is not sent again") }
    decideOwner(context)
    guard !context.isHandshake else {
      throw Problem(.conflict, "the handshake of a socket cannot be sent again without its client")
    }
    note(context)
    guard case .respond(let response) = handleNow(context) else {
      return Call.RepeatedRequest(status: nil, entry: nil)
    }
    let delivery = response.delivery
    let transmission: Transmission =
      switch delivery?.ending ?? .whole {
      case .whole: Transmission(.whole, hasHead: true, contentBytes: response.content.count)
      case .truncated(let count): Transmission(.truncated, hasHead: true, contentBytes: count)
      case .empty: .nothing(.empty)
      case .reset: .nothing(.reset)
      case .never: .nothing(.never)
      }
    delivery?.report?.settle(transmission)
    return Call.RepeatedRequest(status: transmission.hasHead ? response.status : nil, entry: context.entry)
  }
}
