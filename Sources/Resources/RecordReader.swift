import JSON
import JSONSchema

/// Finds what members of a record are for.
struct RecordReader {
  let index: SchemaIndex

  /// The member with the record's id, for a collection of this name whose paths name the id so.
  ///
  /// - Parameters:
  ///   - isRequest: Whether the shape is that of what a request sends, which holds the ids of other records.
  func idMember(
    _ shape: SchemaShape, literal: String, parameters: [ParameterFacts], isRequest: Bool = false
  ) -> String? {
    let own = Words.singularKey(literal)
    var scalars: [(name: String, key: String, shape: SchemaShape)] = []
    for member in shape.members {
      let inner = index.shape(member.node)
      if inner.isArray || inner.isObject { continue }
      scalars.append((member.name, member.key, inner))
    }
    // `@id` of JSON-LD is an address, not the id.
    func find(_ key: String) -> String? {
      (scalars.first { $0.name == key } ?? scalars.first { $0.key == key && !$0.name.hasPrefix("@") })?.name
    }
    func isID(_ parameter: ParameterFacts) -> Bool {
      ["id", "uuid", "guid"].contains(parameter.words.last ?? "")
    }
    for parameter in parameters {
      let key = parameter.key
      let words = parameter.words
      if words.contains("or") {
        let id = words.contains("id") ? ["id", "uid", "uuid", own + "id"].lazy.compactMap(find).first : nil
        if let name = id ?? words.lazy.compactMap(find).first { return name }
      }
      if key != own || own == "name", let name = find(key) {
        // A line of an order has an `id`, and the `product_id` of what was ordered.
        let plain = key.hasPrefix(own) && isID(parameter) && !isRequest ? scalars.first { $0.name == "id" } : nil
        guard let plain, let other = scalars.first(where: { $0.name == name }), plain.shape.types == other.shape.types
        else { return name }
        return plain.name
      }
      if key.hasPrefix(own), key != own, let name = find(String(key.dropFirst(own.count))) { return name }
      if words.count > 1, let last = words.last, let name = find(last) { return name }
      // `{repo}` and the like: what its description says, else the id, unless that is a number and this a text.
      guard !words.contains(where: ["id", "uuid", "sid", "guid"].contains) else { continue }
      if let name = named(parameter, scalars: scalars) { return name }
    }
    let usual = [
      "id", "pk", "uuid", "sid", "guid", "uid", own + "id", own + "uuid", own + "sid", "key", own + "key", "slug",
    ]
    for key in usual { if let name = find(key) { return name } }
    // What paths call by an id of another name may show it as that of a resource.
    if !isRequest, parameters.contains(where: isID), let name = find("resourceid") { return name }
    if isRequest, parameters.isEmpty { return nil }
    // Whom paths name is not whom a request with a password calls so.
    if isRequest, scalars.contains(where: { AccountWords.isPassword($0.name) }) { return nil }
    // What is called an id, and is none of the members, is not their name.
    let names = ["number", own + "number", "code", own + "code", "name", own + "name", "login", "username", "handle"]
    for key in parameters.contains(where: isID) ? [] : names {
      if let name = find(key), parameters.isEmpty == false || shape.required.contains(name) { return name }
    }
    if isRequest { return nil }
    // `QR-Code-ID` of what has a `code`.
    for parameter in parameters where isID(parameter) && parameter.words.count > 2 {
      if let word = parameter.words.dropLast().last,
        ["code", "key", "number", "slug", "token", "handle"].contains(word),
        let name = find(word)
      {
        return name
      }
    }
    // The only id of a record, which the description of a parameter calls so: `object_id` for "the file object ID".
    let ids = scalars.filter { Words.split($0.name).count > 1 && Words.split($0.name).last == "id" }
    if ids.count == 1, let only = ids.first {
      let words = Words.split(only.name)
      let isMeant = parameters.contains { parameter in
        let said = Words.split(String(parameter.text.prefix(80)))
        return isID(parameter) && said.indices.contains { said[$0...].starts(with: words) }
      }
      if isMeant { return only.name }
    }
    // Else what the schema says is one: the server's own text or number, or a UUID.
    return scalars.first { member in
      guard shape.required.contains(member.name) else { return false }
      return member.shape.format == "uuid" || (Words.split(member.name).last == "id")
    }?.name
  }

  /// The members that hold a record's own address, each by its path.
  func addressMembers(_ shape: SchemaShape) -> [[String]] {
    var found: [[String]] = []
    for member in shape.members {
      let inner = index.shape(member.node)
      switch member.key {
      case "links":
        guard inner.isObject else { continue }
        // Links are members, or those of a map, each a text or an object with `href`.
        let link = inner.member("self") ?? index.mapValue(member.node)
        guard let link else { continue }
        let target = index.shape(link)
        if target.member("href") != nil {
          found.append([member.name, "self", "href"])
        } else if target.types.contains("string") {
          found.append([member.name, "self"])
        }
      case "id" where member.name == "@id": found.append([member.name])
      case "url", "href", "uri":
        if inner.types == ["string"], member.node.isReadOnly, inner.format?.hasPrefix("u") == true {
          found.append([member.name])
        }
      case "self", "selflink", "selfurl", "selfhref":
        if inner.types == ["string"] { found.append([member.name]) }
      default: break
      }
    }
    return found
  }

