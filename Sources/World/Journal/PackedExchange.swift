import HTTPCore

/// An exchange as a journal stores it: all names and values packed into one array. A request and its response are
/// dozens of small objects; releasing them much later, when no processor cache has them any more, costs more than
/// copying their bytes immediately. Only long bodies are kept as they are.
struct PackedExchange: Sendable {
  /// Values that only a few exchanges have.
  private final class Rarities: Sendable {
    let body: [UInt8]
    let delivery: ResponseDelivery?
    let faults: [AppliedFault]
    let pending: PendingExchange?

    init(body: [UInt8], delivery: ResponseDelivery?, faults: [AppliedFault], pending: PendingExchange?) {
      (self.body, self.delivery, self.faults, self.pending) = (body, delivery, faults, pending)
    }
  }

  /// Longer bodies are kept as they are instead of packed.
  private static let longContent = 512

  private let parts: PackedParts
  /// The response's body, unless it is packed.
  private let content: Response.Content?
  private let rarities: Rarities?

  /// Packs an exchange.
  ///
  /// - Parameters:
  ///   - path: The path as the client sent it.
  ///   - bodyBytes: Longer bodies are truncated there.
  ///   - pending: The pending object of the request; kept if there are additions, or will be.
  init(
    _ request: borrowing Request, path: borrowing String, _ details: borrowing JournalExchange.Details,
    _ response: borrowing Response, bodyBytes: Int, pending: borrowing PendingExchange
  ) {
    let shortBody = Self.short(request.body, bodyBytes)
    var shortContent: [UInt8]?
    if case .bytes(let bytes) = response.content { shortContent = Self.short(bytes, bodyBytes) }
    content = shortContent == nil ? response.content.beginning(bodyBytes) : nil
    parts = PackedParts { packer in
      Self.pack(request, path, details, response, shortBody, shortContent, &packer)
    }
    let hasRarities =
      shortBody == nil || response.delivery != nil || !details.faults.isEmpty || pending.hasAdditions
    rarities =
      hasRarities
      ? Rarities(
        body: shortBody == nil ? Array(request.body.prefix(bodyBytes)) : [], delivery: response.delivery?.unreported,
        faults: details.faults, pending: pending.hasAdditions ? copy pending : nil) : nil
  }

  /// The exchange as its client saw it.
  var exchange: JournalExchange {
    var reader = parts.reader
    let (status, isSecure) = (reader.number(), reader.number() == 1)
    let (requestBytes, responseBytes, duration) = (reader.number(), reader.number(), reader.number())
    let method = HTTPMethod(rawValue: reader.text())
    let target = RequestTarget(
      authority: reader.optionalText(), rawPath: reader.text(), rawQuery: Array(reader.bytes()))
    let (basePath, path, remoteAddress) = (reader.text(), reader.text(), reader.text())
    let (api, operationID, account) = (reader.text(), reader.optionalText(), reader.optionalText())
    let date = reader.optionalText()
    let (requestHeaders, responseHeaders) = (Self.headers(&reader), Self.headers(&reader))
    let (shortBody, shortContent) = (Array(reader.bytes()), Array(reader.bytes()))

    let longBody = rarities?.body ?? []
    var request = Request(
      method: method, target: target, headers: requestHeaders, body: longBody.isEmpty ? shortBody : longBody,
      remoteAddress: remoteAddress, isSecure: isSecure)
    request.basePath = basePath
    var response = Response(status: status, headers: responseHeaders, content: content ?? .bytes(shortContent))
    response.date = date
    let additions = rarities?.pending?.additions ?? PendingExchange.Additions()
    let whole = Transmission(.whole, hasHead: true, contentBytes: method == .head ? 0 : responseBytes)
    let transmission = additions.conclusion?.transmission ?? (additions.isBeingSent ? nil : whole)
    if let sent = transmission?.contentBytes { response.content = response.content.beginning(sent) }
    return JournalExchange(
      request: request, requestBytes: requestBytes, path: path,
      details: JournalExchange.Details(
        api: api, operationID: operationID, account: account, faults: rarities?.faults ?? [],
        durationMicroseconds: additions.conclusion?.durationMicroseconds ?? Int64(duration)),
      transmission: transmission, delivery: rarities?.delivery,
      response: transmission?.hasHead == true ? response : nil, responseBytes: responseBytes,
      deviations: additions.deviations, hold: additions.hold, heldMicroseconds: additions.heldMicroseconds)
  }

  /// Whether more may be found out about it, or was found out after it was recorded.
  var awaitsAdditions: Bool { rarities?.pending != nil }

  /// The approximate number of bytes of texts and bodies that it retains.
  var heldBytes: Int { parts.count + (rarities?.body.count ?? 0) + (content?.count ?? 0) }

  /// The bytes to pack; nil when they are too many for that.
  private static func short(_ bytes: [UInt8], _ limit: Int) -> [UInt8]? {
    guard bytes.count <= longContent else { return nil }
    return bytes.count <= limit ? bytes : Array(bytes.prefix(limit))
  }

  private static func pack(
    _ request: borrowing Request, _ path: borrowing String, _ details: borrowing JournalExchange.Details,
    _ response: borrowing Response, _ body: [UInt8]?, _ content: [UInt8]?, _ packer: inout PackedParts.Packer
  ) {
    packer.add(response.status)
    packer.add(request.isSecure ? 1 : 0)
    packer.add(request.body.count)
    packer.add(response.content.count)
    packer.add(Int(details.durationMicroseconds))
    packer.add(request.method.rawValue)
    packer.add(optional: request.target.authority)
    packer.add(request.target.rawPath)
    packer.add(request.target.rawQuery)
    packer.add(request.basePath)
    packer.add(path)
    packer.add(request.remoteAddress)
    packer.add(details.api)
    packer.add(optional: details.operationID)
    packer.add(optional: details.account)
    packer.add(optional: response.date)
    add(request.headers, to: &packer)
    add(response.headers, to: &packer)
    packer.add(body ?? [])
    packer.add(content ?? [])
  }

  private static func add(_ headers: HeaderFields, to packer: inout PackedParts.Packer) {
    packer.add(headers.fields.count)
    // By index, because iteration would retain every text once more.
    for index in headers.fields.indices {
      packer.add(headers.fields[index].name)
      packer.add(headers.fields[index].value)
    }
  }

  private static func headers(_ reader: inout PackedParts.Reader) -> HeaderFields {
    var headers = HeaderFields()
    for _ in 0..<max(0, reader.number()) {
      let name = reader.text()
      headers.append(name, reader.text())
    }
    return headers
  }
}
