import Contract
import HTTPCore
import JSON
import Records
import Resources
import World

// The addresses of files in records.

extension OperationHandler {
  /// The path below an API at which the files of its records are, whatever the document says.
  static let fileAddress = "/.files/{resource}/{record}/{slot}"

  /// Names of properties that hold the address of the file that a record was made of.
  private static let addressNames: Set<String> = [
    "url", "uri", "src", "href", "link", "fileurl", "downloadurl", "contenturl", "mediaurl", "previewurl",
    "thumbnailurl", "publicurl", "imageurl", "photourl", "avatarurl", "image", "file", "thumbnail", "preview",
    "picture", "photo", "externallink", "originalurl", "signedurl",
  ]

  /// Sets the properties of a record that hold the address of one of its files, except those that the client sent.
  ///
  /// - Parameters:
  ///   - slot: What files at the operation's path are called.
  ///   - file: What this file is called.
  ///   - list: The property that lists the files of the slot; nil for one file.
  func addAddress(
    of slot: String, in file: String, to record: StoredRecord, _ collection: RecordCollection, _ list: String?,
    _ sent: RequestBody, _ call: Call
  ) -> JSONObject {
    let own = OperationChoice.path(of: operation.path).split(separator: "/").count
    let base = call.request.target.rawPath.split(separator: "/").dropLast(own).reduce("") { $0 + "/" + $1 }
    let resource = PercentEncoding.encode(collection.resource.name)
    let name = file.isEmpty ? "file" : PercentEncoding.encode(file)
    let address = "\(call.request.origin)\(base)/.files/\(resource)/\(record.number)/\(name)"
    var content = record.content
    if let list { content[list] = .array((content[list]?.array ?? []) + [.string(address)]) }
    let texts = collection.members.filter { $0.value.types.contains("string") }
    var named = texts.filter { isAddress($0.key, of: slot) }
    if named.isEmpty { named = texts.filter { isPicture($0.key, of: slot) } }
    for (name, member) in named {
      guard sent.body?[name]?.string == nil, !api.maker.shape(of: member.place).isEnumerated else { continue }
      content[name] = .string(address)
    }
    return content
  }

  /// The property of a record that lists the addresses of the files of a slot: `images`; nil for none.
  func listMember(of slot: String, _ collection: RecordCollection) -> String? {
    // What a record was made of is one file.
    if slot.isEmpty { return nil }
    return collection.orderedMembers.first { member in
      member.types.contains("array") && isAddress(member.name, of: slot)
        && api.maker.shape(of: member.place).items.map { api.maker.shape(of: $0).types.contains("string") } ?? false
    }?.name
  }

  /// Whether a property has the name of those that hold the address of a file in a slot.
  private func isAddress(_ name: String, of slot: String) -> Bool {
    let plain = Words.key(name)
    guard let last = slot.split(separator: "/").last else { return Self.addressNames.contains(plain) }
    let own = Words.key(String(last))
    return [own, own + "url", own + "uri"].contains(plain)
  }

  private static let pictures: Set<String> = ["avatar", "photo", "picture", "image"]

  /// Whether a property holds a picture by another word than the path has: `profileImageUrl` for `photo`.
  private func isPicture(_ name: String, of slot: String) -> Bool {
    let last = slot.split(separator: "/").last.map { Words.split(String($0)) } ?? []
    let words = Words.split(name)
    return !Self.pictures.isDisjoint(with: last) && !Self.pictures.isDisjoint(with: words)
      && !words.contains { ["cover", "banner", "background", "thumbnail"].contains($0) }
  }

  /// Answers a request for a file at the address that a record has.
  static func addressed(_ call: Call, _ api: CustomAPI) throws -> Response {
    let slot = call.parameters["slot"]
    guard let collection = api.collections[call.parameters["resource"]], collection.keepsUploads,
      let number = Int64(call.parameters["record"])
    else { throw Problem(.notFound, "there is no such file") }
    try call.world.store.require(table: collection.uploadsTable)
    let upload = try call.world.store.read { try collection.upload($0, of: number, slot: slot == "file" ? "" : slot) }
    guard let upload else { throw Problem(.notFound, "there is no such file") }
    return response(upload, 200, nil)
  }
}