  private static let idContainers: Set<String> = [
    "metadata", "meta", "properties", "attributes", "identity", "sys", "header", "info", "system", "key",
  ]

  /// The path to an id one level down, such as `metadata` and `name`.
  func nestedID(_ shape: SchemaShape, parameters: [ParameterFacts]) -> [String] {
    for member in shape.members {
      let inner = index.shape(member.node)
      guard inner.isObject, Self.idContainers.contains(member.key) else { continue }
      for parameter in parameters {
        let words = parameter.words
        for key in [words.joined(), words.last ?? ""] {
          if let found = inner.members.first(where: { $0.key == key && index.shape($0.node).isScalar }) {
            return [member.name, found.name]
          }
        }
      }
    }
    return []
  }

  private func named(
    _ parameter: ParameterFacts, scalars: [(name: String, key: String, shape: SchemaShape)]
  ) -> String? {
    let words = Set(Words.split(parameter.text))
    let type = parameter.schema.map(index.shape)
    let identity = scalars.first { $0.key == "id" }
    for candidate in ["slug", "number", "key", "code", "login", "username", "handle", "name"]
    where words.contains(candidate) {
      guard !words.contains("id") || identity == nil else { break }
      if let found = scalars.first(where: { $0.key == candidate }), fits(type, found.shape) { return found.name }
    }
    if let identity, let type, type.types.contains("string"), identity.shape.isInteger {
      for candidate in ["slug", "key", "login", "username", "handle", "name", "code"] {
        if let found = scalars.first(where: { $0.key == candidate }) { return found.name }
      }
    }
    return nil
  }

  private func fits(_ left: SchemaShape?, _ right: SchemaShape) -> Bool {
    guard let left, !left.types.isEmpty, !right.types.isEmpty else { return true }
    return left.isInteger == right.isInteger
  }

  /// The members that a parameter is compared with beside the id: `name` for `{idOrName}`, and `username` for
  /// `{username}` where the id is another.
  func lookupMembers(_ shape: SchemaShape, parameter: String, idMember: String?, literal: String) -> [String] {
    let words = Words.split(parameter)
    var wanted = words.contains("or") ? words.filter { $0 != "or" } : [words.joined()]
    let own = Words.singularKey(literal)
    if let whole = wanted.first, whole.hasPrefix(own), whole != own {
      wanted.append(String(whole.dropFirst(own.count)))
    }
    if words.count > 1, let last = words.last, !words.contains("or") { wanted.append(last) }
    var found: [String] = []
    for key in wanted where key != "id" {
      guard let member = shape.members.first(where: { $0.key == key && index.shape($0.node).isScalar }),
        member.name != idMember, !found.contains(member.name)
      else { continue }
      found.append(member.name)
    }
    if found.isEmpty, !words.contains("or"), let last = words.last, Self.distinguishing.contains(last) {
      // `{email}` is the one member of that kind: `email_address`.
      let like = shape.members.filter {
        $0.name != idMember && index.shape($0.node).isScalar && $0.words.contains(last)
      }
      if like.count == 1 { found.append(like[0].name) }
    }
    // GitHub and its likes name an issue by its number.
    if found.isEmpty, ["index", "iid", "num"].contains(words.joined()) {
      let like = shape.members.first { ["number", "iid", "index"].contains($0.key) && index.shape($0.node).isInteger }
      if let like, like.name != idMember { found.append(like.name) }
    }
    // `{username}` is the `login` of records that have no user name.
    if found.isEmpty, wanted.contains("username") || ["owner", "handle", "login"].contains(words.joined()) {
      let names = ["username", "login", "handle", "screenname", "nickname"]
      let like = names.lazy.compactMap { key in
        shape.members.first { $0.key == key && $0.name != idMember && index.shape($0.node).types.contains("string") }
      }
      if let first = like.first { found.append(first.name) }
    }
    return wanted.contains(idMember.map(Words.key) ?? "") && !words.contains("or") ? [] : found
  }

  /// Words of members that tell one record from all others.
  private static let distinguishing: Set<String> = [
    "email", "mail", "slug", "name", "code", "key", "number", "handle", "login", "username", "phone", "sku", "isbn",
    "tag", "hash", "ref", "barcode", "symbol", "uid",
  ]

