import HTTPCore

/// Paths as the clients of an API write them, which is not always as its document does.
extension RouteTable {
  /// Finds where a request leads, without a look at its content or at any world. One that leads nowhere as it stands gets
  /// its query taken from where the documented client of its API puts it (CONTRACT G7).
  func locate(_ request: inout Request) -> Resolution {
    let resolution = locate(request.method, request.target, request.headers)
    guard case .notFound = resolution.match else { return resolution }
    if resolution.owner.ignoresCaseOfPaths, let meant = locateIgnoringCase(&request, owner: resolution.owner) {
      return meant
    }
    guard resolution.owner.hasClientsThatEncodeQueries, request.method == .get,
      let target = request.target.withEncodedQueryTaken
    else { return resolution }
    let meant = locate(request.method, target, request.headers)
    guard case .target = meant.match else { return resolution }
    request.target = target
    return meant
  }

  /// Where a request leads whose path is written in small letters; nil when that is nowhere, or another API's.
  private func locateIgnoringCase(_ request: inout Request, owner: Owner) -> Resolution? {
    let path = request.target.rawPath
    let small = path.lowercased()
    guard small != path else { return nil }
    let target = RequestTarget(authority: request.target.authority, rawPath: small, rawQuery: request.target.rawQuery)
    let meant = locate(request.method, target, request.headers)
    guard !meant.isMissing, meant.owner === owner else { return nil }
    request.target = target
    return meant
  }
}
