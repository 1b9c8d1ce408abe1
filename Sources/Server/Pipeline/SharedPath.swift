import HTTPCore
import JSON
import World

/// Which of several APIs a request belongs to when all of them have its path (CONTRACT C1, C2).
enum SharedPath {
  /// A request that is to be judged, and the world that may be asked about it.
  struct Claimant {
    let request: Request
    let world: World
  }

  /// Why a request is none of an API's.
  struct Refusal {
    let owner: RouteTable.Owner
    let problem: Problem
  }

  /// Whether an endpoint may join others on their path: another API's, and all have a claim.
  static func mayShare(_ target: RouteTable.Target, with others: [RouteTable.Target]) -> Bool {
    target.endpoint.claim != nil
      && others.allSatisfy { $0.endpoint.claim != nil && $0.owner.name != target.owner.name }
  }

  /// The endpoint whose claim is the highest; the first one of those without a claimant.
  static func match(
    _ targets: [RouteTable.Target], _ parameters: PathParameters, _ claimant: Claimant?
  ) -> RouteTable.Match {
    guard targets.count > 1 else { return targets.first.map { .target($0, parameters) } ?? .notFound }
    guard let claimant else { return .notFound }
    var best: (target: RouteTable.Target, strength: Int)?
    var refusals: [Refusal] = []
    for target in targets {
      do {
        let strength = try target.endpoint.claim?(claimant.request, claimant.world) ?? 0
        if best.map({ strength > $0.strength }) ?? true { best = (target, strength) }
      } catch let problem as Problem {
        refusals.append(Refusal(owner: target.owner, problem: problem))
      } catch {
        return .failed(error)
      }
    }
    return best.map { .target($0.target, parameters) } ?? .unclaimed(refusals)
  }

  /// One answer that a client of any of the APIs can read: the members of all their bodies together; of a member
  /// that several have, the first one's.
  static func union(_ refusals: [Refusal], _ context: RefusalContext) -> Response {
    var members = JSONObject()
    for refusal in refusals {
      let body = refusal.owner.render(refusal.problem, context).content.bytes
      for member in (try? JSONParser.parse(body))?.object?.members ?? [] where !members.contains(member.key) {
        members[member.key] = member.value
      }
    }
    return .json(.object(members), status: 400)
  }
}
