import APISupport
import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import World

/// What another target adds to a custom API, such as its channels.
package protocol CustomAPIPart: AnyObject, Sendable {
  /// Its operations, besides those of the API's paths.
  var endpoints: [Endpoint] { get }
  /// The paths at which its streams take the place of the operations, whatever a client accepts.
  var streamedPaths: Set<String> { get }
  /// Make what passes changes of a world on.
  var relays: [@Sendable (World) -> ChangeRelay] { get }
  /// The ids of the operations that it follows: those with callbacks.
  var followedOperations: Set<String> { get }
  /// How clients reach the world's broker; nil where the API has none.
  var messaging: MessagingPlan? { get }
  /// The ids of the requests that it sends itself.
  var sentOperations: [String] { get }

  /// An operation of ``followedOperations`` was carried out.
  func answered(_ operation: OperationDescription, _ call: Call, _ response: Response)
}

extension CustomAPI {
  /// What the document says of a parameter in words, there or in its schema.
  func description(of parameter: DocumentedOperation.Parameter) -> String? {
    guard let place = parameter.place else { return nil }
    let holder = JSONPointer(Array(place.tokens.dropLast()))
    return document.root[holder]?["description"]?.string ?? document.root[place]?["description"]?.string
  }

  /// Adds a part, before the API is served.
  package func add(_ part: any CustomAPIPart) { parts.withLock { $0.append(part) } }

  package var messaging: MessagingPlan? { parts.withLock(\.self).lazy.compactMap(\.messaging).first }

  package var sentOperations: [String] { parts.withLock(\.self).flatMap(\.sentOperations) }

  /// Tells parts of an operation that was carried out.
  func report(_ operation: OperationDescription, _ call: Call, _ response: Response) {
    guard response.status < 300 else { return }
    for part in parts.withLock(\.self) where part.followedOperations.contains(operation.operationID) {
      part.answered(operation, call, response)
    }
  }

  /// The stored records of a resource, those of all parents, without generating any.
  package func records(
    of resource: String, in world: World, limit: Int, isNewestFirst: Bool = false
  ) -> [JSONObject] {
    guard let collection = collections[resource],
      (try? world.store.require(table: collection.documents.name)) != nil
    else { return [] }
    var query = collection.query([:])
    query.limit = limit
    if isNewestFirst { query.order = RowQuery.Part("number DESC", []) }
    let records = try? world.store.read { try collection.documents.records($0, query) }
    return (records ?? []).map(\.content)
  }

  /// The id of a record as a response shows it; nil where it shows none.
  package func recordID(of content: JSONObject, in resource: String) -> String? {
    collections[resource]?.idText(content)
  }

  /// The endpoints of operations and of sockets. Where both have a path, a request to switch protocols and one that
  /// accepts events is for the socket, and any other for the operation.
  func beside(_ sockets: [Endpoint], _ operations: [Endpoint]) -> [Endpoint] {
    func isShared(_ one: Endpoint, with others: [Endpoint]) -> Bool {
      others.contains { $0.method == one.method && $0.pattern.matchesLike(one.pattern) }
    }
    let streamed = parts.withLock(\.self).reduce(into: Set<String>()) { $0.formUnion($1.streamedPaths) }
    return operations.map { isShared($0, with: sockets) ? $0.scoring { _, _ in 0 } : $0 }
      + sockets.map { socket in
        guard isShared(socket, with: operations) else { return socket }
        return streamed.contains(socket.pattern.description)
          ? socket.scoring { _, _ in 1 } : socket.scoring(Self.socketScore)
      }
  }

  private static let socketScore: Endpoint.MatchScore = { request, _ in
    let isForSocket =
      request.headers.contains(token: "websocket", in: "Upgrade")
      || request.headers["Accept"]?.contains("text/event-stream") == true
    guard isForSocket else { throw Problem(.upgradeRequired, "the request does not ask to switch protocols") }
    return 1
  }

  package var relays: [@Sendable (World) -> ChangeRelay] {
    lifecycleRelays + parts.withLock(\.self).flatMap(\.relays)
  }

  private var lifecycleRelays: [@Sendable (World) -> ChangeRelay] {
    guard let table = lifecycleTable else { return [] }
    return [
      { [self] world in
        let runner = LifecycleRunner(self, table, world)
        world.timedWork.add(runner, "lifecycles of \(name)") { runner.catchUp() }
        runner.begin()
        return ChangeRelay(ChangeFilter(api: name), isHeard: { true }, pass: { runner.note($0) })
      }
    ]
  }

  /// A stored record without what no response shows.
  package func shown(_ record: JSONObject, of resource: String) -> JSONObject {
    guard let accounts, accounts.resource.name == resource else { return record }
    return AccountNames.withoutPasswords(record, accounts)
  }

  /// The account that a record belongs to, where each account sees its own records only; nil for records of all.
  package func privateOwner(of record: JSONObject, in resource: String, below parents: [String: String]) -> String? {
    guard let collection = collections[resource], collection.isPrivate else { return nil }
    if let accounts, let owner = parents[accounts.resource.name] { return owner }
    return collection.resource.ownerMembers.lazy.compactMap { record[$0] }.compactMap { value in
      value.object.flatMap { self.accounts?.idText($0) } ?? RecordCollection.text(value)
    }.first
  }

  /// The account whose token came with a request; nil for none, and for a token that was not issued here.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired` for a token that has ended, and with
  ///   `--accounts strict` for one that was not issued here.
  package func account(of token: String, in world: World) throws(Problem) -> Principal? {
    guard world.accessTokens.owner(of: token)?.api == name else {
      guard accounts != nil, world.options.accounts.isStrict else { return nil }
      throw Problem(.unauthenticated, "the token was not issued here; sign in to get one")
    }
    return try world.accessTokens.verify(token, api: name)
  }
}
