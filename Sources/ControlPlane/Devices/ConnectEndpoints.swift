import Contract
import Devices
import HTTPCore
import JSON
import World

/// What a phone needs to get from the network to this server: a page for its browser, the same for programs, and the
/// code for its camera. Open to everyone, since it tells addresses only.
package enum ConnectEndpoints {
  private static let cacheControl = "no-cache"
  /// The pixels of a module of the code, which pages make larger or smaller as they like.
  private static let pixelsPerModule = 8

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - library: The API documents, beside which the page lies.
  ///   - addresses: The addresses at this moment.
  ///   - draw: Makes a PNG file of rows of modules, true for dark ones, each so many pixels wide.
  package static func all(
    _ library: ContractLibrary, addresses: @escaping @Sendable () -> ConnectAddresses,
    draw: @escaping @Sendable ([[Bool]], Int) throws -> [UInt8]
  ) -> [Endpoint] {
    [
      Endpoint(.get, ConnectAddresses.pagePath, "connect", .open) { call in
        guard let page = DocumentEndpoints.asset("connect.html", library) else {
          throw Problem(.notFound, "the page is missing beside the API documents; see --openapi")
        }
        return page.response(to: call.request, cacheControl: cacheControl)
      },
      Endpoint(.get, ConnectAddresses.pagePath + ".json", "connectAddresses", .open) { call in
        RenderedContent(JSONWriter.serialize(addresses().json, sortedKeys: false))
          .response(to: call.request, cacheControl: cacheControl)
      },
      Endpoint(.get, ConnectAddresses.pagePath + "/qr.png", "connectCode", .open) { call in
        let page = try page(addresses(), host: try call.request.query()["host"])
        let picture = try draw(try QRCode(page).framedRows, pixelsPerModule)
        return RenderedContent(picture, mediaType: "image/png").response(to: call.request, cacheControl: cacheControl)
      },
    ]
  }

  /// The page's address at a host of the server's own, or at the likeliest one. No other text becomes a code, so that
  /// nobody can make this server's name vouch for it.
  private static func page(_ addresses: ConnectAddresses, host: String?) throws(Problem) -> String {
    guard let host else {
      if let page = addresses.page { return page }
      throw Problem(.notFound, "no other machine reaches this server, so there is no code; start it with --lan")
    }
    let names = addresses.hosts.map { ($0.text, $0.urlHost) } + (addresses.localName.map { [($0, $0)] } ?? [])
    if let name = names.first(where: { $0.0 == host }) { return addresses.url(name.1) + ConnectAddresses.pagePath }
    throw Problem(
      .notFound,
      "\"\(host.clipped(to: 60))\" is no address of this server; \(ConnectAddresses.pagePath).json lists them")
  }
}
