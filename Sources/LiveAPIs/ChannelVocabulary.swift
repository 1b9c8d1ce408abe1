/// The words of messages.
enum ChannelVocabulary {
  /// What a message of the server says has happened.
  static let verbs: [String: Set<ChannelModel.WriteCondition.Verb>] = {
    var verbs: [String: Set<ChannelModel.WriteCondition.Verb>] = [:]
    let created = [
      "created", "create", "added", "add", "new", "placed", "posted", "registered", "inserted", "submitted", "sent",
      "received", "issued", "booked", "published", "incoming", "arrived",
    ]
    let updated = [
      "updated", "update", "changed", "change", "edited", "edit", "modified", "patched", "moved", "saved", "renamed",
    ]
    let deleted = ["deleted", "delete", "removed", "remove", "destroyed", "erased", "purged"]
    for word in created { verbs[word] = [.created] }
    for word in updated { verbs[word] = [.updated] }
    for word in deleted { verbs[word] = [.deleted] }
    for word in ["upserted", "upsert"] { verbs[word] = [.created, .updated] }
    return verbs
  }()

  /// Words of names that say nothing about what happened.
  static let fillers: Set<String> = [
    "event", "events", "message", "messages", "notification", "notifications", "payload", "data", "on", "the", "a",
    "msg",
    "evt", "push", "stream", "feed", "channel", "topic", "ws", "v1", "v2", "live", "info", "was", "has", "been", "is",
    "of",
    "to", "for", "server", "client",
  ]

  static let subscribe: Set<String> = ["subscribe", "sub", "listen", "join", "watch"]
  static let unsubscribe: Set<String> = ["unsubscribe", "unsub", "leave", "unwatch", "unlisten"]
  static let authenticate: Set<String> = [
    "auth", "authenticate", "authentication", "login", "identify", "authorize", "signin",
  ]
  static let ping: Set<String> = ["ping", "heartbeat", "keepalive", "heart"]
  static let pong: Set<String> = ["pong"]
  static let welcome: Set<String> = [
    "welcome", "connected", "hello", "ready", "open", "opened", "established", "greeting",
  ]
  static let answers: Set<String> = [
    "ack", "acknowledgement", "acknowledgment", "subscribed", "unsubscribed", "confirmation", "confirmed", "response",
    "reply",
    "result", "authenticated", "subscription", "subscriptions", "joined", "left", "pong", "ok", "success", "accepted",
  ]
  static let errors: Set<String> = [
    "error", "errors", "failure", "failed", "rejected", "exception", "nack", "denied", "invalid",
  ]
  static let questions: Set<String> = [
    "get", "list", "fetch", "query", "request", "read", "load", "history", "search", "find",
  ]

  /// What a client's message asks for.
  static let create: Set<String> = [
    "create", "send", "post", "add", "new", "place", "publish", "submit", "write", "insert", "make", "open", "say",
  ]
  static let update: Set<String> = ["update", "edit", "change", "modify", "set", "move", "patch", "rename"]
  static let delete: Set<String> = ["delete", "remove", "destroy", "erase"]

  /// What clients send of themselves, and do not need to hear again.
  static let ofSender: Set<String> = [
    "typing", "presence", "cursor", "seen", "read", "position", "location", "move", "moved", "activity", "idle", "draw",
  ]
  /// States that say that something was carried out, the most certain first.
  static let goodStates = [
    "ok", "success", "succeeded", "accepted", "confirmed", "acknowledged", "done", "completed", "delivered", "received",
    "executed",
  ]

  /// Properties that tell the kinds of messages apart.
  static let marks: Set<String> = [
    "type", "event", "eventtype", "eventname", "action", "op", "kind", "messagetype", "msgtype", "method", "cmd",
    "command",
    "topic", "t", "e",
  ]
  /// Properties that hold the record itself.
  static let wrappers: Set<String> = [
    "data", "payload", "record", "object", "resource", "item", "body", "entity", "after", "current", "content",
    "result", "d",
    "message", "attributes", "detail", "details",
  ]
  /// Properties that hold the record as it was.
  static let former: Set<String> = ["before", "previous", "old", "prior", "original", "former"]
  /// Properties that hold when the message was sent.
  static let times: Set<String> = [
    "timestamp", "time", "sentat", "occurredat", "eventtime", "emittedat", "ts", "at", "date", "datetime", "occurredon",
    "eventdate", "senttime", "servertime", "publishedat", "recordedat", "measuredat", "observedat", "receivedat",
    "capturedat",
    "lastupdated", "asof", "timestampms", "tsms", "timems", "eventtimems", "createdat",
  ]
  /// Properties that hold the message's own id.
  static let identifiers: Set<String> = ["eventid", "messageid", "msgid", "notificationid", "uuid"]
  /// Properties that hold the message's number.
  static let sequences: Set<String> = ["sequence", "seq", "sequencenumber", "offset", "cursor", "nonce", "s"]
  /// Properties by which a reply names the message that it answers.
  static let correlations: Set<String> = [
    "requestid", "reqid", "correlationid", "id", "ref", "nonce", "clientid", "clientmessageid", "tempid", "seq",
    "messageid",
  ]
  /// Properties of a subscription that name channels, events or topics.
  static let channelLists: Set<String> = [
    "channel", "channels", "topic", "topics", "event", "events", "stream", "streams", "subscription", "subscriptions",
    "feed",
    "feeds",
  ]
}
