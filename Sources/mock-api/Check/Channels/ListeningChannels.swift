import Contract
import JSON

/// The channels of an API while requests are sent: those whose addresses are known are listened to.
struct ListeningChannels {
  let routes: ChannelRoutes
  private let run: ChannelRun
  private var waiting: [ChannelRoutes.Way]
  private var count = 0
  /// Channels that cannot be reached, with the reason.
  private(set) var unchecked: [(way: ChannelRoutes.Way, reason: String)] = []

  /// Nothing is opened yet.
  init(_ routes: ChannelRoutes) {
    self.routes = routes
    run = ChannelRun(routes.client, routes.options)
    waiting = routes.ways
  }

  /// Opens the channels whose parameters are known.
  ///
  /// - Parameters:
  ///   - token: That of the account; nil for none.
  ///   - all: Whether the others take what requests take, or are given up.
  mutating func open(_ requests: CheckRequests, token: String?, all: Bool) {
    var known: [(way: ChannelRoutes.Way, parameters: [String: String])] = []
    var later: [ChannelRoutes.Way] = []
    for way in waiting {
      do throws(ChannelRoutes.MissingParameter) {
        let parameters = try routes.parameters(of: way) { name, address in
          try? requests.text(ofParameter: name, in: address, onlyLearned: !all)
        }
        known.append((way, parameters))
      } catch {
        if all {
          unchecked.append((way, "needs --parameter \(error.name)=VALUE: the documents show no value"))
        } else {
          later.append(way)
        }
      }
    }
    waiting = later
    do throws(ContractError) {
      let connections = try routes.connections(known, token: token) { requests.withReferences($0) }
      run.begin(connections, from: count)
      count += connections.count
    } catch {
      unchecked += known.map { ($0.way, "\(error)") }
    }
  }

  /// Waits for the end of the listening time.
  func end() -> [ChannelOutcome] { run.end() }
}
