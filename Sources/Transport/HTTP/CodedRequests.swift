import Compression
import HTTPCore

/// Requests whose body is compressed (RFC 9110 §8.4, CONTRACT G19).
extension HTTPService {
  /// The work for a request with a coded body: it is decompressed, which can take long, and then handled like an
  /// uncompressed one, or refused. nil for any other request.
  func expansion(of request: Request, _ exchange: Exchange) -> DeferredRequest? {
    guard !request.body.isEmpty, let field = request.headers["Content-Encoding"] else { return nil }
    let name = field.trimmingBlanks()
    guard !name.isEmpty, !name.isEqualIgnoringASCIICase(to: "identity") else { return nil }
    let limit = exchange.maximumBodyBytes
    let refuse: @Sendable (Problem) -> Outcome = { [handler, target = exchange.target] problem in
      .respond(handler.refuse(problem, method: request.method, target: target, headers: request.headers))
    }
    let run: @Sendable () -> Handling = { [handler] in
      guard let coding = Compression.Coding(name: name), request.headers.values("Content-Encoding").count == 1 else {
        return .done(refuse(Self.unknownCoding(field)))
      }
      do throws(Compression.Failure) {
        var plain = request
        plain.body = try Compression.expand(request.body, coding, limit: limit)
        plain.headers["Content-Encoding"] = nil
        if plain.headers["Content-Length"] != nil { plain.headers["Content-Length"] = "\(plain.body.count)" }
        return handler.begin(plain)
      } catch {
        switch error {
        case .tooLarge: return .done(refuse(RequestHead.contentTooLarge(maximum: limit)))
        case .unreadable:
          let problem = Problem(
            .malformedBody, "the body is not what Content-Encoding says: it cannot be expanded", field: "body",
            value: field)
          return .done(refuse(problem))
        }
      }
    }
    return DeferredRequest(.slow, group: "coded content", run: run, refuse: refuse)
  }

  private static func unknownCoding(_ field: String) -> Problem {
    Problem(
      forcing: 415, "the content codings understood are gzip and deflate, one of them at a time",
      details: [
        Problem.Detail("field", "Content-Encoding"), Problem.Detail("value", field.clipped(to: 100)),
      ], headers: ["Accept-Encoding": "gzip, deflate"])
  }
}
