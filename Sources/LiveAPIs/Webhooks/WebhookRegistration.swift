import JSON
import OpenAPI
import Resources
import Synthesis

/// Where clients register an address for webhooks: a resource such as `webhooks`, whose records have a URL.
struct WebhookRegistration: Sendable {
  let resource: String
  /// The property with the URL, by its path in a record; likewise the others, nil for none.
  let url: [String]
  let secret: [String]?
  /// The property with the names of the wanted events.
  let events: [String]?
  /// The flag without which nothing is delivered.
  let active: [String]?
  /// The events that a record may name; empty where any may be.
  let eventNames: [String]

  private static let urls: Set<String> = [
    "url", "callbackurl", "targeturl", "endpoint", "endpointurl", "webhookurl", "hookurl", "uri", "notificationurl",
    "deliveryurl", "destination", "destinationurl", "posturl", "callback", "address", "payloadurl", "httpurl",
  ]
  private static let secrets: Set<String> = [
    "secret", "signingsecret", "webhooksecret", "secretkey", "signaturekey", "hmacsecret", "signingkey", "sharedsecret",
  ]
  private static let eventMembers: Set<String> = [
    "events", "event", "eventtypes", "enabledevents", "topics", "topic", "subscribedevents", "eventtype", "triggers",
    "eventnames", "subscriptions", "types",
  ]
  private static let flags: Set<String> = ["active", "enabled", "isactive", "isenabled"]
  private static let configurations: Set<String> = ["config", "configuration", "settings", "options", "attributes"]

  /// The registrations of an API.
  static func all(_ model: APIModel, _ maker: ValueGenerator) -> [WebhookRegistration] {
    model.resources.compactMap { WebhookRegistration($0, maker) }
  }

  private init?(_ resource: ResourceDescription, _ maker: ValueGenerator) {
    let words = Words.split(resource.name).map(Words.singular)
    let isHook = words.contains { ["webhook", "hook", "callback"].contains($0) }
    let isSubscription = words.contains { ["subscription", "endpoint", "subscriber", "notification"].contains($0) }
    // Few resources are called so; the schemas of all would take most of a large document's start.
    guard isHook || isSubscription else { return nil }
    let members = maker.members(of: resource.schema)
    func find(_ names: Set<String>, isText: Bool = false) -> (path: [String], member: ValueGenerator.Member)? {
      for member in members where names.contains(Words.key(member.name)) && (!isText || member.types.contains("string"))
      {
        return ([member.name], member)
      }
      for outer in members where Self.configurations.contains(Words.key(outer.name)) {
        for member in maker.members(of: outer.place) where names.contains(Words.key(member.name)) {
          return ([outer.name, member.name], member)
        }
      }
      return nil
    }
    guard let url = find(Self.urls, isText: true) else { return nil }
    let events = find(Self.eventMembers)
    guard isHook || events != nil else { return nil }
    self.resource = resource.name
    self.url = url.path
    (secret, self.events, active) = (find(Self.secrets)?.path, events?.path, find(Self.flags)?.path)
    let place = events.map { maker.shape(of: $0.member.place).items ?? $0.member.place }
    eventNames = place.flatMap { maker.shape(of: $0).values }?.compactMap(\.string).filter { $0 != "*" } ?? []
  }

  /// The channel of what registered addresses get where the document describes no webhooks: a message for each event that
  /// a record may name, else for each write of the API's records.
  static func channel(_ model: APIModel, _ maker: ValueGenerator) -> ChannelDocument? {
    let registrations = all(model, maker)
    guard let first = registrations.first else { return nil }
    var names = first.eventNames
    if names.isEmpty {
      let own = Set(registrations.map(\.resource))
      names = model.resources.filter { !own.contains($0.name) && !$0.isSingleton }.flatMap { resource -> [String] in
        let kinds = Set(model.operations.filter { $0.resource == resource.name }.map(\.kind))
        let singular = Words.split(resource.name).dropLast() + [Words.singular(Words.split(resource.name).last ?? "")]
        let name = singular.joined(separator: "_")
        return (kinds.contains(.create) ? ["\(name).created"] : [])
          + (kinds.isDisjoint(with: [.update, .replace, .action]) ? [] : ["\(name).updated"])
          + (kinds.contains(.delete) ? ["\(name).deleted"] : [])
      }
    }
    guard !names.isEmpty else { return nil }
    return ChannelDocument.webhooks(named: names)
  }

  /// An address that a record registers, unless it is not active.
  func destination(_ record: JSONObject) -> WebhookDestination? {
    func value(_ path: [String]?) -> JSONValue? {
      path.flatMap { path in path.reduce(JSONValue.object(record)) { $0?[$1] } }
    }
    guard let url = value(url)?.string, value(active)?.bool != false else { return nil }
    let names = value(events)
    let wanted = names?.array?.compactMap(\.string) ?? names?.string.map { [$0] } ?? []
    return WebhookDestination(url: url, secret: value(secret)?.string, events: wanted)
  }
}

/// An address that gets webhooks.
struct WebhookDestination: Sendable, Hashable {
  let url: String
  /// The key of signatures; nil for none.
  var secret: String?
  /// The names of the events that it gets; empty for all.
  var events: [String] = []

  /// Whether it gets the messages of a name.
  func wants(_ name: String) -> Bool {
    let key = Words.key(name)
    return events.isEmpty
      || events.contains { event in
        if event == "*" || event == "all" { return true }
        // `order.*`
        if event.hasSuffix("*") { return key.hasPrefix(Words.key(String(event.dropLast()))) }
        return Words.key(event) == key
          || Words.split(event).map(Words.singular) == Words.split(name).map(Words.singular)
      }
  }
}