  /// What ids of a resource look like, from the member's schema and the examples beside it.
  func idStyle(_ node: Schema?, record: Schema?, member: String?, parameters: [ParameterFacts])
    -> ResourceDescription.IDStyle
  {
    let shape = node.map(index.shape)
    if let shape {
      if shape.isInteger || shape.types == ["number"] { return .integer }
      if shape.format == "uuid" { return .uuid }
      if node?["pattern"] != nil || !shape.enumeration.isEmpty { return .text }
    }
    for example in examples(node, record: record, member: member, parameters: parameters) {
      if case .number(let number) = example, number.integer != nil, shape?.types.contains("string") != true {
        return .integer
      }
      if let text = example.string, let style = Self.style(text) { return style }
    }
    for parameter in parameters where node == nil {
      guard let inner = parameter.schema.map(index.shape) else { continue }
      if inner.isInteger { return .integer }
      if inner.format == "uuid" { return .uuid }
    }
    return .text
  }

  private func examples(_ node: Schema?, record: Schema?, member: String?, parameters: [ParameterFacts])
    -> [JSONValue]
  {
    var found: [JSONValue] = []
    func add(_ object: JSONObject?) {
      if let one = object?["example"] { found.append(one) }
      found += object?["examples"]?.array ?? []
      found += object?["examples"]?.object?.members.compactMap { $0.value["value"] } ?? []
    }
    add(node?.object)
    if let member {
      for example in record?.examples ?? [] {
        if let value = example[member] { found.append(value) }
      }
    }
    for parameter in parameters {
      add(parameter.object)
      add(parameter.schema?.object)
    }
    return found
  }

  /// The look of an id's text; nil for one that says nothing.
  static func style(_ text: String) -> ResourceDescription.IDStyle? {
    let bytes = Array(text.utf8)
    let isHex = { (byte: UInt8) in (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte) }
    if bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
      bytes.filter({ $0 != UInt8(ascii: "-") }).allSatisfy(isHex)
    {
      return .uuid
    }
    let isMark = { (byte: UInt8) in [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ":")].contains(byte) }
    guard let end = bytes.lastIndex(where: isMark) else { return nil }
    let prefix = bytes[...end]
    let rest = bytes[(end + 1)...]
    let isLetter = { (byte: UInt8) in (97...122).contains(byte) || (65...90).contains(byte) }
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    guard prefix.count >= 3, prefix.count <= 24, prefix.first.map(isLetter) == true, rest.count >= 6,
      prefix.allSatisfy({ isLetter($0) || isDigit($0) || isMark($0) }),
      rest.allSatisfy({ isLetter($0) || isDigit($0) }), rest.contains(where: isDigit)
    else { return nil }
    return .prefixed(String(decoding: prefix, as: UTF8.self), length: rest.count)
  }

  private static let created: Set<String> = [
    "createdat", "created", "datecreated", "createddate", "createdon", "creationtime", "creationdate", "createtime",
    "creationtimestamp", "insertedat", "createdtime", "createdtimestamp", "addedat", "dateadded", "fechacreacion",
    "fechadecreacion", "fechaalta", "creadoen", "creadoel", "timecreated", "datetimecreated", "createdutc",
  ]
  static let updated: Set<String> = [
    "updatedat", "updated", "dateupdated", "updateddate", "updatedon", "modifiedat", "modified", "lastmodified",
    "modifieddate", "datemodified", "lastupdated", "lastupdatedat", "lastmodifiedat", "updatetime", "modifiedon",
    "modifiedtime", "lastmodifieddate", "lastupdate", "editedat", "fechaactualizacion", "fechamodificacion",
    "actualizadoen", "edited", "editedon", "editedtimestamp", "lastedited", "lasteditedat", "updatedtime",
    "timeupdated", "changedat", "lastmodifiedtime", "updatedtimestamp",
  ]

  /// The members with the times of creation and of the last change.
  func times(_ shape: SchemaShape) -> (created: String?, updated: String?) {
    func find(_ names: Set<String>) -> String? {
      shape.members.first { member in
        let isServers = member.words.count == 2 && Self.servers.contains(member.words[0])
        guard names.contains(member.key) || isServers && names.contains(member.words[1]) else { return false }
        let inner = index.shape(member.node)
        return inner.isScalar && !inner.types.contains("boolean") && inner.enumeration.isEmpty
      }?.name
    }
    return (find(Self.created) ?? madeTime(shape), find(Self.updated))
  }

  /// What stands before `created` and `modified` in the names of times that are the server's: `srvCreated`.
  private static let servers: Set<String> = [
    "srv", "server", "sys", "system", "db", "record", "row", "doc", "document",
  ]

  /// The one time that the server gives to every record, such as `booked_at`.
  private func madeTime(_ shape: SchemaShape) -> String? {
    let times = shape.members.filter { member in
      let inner = index.shape(member.node)
      return inner.types == ["string"] && member.node["format"]?.string == "date-time" && member.node.isReadOnly
        && shape.required.contains(member.name) && !Self.updated.contains(member.key)
    }
    let words = times.count == 1 ? Words.split(times[0].name) : []
    return words.count == 2 && ["at", "on"].contains(words[1]) && !Self.coming.contains(words[0]) ? times[0].name : nil
  }

  /// Words of times that lie ahead.
  private static let coming: Set<String> = ["expires", "ends", "due", "next", "starts", "renews", "scheduled"]
}
