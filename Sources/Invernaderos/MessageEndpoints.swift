import HTTPCore
import JSON
import Store
import World

/// The messages of the greenhouses, as the documented RealDataDto.
enum MessageEndpoints {
  private static let path = "\(Invernaderos.base)/greenhouse"

  static let all = [
    Endpoint(.get, "\(path)/messages/recent", "getRecentMessages", .bearer, answer: recent).slow(),
    Endpoint(.get, "\(path)/messages/range", "getMessagesByTimeRange", .bearer, answer: range).slow(),
    Endpoint(.get, "\(path)/messages/latest", "getLatestMessage", .bearer, answer: latest)
      .slow(when: World.isFarBehind),
    Endpoint(.get, "\(path)/cache/info", "getCacheInfo", .bearer, answer: cacheInfo).slow(when: World.isFarBehind),
  ]

  private static func recent(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let tenant = Reads.tenant(query)
    let limit = try Reads.clamped(query, "limit", default: 100, to: 1...1000, type: "Int")
    // Only the one tenant's responses are kept: clients can make up any number of names.
    guard tenant == SensorCatalogue.tenant else { return .json(.array([])) }
    let response = try Reads.cached(call, key: "recent/\(limit)") {
      try MessageSQL.recent($0, tenant: tenant, limit: Int(limit))
    }
    return response ?? .json(.array([]))
  }

  private static func latest(_ call: Call) throws -> Response {
    let tenant = Reads.tenant(try call.request.query())
    let response =
      tenant == SensorCatalogue.tenant
      ? try Reads.cached(call, key: "latest") { try MessageSQL.newest($0)?.body } : nil
    guard let response else {
      throw Problem(.notFound, "the tenant has no messages", field: "tenantId", value: tenant)
    }
    return response
  }

  /// Messages between two moments, both inclusive, newest first.
  private static func range(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let tenant = Reads.tenant(query)
    let from = try Reads.moment(query, "from")
    let to = try Reads.moment(query, "to")
    guard from <= to else {
      throw Reads.unusable("from", query["from"], "must not lie after \"to\"", type: "Instant")
    }
    // Messages have whole seconds: the first one that counts is the next whole second.
    let first = from.advanced(byNanoseconds: 999_999_999).seconds
    let page = try ListPart.read(query)
    guard first <= to.seconds else { return page?.response(Array("[]".utf8), total: 0, call) ?? .json(.array([])) }
    guard let page else {
      return .json(
        try Reads.read(call) { try MessageSQL.range($0, tenant: tenant, first...to.seconds) })
    }
    let (rows, total) = try Reads.read(call) { connection in
      (
        try MessageSQL.range(connection, tenant: tenant, first...to.seconds, page),
        try MessageSQL.count(connection, tenant: tenant, first...to.seconds)
      )
    }
    return page.response(rows, total: total, call)
  }

  /// The documented cache of a tenant's newest messages of a day, a thousand at most (CONTRACT §2.4); no member is ever
  /// null, since clients decode `Map<String, Any>`.
  private static func cacheInfo(_ call: Call) throws -> Response {
    let tenant = Reads.tenant(try call.request.query())
    let (capacity, lifetime) = (MessageSQL.rawCapacity, Int64(86_400))
    let since = call.world.clock.now.seconds - lifetime
    let cached = try Reads.read(call) { try MessageSQL.cached($0, tenant: tenant, since: since) }
    var info: JSONObject = [
      "tenantId": .string(tenant), "count": .number(JSONNumber(cached.count)),
      "totalMessages": .number(JSONNumber(cached.count)), "maxCapacity": .number(JSONNumber(Int(capacity))),
      "ttlSeconds": .number(JSONNumber(Int(lifetime))), "hasOldestMessage": .bool(cached.oldest != nil),
      "hasLatestMessage": .bool(cached.latest != nil),
    ]
    info["oldestMessage"] = cached.oldest.map { .string(Timestamp(seconds: $0).iso8601) }
    info["latestMessage"] = cached.latest.map { .string(Timestamp(seconds: $0).iso8601) }
    return .json(.object(info))
  }
}
