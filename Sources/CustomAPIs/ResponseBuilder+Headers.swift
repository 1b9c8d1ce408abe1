import Contract
import HTTPCore
import JSON
import Synthesis
import World

// The headers of responses.

extension ResponseBuilder {
  /// `Content-Type`, and the headers that the document requires.
  func headers(_ status: Int, _ mediaType: String?, seed: UInt64) -> HeaderFields {
    var fields = HeaderFields()
    if let mediaType { fields.append("Content-Type", Self.mediaType(mediaType)) }
    for header in documented.answer(status)?.headers ?? [] {
      guard header.name.lowercased() != "content-type", fields[header.name] == nil else { continue }
      // The id of a request, which requests and responses have by one name.
      if let sent = repeated(header) {
        fields.append(header.name, sent)
        continue
      }
      guard header.isRequired else { continue }
      let context = ValueContext(now: call.world.startedAt.startOfDay.seconds, origin: origin)
      let value = header.place.flatMap { try? api.maker.value($0, seed: seed, context: context) }
      let text = value.map { $0.string ?? String(decoding: JSONWriter.serialize($0), as: UTF8.self) } ?? ""
      fields.append(header.name, text.filter { $0.isASCII && !$0.isNewline })
    }
    return fields
  }

  /// What a request sent in a header that the document has in the response, too, such as `X-Request-ID`; nil for others.
  private func repeated(_ header: DocumentedOperation.Header) -> String? {
    let name = header.name.lowercased()
    guard documented.parameters.contains(where: { $0.location == .header && $0.name.lowercased() == name }),
      let sent = call.request.headers[header.name], !sent.isEmpty, sent.utf8.count <= Self.maximumRepeated,
      sent.allSatisfy({ $0.isASCII && !$0.isNewline })
    else { return nil }
    return sent
  }

  /// How long a header may be that is repeated, in bytes.
  private static let maximumRepeated = 256
}
