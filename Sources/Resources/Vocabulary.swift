/// The words that names in APIs are made of, by what they say. English, and Spanish where APIs are named so.
package enum Vocabulary {
  /// Verbs that say what an operation does with a record, in place of its method.
  static let create: Set<String> = ["create", "new", "add", "insert", "register", "post", "crear", "nuevo", "alta"]
  static let list: Set<String> = ["list", "all", "index", "listar", "todos"]
  static let read: Set<String> = [
    "get", "read", "show", "info", "fetch", "retrieve", "detail", "details", "view", "obtener", "ver",
  ]
  static let update: Set<String> = ["update", "edit", "modify", "patch", "set", "actualizar", "editar", "modificar"]
  static let delete: Set<String> = ["delete", "remove", "destroy", "erase", "eliminar", "borrar", "baja"]
  static let search: Set<String> = [
    "search", "find", "query", "lookup", "filter", "autocomplete", "suggest", "buscar", "busqueda", "suche",
    "rechercher", "searches",
  ]

  /// What lists of the records of others are called.
  static let feeds: Set<String> = [
    "feed", "feeds", "timeline", "timelines", "home", "latest", "newest", "recent", "popular", "trending", "featured",
    "recommended", "explore", "discover",
  ]

  /// Verbs that act on a record.
  static let actions: Set<String> = [
    "abort", "accept", "acknowledge", "activate", "adjust", "allocate", "annotate", "apply", "approve", "archive",
    "assign", "attach", "authenticate", "authorize", "authorise", "backup", "ban", "block", "book", "boost", "bookmark",
    "build", "calculate", "cancel", "capture", "charge", "check", "checkin", "checkout", "claim", "clean", "clear",
    "clone", "close", "commit", "compare", "complete", "compute", "confirm", "connect", "consume", "convert", "copy",
    "deactivate", "decline", "decrypt", "deliver", "deny", "deploy", "deposit", "detach", "disable", "disconnect",
    "discard", "dismiss", "dispatch", "dispute", "download", "duplicate", "enable", "encrypt", "end", "enqueue",
    "enroll", "enrol", "recharge", "topup", "escalate", "estimate", "evict", "execute", "expire", "explain", "export",
    "extend", "fail", "favorite", "favourite", "finalize", "finalise", "finish", "flag", "follow", "fork", "freeze",
    "fulfill", "fulfil", "generate", "grant", "hide", "hold", "ignore", "import", "increment", "decrement", "install",
    "invalidate", "invite", "invoke", "join", "kick", "launch", "leave", "like", "link", "listen", "lock", "login",
    "logout", "mark", "match", "merge", "migrate", "move", "mute", "notify", "open", "order", "parse", "pause", "pay",
    "pin", "ping", "play", "power", "predict", "prepare", "preview", "process", "promote", "demote", "provision",
    "publish", "purchase", "purge", "push", "pull", "rate", "react", "reactivate", "reassign", "rebase", "reboot",
    "rebuild", "recalculate", "recover", "redeem", "refresh", "refund", "regenerate", "reject", "release", "reload",
    "rename", "render", "renew", "reopen", "reorder", "repeat", "replay", "reply", "repost", "request", "reschedule",
    "resend", "reserve", "reset", "resize", "resolve", "restart", "restore", "resubmit", "resume", "retry", "retweet",
    "return", "reverse", "revert", "review", "revoke", "rollback", "rotate", "run", "rerun", "save", "scale",
    "schedule", "seek", "send", "share", "ship", "shutdown", "shuffle", "sign", "signin", "signout", "signup",
    "simulate", "skip", "snooze", "split", "star", "start", "stop", "submit", "subscribe", "suspend", "swap", "sync",
    "synchronize", "tag", "terminate", "test", "toggle", "touch", "track", "transcribe", "transfer", "translate",
    "trash", "trigger", "turn", "unarchive", "unassign", "unban", "unblock", "unbookmark", "undelete", "undo",
    "unfavorite", "unflag", "unfollow", "unfreeze", "unhide", "uninstall", "unlike", "unlink", "unlock", "unmute",
    "unpin", "unpublish", "unshare", "unstar", "unsubscribe", "unsuspend", "unwatch", "upgrade", "downgrade", "upload",
    "upvote", "downvote", "validate", "verify", "void", "vote", "wait", "wake", "watch", "withdraw", "write", "leave",
    "enter", "exit", "cancelar", "cerrar", "abrir", "publicar", "archivar", "completar", "aprobar", "rechazar",
    "iniciar", "finalizar", "activar", "desactivar", "pagar", "enviar", "confirmar", "anular", "reservar", "devolver",
    "terminar", "entregar", "empezar", "comenzar", "pausar", "reanudar", "validar", "reembolsar", "bloquear",
    "desbloquear", "seguir",
  ]

  /// Names, without `id`, of properties by which something names what it replies to, as ``Words/key(_:)``.
  package static let replying: Set<String> = ["inreplyto", "replyto", "repliedto", "replytarget"]

  /// Words before `Id` that say that somebody else's system has the record by this id.
  static let foreign: Set<String> = ["external", "ext", "legacy", "foreign"]

  /// The same beside the name of the record's own kind: `clientOrderId` of an order is what its client calls it.
  static let naming: Set<String> = [
    "client", "merchant", "vendor", "partner", "provider", "supplier", "custom", "own", "gateway", "processor",
    "platform", "exchange", "broker", "bank", "remote", "public", "internal",
  ]

  /// Members that hold an answer's records, or the one record, whatever they are.
  static let listWrappers = [
    "data", "items", "results", "records", "entries", "content", "value", "values", "rows", "list", "elements",
    "objects", "member", "result", "hits", "nodes", "collection", "resources", "docs", "documents", "datos",
    "resultados", "elementos", "registros",
  ]
  static let recordWrappers = [
    "data", "result", "item", "record", "response", "payload", "entity", "object", "resource", "body", "attributes",
    "datos", "resultado",
  ]
  static let nesting = [
    "data", "result", "results", "response", "payload", "embedded", "body", "content", "datos", "resultado", "list",
    "d",
  ]

  /// What the object that shows a record is called after the property with its id: `maker_detail` beside `maker`.
  package static let details = ["detail", "details", "data", "info", "object", "obj", "summary", "expanded"]

  /// What people are called by what they have to do with a record.
  static let people: Set<String> = [
    "owner", "author", "creator", "assignee", "assigner", "reporter", "reviewer", "editor", "approver", "sender",
    "recipient", "receiver", "participant", "host", "organizer", "organiser", "manager", "follower", "poster",
    "uploader", "requester", "seller", "buyer", "autor", "usuario",
  ]

  /// What a name says, when it begins with one of the verbs above: `listUsers` is `list` and `Users`.
  enum Verb { case create, list, read, update, delete, search, action }

  static func verb(_ word: String) -> Verb? {
    if create.contains(word) { return .create }
    if list.contains(word) { return .list }
    if read.contains(word) { return .read }
    if update.contains(word) { return .update }
    if delete.contains(word) { return .delete }
    if search.contains(word) { return .search }
    return actions.contains(word) ? .action : nil
  }
}
