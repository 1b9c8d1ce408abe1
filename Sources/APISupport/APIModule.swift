import HTTPCore
import Options
import Store
import World

/// One documented API: its routes, its tables and how it renders refusals. A new API is a target with a type that
/// conforms to this, a line in the registry, a folder of seeds and an OpenAPI document.
package protocol APIModule: Sendable {
  /// The short name: issuer of its tokens, folder of its seeds, prefix of its alias paths.
  var name: String { get }
  /// The name as its makers write it.
  var title: String { get }
  /// The path that all its routes begin with, such as `/v1`.
  var basePath: String { get }
  /// The paths below which it handles unknown routes, ``basePath`` unless it says otherwise; of two
  /// APIs whose paths cover a request the one with the longer path handles it (CONTRACT C7).
  var coveredPaths: [String] { get }
  /// The host name in its document; requests with this `Host` belong to it (CONTRACT §1).
  var documentedHost: String { get }
  /// Other host names of the service, such as that of its staging; requests with these belong to it too.
  var furtherHosts: [String] { get }
  /// The limits that hold by default, nil for none (CONTRACT D2).
  var documentedLimits: RateLimitPolicy? { get }
  /// The documented token lifetimes.
  var lifetimes: World.Lifetimes { get }
  /// Its tables.
  var schema: [SchemaStep] { get }
  /// Its operations.
  var endpoints: [Endpoint] { get }

  /// Whether its documented clients write the question mark of a query as `%3F` (CONTRACT G7). Then a `GET` of a path
  /// that is none of its routes as it stands is read again, with what follows the mark as the query.
  var hasClientsThatEncodeQueries: Bool { get }

  /// Whether the case of its paths does not matter, as for servers made with Express.
  var ignoresCaseOfPaths: Bool { get }

  /// Whether it is an API that the user brought along: its paths win over those of the others.
  var isOwn: Bool { get }

  /// Fills its empty tables, but for those that ``DeferredSeeds`` fills when they are first asked for.
  ///
  /// - Throws: ``SeedFolder/Failure`` when a file is missing, ``StoreError`` when the data do not fit.
  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws

  /// Looks at the seed files that ``seed(_:from:into:)`` leaves for later, so that what is wrong with a user's own files
  /// is reported at the start.
  ///
  /// - Throws: ``SeedFolder/Failure`` that names the file, and the record in it.
  func check(_ seeds: SeedSource) throws

  /// Fills a table with the rows that ``DeferredSeeds`` would load when a client first asks for them, for people and
  /// programs that look at the table first. Rows below other records are left for later: their number has no bound.
  ///
  /// - Throws: ``Problem`` that describes an error in the files, ``StoreError``.
  func loadRows(ofTable table: String, in world: World) throws

  /// Whether an account is there, by the id that its tokens have. A token of one that is gone is refused.
  func hasAccount(_ id: String, _ connection: Connection) throws -> Bool

  /// The ids of the requests that the API itself sends, such as webhooks.
  var sentOperations: [String] { get }

  /// The accounts that there are, at most ``AccountName/maximumCount`` of them, for conditions that
  /// name one.
  func accounts(_ connection: Connection) throws -> [AccountName]

  /// Whether it has accounts for which it issues tokens.
  var issuesTokens: Bool { get }

  /// The id of an account, by its id or by the name that it signs in with; without a name that of the account that is
  /// there for trying out. Nil if it is not there.
  func account(named name: String?, in world: World) throws -> String?

  /// The headers with which a request shows a token.
  func headers(showing token: String) -> [(name: String, value: String)]

  /// The first accounts of a world, for people and programs that want to sign in.
  ///
  /// - Parameters:
  ///   - limit: The most accounts.
  func firstAccounts(in world: World, limit: Int) throws -> [AccountName]

  /// Renders a refusal in its documented error shape.
  func render(_ problem: Problem, _ context: RefusalContext) -> Response

  /// Its WebSocket paths that announce changes.
  var channels: [ChannelPlan] { get }
  /// Its message broker, nil when it has none.
  var messaging: MessagingPlan? { get }
  /// The options that it declares, besides those that are the same for all.
  var options: [OptionDeclaration<APIOptionValues>] { get }
  /// What changes by itself while the server runs, at the intervals that its options say.
  func simulations(_ options: APIOptionValues) -> [Simulation]
  /// What will happen in a world when its time passes, besides the steps of simulations and the ends of tokens.
  func upcoming(in world: World) throws -> [UpcomingEvent]
  /// Control calls below `/_mock/` that only this API has.
  var controls: [Endpoint] { get }
  /// Its records whose changes can be followed.
  var changeSources: [ChangeSource] { get }
  /// Make what passes changes of a world on to its sockets; see ``ChangeRelay`` for what that must not hold.
  var relays: [@Sendable (World) -> ChangeRelay] { get }

  /// Accounts that can sign in, to be shown at start.
  var sampleAccounts: [SampleAccount] { get }
  /// What to say at start of how to get in when there are no accounts.
  var admission: String { get }
}

extension APIModule {
  package func check(_ seeds: SeedSource) throws {}
  package func loadRows(ofTable table: String, in world: World) throws {}
  package func hasAccount(_ id: String, _ connection: Connection) throws -> Bool { true }
  package func accounts(_ connection: Connection) throws -> [AccountName] { [] }
  package var issuesTokens: Bool { !sampleAccounts.isEmpty }
  package func account(named name: String?, in world: World) throws -> String? {
    guard let wanted = name ?? sampleAccounts.first?.user else { return nil }
    return try world.store.read { try accounts($0) }.first { $0.id == wanted || $0.login == wanted }?.id
  }
  package func headers(showing token: String) -> [(name: String, value: String)] {
    [("Authorization", "Bearer \(token)")]
  }
  package func firstAccounts(in world: World, limit: Int) throws -> [AccountName] {
    let accounts: [AccountName] = try world.store.read { connection in try self.accounts(connection) }
    return Array(accounts.prefix(limit))
  }
  package var sentOperations: [String] { [] }
  package var sampleAccounts: [SampleAccount] { [] }
  package var admission: String { "" }
  package var hasClientsThatEncodeQueries: Bool { false }
  package var ignoresCaseOfPaths: Bool { false }
  package var isOwn: Bool { false }
  package var furtherHosts: [String] { [] }
  package var coveredPaths: [String] { [basePath] }
  package var channels: [ChannelPlan] { [] }
  package var messaging: MessagingPlan? { nil }
  package var options: [OptionDeclaration<APIOptionValues>] { [] }
  package func simulations(_ options: APIOptionValues) -> [Simulation] { [] }
  package func upcoming(in world: World) throws -> [UpcomingEvent] { [] }
  package var controls: [Endpoint] { [] }
  package var changeSources: [ChangeSource] { [] }
  package var relays: [@Sendable (World) -> ChangeRelay] { [] }
}

/// An account of the seed data, as a person would type it.
package struct SampleAccount: Sendable, Equatable {
  package let user: String
  package let password: String

  /// An account that signs in with a user name or an e-mail address.
  package init(user: String, password: String) {
    (self.user, self.password) = (user, password)
  }
}
